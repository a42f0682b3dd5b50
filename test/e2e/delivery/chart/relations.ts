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

/** Returns one line for each selector and port that chooses nothing in the same rendering. No schema checks these. */
export function* relationErrors(manifests: readonly Manifest[]): Generator<string> {
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
