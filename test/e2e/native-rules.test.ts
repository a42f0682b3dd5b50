/** Rules on the nodes' own metrics, of real nodes that have the problem. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { alertRules } from "../tools/grafana/sources.ts";
import type { AvalancheNode } from "./support/avalanche-node.ts";
import { type EvmL1, startEvmL1 } from "./support/evm-l1.ts";
import { sendTransfers } from "./support/evm-transactions.ts";
import { eventually } from "./support/programs.ts";
import { type Prometheus, startPrometheus } from "./support/prometheus.ts";
import { createSubnet } from "./support/transactions.ts";

/** A node asks for the accepted blocks every ten seconds while a chain waits for others. */
const window = "30s";
const rules = alertRules({ AvaxNodeBootstrapStalled: { tiers: { warning: { parameters: { window } } } } });
const exprOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr ?? "";

/** From its first block on, the chain of the member gives tokens to an address, unlike that of the other member. */
function otherUpgrade(chainId: string) {
  const accounts = { [`0x${"1".repeat(40)}`]: { balanceChange: "0x1" } };
  const upgrade = { stateUpgrades: [{ blockTimestamp: Math.floor(Date.now() / 1000), accounts }] };
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64");
  return [`--chain-config-content=${base64({ [chainId]: { Config: "", Upgrade: base64(upgrade) } })}`];
}

let l1: EvmL1;
beforeAll(async () => {
  l1 = await startEvmL1({ flagsOfSmall: otherUpgrade });
});
const running: { readonly stop: () => Promise<unknown> }[] = [];
afterAll(async () => {
  await Promise.all([...running, ...(l1?.network.validators ?? [])].map((one) => one.stop()));
});

/** Starts a Prometheus that scrapes nodes by name. */
async function scrape(nodes: Readonly<Record<string, AvalancheNode>>): Promise<Prometheus> {
  const targets = Object.entries(nodes).map(([node, { url }]) => ({ targets: [new URL(url).host], labels: { node } }));
  const job = { job_name: "avalanchego", metrics_path: "/ext/metrics", static_configs: targets };
  const prometheus = await startPrometheus(
    JSON.stringify({ global: { scrape_interval: "1s" }, scrape_configs: [job] }),
  );
  running.push(prometheus);
  return prometheus;
}

test("a member whose chain computes another state has bad blocks, and the other member has none", async () => {
  const { large, small } = l1;
  const prometheus = await scrape({ large: large.node, small: small.node });
  const found = () => prometheus.series(exprOf("AvaxNodeBadBlocks"));
  await eventually("scrapes of both members", async () => {
    const counts = await prometheus.series("count_over_time(avalanche_subnetevm_vm_eth_chain_block_bad_count[1h])");
    return (counts.length === 2 && counts.every(({ value }) => Number(value[1]) > 2)) || undefined;
  });
  expect(await found()).toEqual([]);
  await sendTransfers(large.node, l1.chainId, 1);
  const bad = await eventually("bad blocks", async () => {
    const series = await found();
    return series.length > 0 ? series : undefined;
  });
  expect(bad.map(({ metric: { node, chain } }) => ({ node, chain }))).toEqual([{ node: "small", chain: l1.chainId }]);
  const heights = [large, small].map(({ node }) => node.ask(`/ext/bc/${l1.chainId}/rpc`, "eth_blockNumber", []));
  expect(await Promise.all(heights)).toEqual(["0x1", "0x0"]);
});

const countersOf = async (prometheus: Prometheus, chain: string) => ({
  fetched: await prometheus.query(`avalanche_snowman_bs_fetched{chain="${chain}"}`),
  executed: await prometheus.query(`avalanche_snowman_bs_accepted{chain="${chain}"}`),
});

test("chains for which too little stake is connected stall, and a chain that waits for them does not", async () => {
  const { network, wallet } = l1;
  await createSubnet(wallet);
  const { height } = await l1.large.node.ask("/ext/bc/P", "platform.getHeight");
  const blocks = { fetched: Number(height), executed: Number(height) };
  // X and C need three quarters of the stake, P only the first validator
  await Promise.all(network.validators.slice(3).map((one) => one.stop()));
  const node = await network.join("listening");
  running.push(node);
  const prometheus = await scrape({ joined: node });
  const stalled = async () => {
    const series = await prometheus.series(exprOf("AvaxNodeBootstrapStalled"));
    return series.map(({ metric }) => metric["chain"]).toSorted();
  };
  await eventually("scrapes for longer than the window", async () => {
    const scrapes = await prometheus.query('count_over_time(avalanche_snowman_bootstrap_finished{chain="C"}[1h])');
    return (scrapes ?? 0) > 40 || undefined;
  });
  expect(await stalled()).toEqual(["C", "X"]);
  expect([await countersOf(prometheus, "P"), await countersOf(prometheus, "C")]).toEqual([
    blocks,
    { fetched: 0, executed: 0 },
  ]);
  await network.restart(3, []);
  await eventually("a bootstrapped node", async () => {
    const finished = await prometheus.query("sum(avalanche_snowman_bootstrap_finished)");
    return finished === 3 || undefined;
  });
  expect([await stalled(), await countersOf(prometheus, "P")]).toEqual([[], blocks]);
});
