/** Values that the chart refuses. */
import { describe, expect, test } from "vitest";
import { ofKind, oneNode, refusal, render } from "./helm.ts";

describe("contradictory and unknown values", () => {
  const contradictions: readonly [what: string, set: readonly string[], sentence: string][] = [
    ["no node", [], "set config.node.url, or config.nodes.NAME.url"],
    ["a node without a URL", ["config.node.timeout=5s"], "set config.node.url"],
    [
      "the image of no account",
      [...oneNode, "image.repository=OWNER/avalanche-exporter"],
      "set image.registry and image.repository to it",
    ],
    ["a configuration without an exporter", [...oneNode, "exporter.enabled=false"], "set exporter.enabled to true"],
    [
      "two monitors of the same Pods",
      [...oneNode, "serviceMonitor.enabled=true", "podMonitor.enabled=true"],
      "set one of them",
    ],
    ["a ScrapeConfig without nodes", [...oneNode, "scrapeConfig.enabled=true"], "set serviceMonitor.enabled"],
    ["TLS without a web configuration", [...oneNode, "web.tls=true"], "set web.existingSecret"],
    [
      "client certificates without TLS",
      [...oneNode, "web.existingSecret=web", "web.clientCertificates=true"],
      "set web.tls to true",
    ],
    [
      "two limits of disruption",
      [...oneNode, "podDisruptionBudget.minAvailable=1", "podDisruptionBudget.maxUnavailable=1"],
      "set one of them",
    ],
    ["a port of machines without NodePort", [...oneNode, "service.nodePort=30000"], "set service.type to NodePort"],
    [
      "annotations of a ServiceAccount that is not made",
      [...oneNode, "serviceAccount.create=false", "serviceAccount.annotations.a=b"],
      "set serviceAccount.create to true",
    ],
    [
      "a dashboard that does not exist",
      [...oneNode, "dashboards.enabled=true", "dashboards.only={coffee}"],
      "set any of economics,",
    ],
  ];
  test.each(contradictions)("%s: one sentence names the setting", async (_, set, sentence) => {
    const error = await refusal({ set });
    expect(error).toContain(sentence);
    expect(error.split("\n").filter((line) => line.startsWith("Error:"))).toHaveLength(1);
  });

  const unknown: readonly [string, string][] = [
    ["config.nod.url=http://node:9650", "nod"],
    ["config.collectors.p-height.interval=often", "/config/collectors/p-height/interval"],
    ["config.web.listen_address=:1", "listen_address"],
    ["image.digest=latest", "/image/digest"],
    ["prometheusRule.alerts.AvaxExporterDwn.enabled=false", "AvaxExporterDwn"],
    ["prometheusRule.optional.gossip=true", "gossip"],
    ["prometheusRule.alerts.AvaxL1QuorumRisk.tiers.warning.parameters.below=low", "/below"],
  ];
  test.each(unknown)("%s is refused, and the error names it", async (set, name) => {
    expect(await refusal({ set: [...oneNode, set] })).toContain(name);
  });

  test("a chart above may have global values", async () => {
    expect(await render({ set: [...oneNode, "global.anything=1"] })).not.toEqual([]);
  });
});

describe("without the operators' kinds", () => {
  const asked = [
    ["serviceMonitor", "ServiceMonitor"],
    ["podMonitor", "PodMonitor"],
    ["scrapeConfig", "ScrapeConfig"],
    ["prometheusRule", "PrometheusRule"],
    ["alertmanagerConfig", "AlertmanagerConfig"],
    ["dashboards", "GrafanaDashboard"],
  ] as const;
  test.each(asked)("%s fails, is omitted or is rendered, depending on operatorKinds", async (key, kind) => {
    const extra = { scrapeConfig: ["config.nodes.a.url=http://a"], dashboards: ["dashboards.kind=GrafanaDashboard"] };
    const set = [...oneNode, `${key}.enabled=true`, ...(extra[key as keyof typeof extra] ?? [])];
    const kinds: string[] = [];
    const error = await refusal({ set, kinds });
    expect(error).toContain(`requires the kind ${kind} of`);
    expect(error).toContain("which is not installed in the cluster");
    expect(error).toContain("set operatorKinds to 'auto'");
    expect(ofKind(await render({ set: [...set, "operatorKinds=auto"], kinds }), kind)).toEqual([]);
    expect(ofKind(await render({ set: [...set, "operatorKinds=always"], kinds }), kind)).not.toEqual([]);
    expect(ofKind(await render({ set }), kind)).not.toEqual([]);
  });
});
