/** Prometheus as its operator configures it: one job for each endpoint of a monitor. Debian's Prometheus 2.42 does not discover
 *  targets in Kubernetes. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ofPrometheus } from "../../../../src/tools/packaging/programs.ts";
import { eventually } from "../../support/programs.ts";
import type { Client, Manifest } from "./client.ts";

const labelName = (key: string) => key.replace(/[^a-zA-Z0-9_]/g, "_");
const keep = (label: string, regex: string) => ({ source_labels: [label], regex, action: "keep" });
const copy = (label: string, target: string) => ({ source_labels: [label], target_label: target });

/** The fields of a relabeling, which the operator's objects have in camel case. */
const relabeling = (fields: Manifest) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

/** Discovery of the targets of each kind. */
const discovery = {
  PodMonitor: {
    role: "pod",
    owner: "pod",
    port: "__meta_kubernetes_pod_container_port_name",
    endpoints: "podMetricsEndpoints",
  },
  ServiceMonitor: {
    role: "endpointslice",
    owner: "service",
    port: "__meta_kubernetes_endpointslice_port_name",
    endpoints: "endpoints",
  },
} as const;

function jobsOf({ kind, metadata, spec }: Manifest, kubeconfig: string): object[] {
  const { role, owner, port, endpoints } = discovery[kind as keyof typeof discovery];
  const ofOwner = (key: string) => `__meta_kubernetes_${owner}_label_${labelName(key)}`;
  return spec[endpoints].map((endpoint: Manifest, i: number) => ({
    job_name: `${kind}/${metadata.namespace}/${metadata.name}/${i}`,
    honor_labels: endpoint.honorLabels,
    metrics_path: endpoint.path,
    params: endpoint.params ?? {},
    scheme: endpoint.scheme,
    kubernetes_sd_configs: [{ role, kubeconfig_file: kubeconfig, namespaces: { names: [metadata.namespace] } }],
    relabel_configs: [
      ...Object.entries<string>(spec.selector.matchLabels).map(([key, value]) => keep(ofOwner(key), value)),
      keep(port, endpoint.port),
      copy("__meta_kubernetes_namespace", "namespace"),
      copy("__meta_kubernetes_pod_name", "pod"),
      copy("__meta_kubernetes_pod_container_name", "container"),
      { target_label: "job", replacement: `${metadata.namespace}/${metadata.name}` },
      ...(spec.jobLabel ? [{ ...copy(ofOwner(spec.jobLabel), "job"), regex: "(.+)" }] : []),
      ...(endpoint.relabelings ?? []).map(relabeling),
    ],
  }));
}

/** Starts it with the monitors and rules of a namespace, or those that a selector has. */
export async function startScraping(client: Client, namespace: string, selector?: string) {
  const { folder, kubeconfig, list, respond, start } = client;
  const kinds = ["servicemonitors", "podmonitors", "prometheusrules"] as const;
  const [services = [], pods = [], rules = []] = await Promise.all(
    kinds.map((kind) => list(kind, namespace, selector)),
  );
  const name = join(folder, `prometheus-${namespace}`);
  await writeFile(`${name}.rules`, JSON.stringify({ groups: rules.flatMap(({ spec }) => spec.groups) }));
  const config = {
    global: { scrape_interval: "1s", evaluation_interval: "1s" },
    rule_files: [`${name}.rules`],
    scrape_configs: [...services, ...pods].flatMap((one) => jobsOf(one, kubeconfig)),
  };
  await writeFile(`${name}.yml`, JSON.stringify(config));
  const address = "127.0.0.1:9090";
  const prometheus = start(ofPrometheus("prometheus"), [
    `--config.file=${name}.yml`,
    `--storage.tsdb.path=${name}`,
    `--web.listen-address=${address}`,
  ]);
  await eventually("a ready Prometheus", () => respond(`http://${address}/-/ready`));
  return {
    rules: rules.flatMap(({ spec }) => spec.groups).flatMap(({ rules: own }) => own) as Manifest[],
    /** The labels and the value of each series. */
    async query(expression: string): Promise<readonly Manifest[]> {
      const url = `http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`;
      const { data } = JSON.parse(await respond(url));
      return data.result.map(({ metric, value: [, value] }: Manifest) => ({ ...metric, value }));
    },
    stop: () => prometheus.stop(),
  };
}
