/** The exporter of a real node: each value is compared with the node's response. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { nativeMetrics } from "../../src/tools/grafana/native-metrics.ts";
import { expectAgreement, flagsOf } from "./support/agreement.ts";
import { type AvalancheNode, checked, servesC, startNode } from "./support/avalanche-node.ts";
import { type Exporter, everySecond, ready, startExporter } from "./support/exporter.ts";
import { genesis } from "./support/identities.ts";

const absent = "NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD";
const watched = { nodes: [{ id: genesis.first }, { id: absent }] };

let node: AvalancheNode;
let exporter: Exporter;

beforeAll(async () => {
  node = await startNode();
  exporter = await startExporter([`--node.url=${node.url}`, ...flagsOf(watched), ...everySecond]);
  await ready(exporter);
});
afterAll(async () => {
  await exporter?.stop();
  await node?.stop();
});

test("every collector has succeeded or reports its state, the node is up, and each value is the node's", async () => {
  const { page } = await expectAgreement(node, exporter, watched);
  const failures = page.names.filter(
    (name) => name.startsWith("avax_exporter_collector_success") && page.value(name) !== 1,
  );
  expect([failures, page.value("avax_up"), page.value("avax_node_reachable")]).toEqual([[], 1, 1]);
});

test("a node without index and admin API exports everything else: the missing features are no failures", async () => {
  const bare = await startNode({ flags: ["--index-enabled=false", "--api-admin-enabled=false"] });
  onTestFinished(() => bare.stop());
  await checked(bare);
  const watched = { nodes: [{ id: genesis.first }], detail: "all", blockchains: true } as const;
  const its = await startExporter([`--node.url=${bare.url}`, ...flagsOf(watched), ...everySecond]);
  onTestFinished(() => its.stop().then(() => {}));
  await ready(its);
  const { names, value } = (await expectAgreement(bare, its, watched)).page;
  const failures = names.filter(
    (name) => name.startsWith("avax_exporter_collector_failures_total") && value(name) !== 0,
  );
  const unavailable = names.flatMap(
    (name) => /^avax_exporter_collector_unavailable\{collector="(.*?)",/.exec(name)?.[1] ?? [],
  );
  const expected = (await servesC(bare)) ? ["index"] : ["evm", "index"];
  expect([value("avax_up"), failures, unavailable.sort()]).toEqual([1, [], expected]);
});

test("the node has every metric of its own that rules and dashboards use, with its labels", async () => {
  const { badBlocks, ...ofEveryChain } = nativeMetrics;
  const metrics = [...Object.values(ofEveryChain), ...((await servesC(node)) ? [badBlocks] : [])];
  const text = await (await fetch(`${node.url}/ext/metrics`)).text();
  const found = metrics.map(({ name }) => {
    const [, sample] = new RegExp(`^${name}(\\{.*\\})? `, "m").exec(text) ?? [];
    const [, type] = new RegExp(`^# TYPE ${name} (\\w+)$`, "m").exec(text) ?? [];
    return { name, labels: [...(sample ?? "").matchAll(/(\w+)="/g)].map(([, label]) => label), type };
  });
  expect(found).toEqual(metrics);
});
