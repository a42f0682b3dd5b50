/** What must fit together among the objects of one rendering: no schema sees it. */
import { type Manifest, ofKind, podsOf } from "./helm.ts";

const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata?.name}`;
const chooses = (labels: Manifest, { metadata }: Manifest) =>
  Object.entries(labels ?? {}).every(([key, value]) => metadata?.labels?.[key] === value);

const containersOf = ({ spec }: Manifest): Manifest[] => [...(spec.initContainers ?? []), ...spec.containers];
const portNames = (pods: readonly Manifest[]): string[] =>
  pods.flatMap(containersOf).flatMap(({ ports = [] }) => ports.map(({ name }: Manifest) => name));

/** The labels by which it chooses, what of, and the ports that it names. */
function choiceOf(manifest: Manifest): { labels: Manifest; of: "Pod" | "Service"; ports: unknown[] } | undefined {
  const { kind, spec } = manifest;
  switch (kind) {
    case "Service":
      return { labels: spec.selector, of: "Pod", ports: spec.ports.map((p: Manifest) => p.targetPort) };
    case "NetworkPolicy": {
      const ports = spec.ingress.flatMap((rule: Manifest) => rule.ports ?? []);
      return { labels: spec.podSelector.matchLabels, of: "Pod", ports: ports.map((p: Manifest) => p.port) };
    }
    case "PodDisruptionBudget":
      return { labels: spec.selector.matchLabels, of: "Pod", ports: [] };
    case "PodMonitor":
      return {
        labels: spec.selector.matchLabels,
        of: "Pod",
        ports: spec.podMetricsEndpoints.map((p: Manifest) => p.port),
      };
    case "ServiceMonitor":
      return { labels: spec.selector.matchLabels, of: "Service", ports: spec.endpoints.map((p: Manifest) => p.port) };
    default:
      return undefined;
  }
}

function* misses(manifests: readonly Manifest[]): Generator<string> {
  const workloads = podsOf(manifests.filter(({ kind }) => kind !== "Pod"));
  const services = ofKind(manifests, "Service");
  for (const manifest of manifests) {
    const choice = choiceOf(manifest);
    if (!choice) continue;
    const chosen = (choice.of === "Pod" ? workloads : services).filter((one) => chooses(choice.labels, one));
    if (chosen.length === 0) yield `${nameOf(manifest)} chooses no ${choice.of}`;
    const known =
      choice.of === "Pod" ? portNames(chosen) : chosen.flatMap((s) => s.spec.ports.map((p: Manifest) => p.name));
    for (const port of choice.ports) if (!known.includes(port as string)) yield `${nameOf(manifest)}: no port ${port}`;
  }
}

function* dangling(manifests: readonly Manifest[]): Generator<string> {
  const has = (kind: string, name: string) => manifests.some((m) => m.kind === kind && m.metadata.name === name);
  for (const manifest of manifests) {
    const claims: string[] = (manifest.spec?.volumeClaimTemplates ?? []).map((claim: Manifest) => claim.metadata.name);
    for (const pod of podsOf([manifest])) {
      const { volumes = [] } = pod.spec;
      const known = [...claims, ...volumes.map(({ name }: Manifest) => name)];
      for (const { configMap } of volumes)
        if (configMap && !has("ConfigMap", configMap.name)) yield `there is no ConfigMap ${configMap.name}`;
      for (const { name, volumeMounts = [] } of containersOf(pod))
        for (const mount of volumeMounts)
          if (!known.includes(mount.name)) yield `${name} mounts ${mount.name}, which is no volume`;
    }
  }
  for (const { spec } of ofKind(manifests, "GrafanaDashboard"))
    if (!has("ConfigMap", spec.configMapRef.name)) yield `there is no ConfigMap ${spec.configMapRef.name}`;
}

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** A ConfigMap may have a mebibyte; what kubectl apply keeps of it in an annotation, a quarter of that. */
const sizeLimit = 2 ** 18;

function* outOfBounds(manifests: readonly Manifest[]): Generator<string> {
  const seen = new Set<string>();
  for (const manifest of manifests) {
    const name = `${nameOf(manifest)} in ${manifest.metadata.namespace}`;
    if (seen.has(name)) yield `${name} is there twice`;
    seen.add(name);
    if (!label.test(manifest.metadata.name)) yield `${name}: no name of 63 characters at most`;
    const size = JSON.stringify(manifest).length;
    if (size > sizeLimit) yield `${name} is too large: ${size}`;
  }
}

export const relationErrors = (manifests: readonly Manifest[]): string[] => [
  ...misses(manifests),
  ...dangling(manifests),
  ...outOfBounds(manifests),
];
