/** The cluster as an operator uses it: helm and kubectl, and what the Pods respond. */
import { delimiter } from "node:path";
import { helm } from "../../delivery/chart/tools.ts";
import { parsePage } from "../../support/exporter.ts";
import { eventually, kubernetes } from "../../support/programs.ts";
import type { Cluster } from "./cluster.ts";
import { registry } from "./images.ts";

// biome-ignore lint/suspicious/noExplicitAny: the objects of the API server
export type Manifest = any;

/** The image that the cluster has. */
export const ownImage = (below = "image") => [
  `--set=${below}.registry=${registry}`,
  `--set=${below}.repository=avalanche-exporter`,
];

export function clientOf(cluster: Cluster) {
  const { kubectl, kubeconfig, print, end } = cluster;
  const helmPath = helm();
  const list = async (kind: string, namespace: string, selector = ""): Promise<Manifest[]> => {
    const text = await kubectl("get", kind, "--namespace", namespace, "--selector", selector, "--output=json");
    return JSON.parse(text).items;
  };
  const curl = (url: string, ...args: string[]) => end("curl", ["--silent", "--max-time", "5", ...args, url]);
  const respond = async (url: string, ...args: string[]): Promise<string> => {
    const { code, out } = await curl(url, "--fail-with-body", ...args);
    if (code === 0) return out;
    throw new Error(`${url}: curl ended with ${code}: ${out}`);
  };
  const urlOf = ({ status }: Manifest) => `http://${status.podIP}:10652`;
  const page = async (pod: Manifest) => parsePage(await respond(`${urlOf(pod)}/metrics`));
  return {
    ...cluster,
    list,
    curl,
    respond,
    urlOf,
    helm: (...args: string[]) => print(helmPath, [`--kubeconfig=${kubeconfig}`, ...args]),
    apply: (...manifests: Manifest[]) => applyTo(cluster, manifests),
    /** How the API server responds to the objects, which it does not keep. */
    validate: (...manifests: Manifest[]) => end(...kubectlApply(kubeconfig, ["--dry-run=server"]), listOf(manifests)),
    /** A line of a document, as typed in a shell. */
    type: (line: string) => {
      const path = [helmPath, `${kubernetes()}/kubectl`].map((program) => program.replace(/\/[^/]+$/, ""));
      const env = [`KUBECONFIG=${kubeconfig}`, `PATH=${[...path, process.env["PATH"]].join(delimiter)}`];
      return end("env", [...env, "bash", "-o", "pipefail", "-c", line]);
    },
    /** Those of the Prometheus operator that the charts have; the operator itself is not there. */
    installOperatorKinds: async () => {
      const kinds = ["servicemonitors", "podmonitors", "scrapeconfigs", "prometheusrules", "alertmanagerconfigs"];
      const files = kinds.map((kind) => `--filename=${kubernetes()}/operator/monitoring.coreos.com_${kind}.yaml`);
      await kubectl("apply", "--server-side", ...files);
      await eventually("the kinds", () => kubectl("wait", "--for=condition=Established", "crd", "--all"));
    },
    createNamespace: (name: string) => createNamespace(cluster, name),
    /** Resolves once a series of the Pod has this value. */
    eventuallyHas: (pod: Manifest, series: string, value: number, within = 120_000) =>
      eventually(`${series} ${value}`, async () => (await page(pod)).value(series) === value || undefined, within),
  };
}
export type Client = ReturnType<typeof clientOf>;

const applyTo = ({ print, kubeconfig }: Cluster, manifests: readonly Manifest[]) =>
  print(...kubectlApply(kubeconfig, []), listOf(manifests));
const kubectlApply = (kubeconfig: string, args: readonly string[]) =>
  [`${kubernetes()}/kubectl`, [`--kubeconfig=${kubeconfig}`, "apply", "--filename=-", ...args]] as const;
const listOf = (items: readonly Manifest[]) => JSON.stringify({ apiVersion: "v1", kind: "List", items });

/** A namespace that takes only restricted Pods. */
async function createNamespace(cluster: Cluster, name: string) {
  const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
  await applyTo(cluster, [{ apiVersion: "v1", kind: "Namespace", metadata: { name, labels } }]);
  await eventually("its ServiceAccount", () =>
    cluster.kubectl("get", "serviceaccount", "default", "--namespace", name),
  );
}
