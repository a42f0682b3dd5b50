/** Naming rules for every metric. */
import { expect, test } from "vitest";
import { collectors } from "../src/collectors/all.ts";
import { helpOf } from "../src/engine/exposition.ts";
import * as self from "../src/engine/own-metrics.ts";
import { factMetrics, familiesOf } from "../src/entities/all.ts";
import { contract } from "../src/node-api/contract.ts";

const data = [...familiesOf(collectors)];
const all = [...data, ...Object.values(self)];
const named = all.map((metric) => [metric.name, metric] as const);

test("every name is unique", () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test.each(named)("%s follows the naming rules", (name, { type, labels, help }) => {
  expect(name).toMatch(/^avax_[a-z0-9]+(_[a-z0-9]+)*$/);
  expect(name.endsWith("_total")).toBe(type === "counter");
  expect(name).not.toMatch(/percent|pct|_(gauge|counter|histogram|sum|count|bucket|age|since|until)$/);
  for (const label of labels) {
    expect(label).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(["type", "owner", "env", "region", "zone"]).not.toContain(label);
    if (!name.endsWith("_info")) expect(label).not.toBe("network");
    expect(name).not.toContain(`_by_${label}`);
  }
  expect(helpOf({ help })).toMatch(/^[A-Z0-9].{0,78}\.$/);
  expect(help).toMatch(/\.$/);
});

/** Prometheus, and its operator from the objects in Kubernetes. */
const ofTargets = ["job", "instance", "prometheus", "namespace", "pod", "container", "service", "endpoint", "node"];
/** Prometheus allows them on histograms and summaries only, where the exporter's definitions omit them. */
const ofDistributions = ["le", "quantile"];
test.each(named)(
  "%s has no label that Prometheus or its operator adds to targets, or reserves",
  (_name, { labels }) => {
    for (const label of labels) expect([...ofTargets, ...ofDistributions]).not.toContain(label);
  },
);

test.each(data.map((metric) => [metric.name, metric] as const))(
  "%s documents its method and field",
  (_name, { from }) => {
    expect(Object.keys(contract)).toContain(from?.match(/^\w+\.\w+/)?.[0]);
  },
);

test("the exporter's own metrics have a separate prefix, except those about the node", () => {
  const others = Object.values(self).filter(({ name }) => !name.startsWith("avax_exporter_"));
  expect(others.map(({ name }) => name)).toEqual(["avax_up", "avax_node_reachable"]);
});

test("every metric about the node, its chains and its index has the ID of the node", () => {
  const isAboutNode = ({ name }: { readonly name: string }) => /^avax_(node|chain|evm|index)_/.test(name);
  const ofValidatorOrAddress = /^avax_(chain_validator_|chain_connected_weight_without_|evm_address_)/;
  const without = [...data, ...factMetrics].filter(
    (metric) => isAboutNode(metric) && !metric.labels.some((label) => label === "node_id"),
  );
  expect(without.filter(({ name }) => !ofValidatorOrAddress.test(name)).map(({ name }) => name)).toEqual([]);
});

test("no label is on every metric", () => {
  const shared = data
    .map(({ labels }) => labels as readonly string[])
    .reduce((a, b) => a.filter((label) => b.includes(label)));
  expect(shared).toEqual([]);
});

test.each([
  ["avax_pchain_supply_avax", "Upper bound"],
  ["avax_chain_height_age_seconds", "lower limit"],
  ["avax_network_state", "as the node sees it"],
  ["avax_peers_stake_avax", "without the node's own stake"],
  ["avax_validators_connected", "benched on no chain"],
  ["avax_chain_connected_weight_ratio", "benched on no chain"],
  ["avax_chain_disconnected_validators", "benched on any chain"],
  ["avax_validator_stake_avax", "including restaked rewards"],
  ["avax_validator_potential_reward_avax", "without delegation fees"],
])("the HELP text of %s prevents a wrong reading: %s", (name, text) => {
  expect(all.filter((metric) => metric.name === name).map(helpOf)).toEqual([expect.stringContaining(text)]);
});
