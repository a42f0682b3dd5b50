/** Checks formulas of the dashboards with promtool: values, and that unknown values stay unknown. */
import { expect, test } from "vitest";
import { aliased, lastOk, named, names, unknown } from "../../../src/tools/grafana/dashboards/queries.ts";
import { faultOf } from "../support/promtool-result.ts";

const seriesOf = (labels: string, values = "1x60") => ({ [`avax_test{${labels}}`]: values });

test.each([
  ["a chain of one letter", 'chain="C"', "C"],
  ["a chain with an alias", 'chain="2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5",alias="dexalot"', "dexalot"],
  ["an alias of digits", 'chain="C",alias="007"', "007"],
])("%s has a name", async (_, labels, name) => {
  const expr = aliased("avax_test", "chain");
  const [, chain] = /chain="([^"]+)"/.exec(labels) ?? [];
  expect(
    await faultOf(expr, seriesOf(labels), 30, [{ labels: `avax_test{chain="${chain}",alias="${name}"}`, value: 1 }]),
  ).toBe("");
});

const [keys, id] = ["network, node_id", "node_id"] as const;
const nodeId = 'network="mainnet",node_id="NodeID-A"';
const other = 'network="mainnet",node_id="NodeID-B"';
/** Two observers of one validator, of which one has an alias, and one of another validator without any. */
const observed = {
  ...seriesOf(`${nodeId},instance="a",alias="mine"`),
  ...seriesOf(`${nodeId},instance="b"`),
  ...seriesOf(`${other},instance="b"`),
};

test("an item that some observers name has one row with this alias, another one has its ID", async () => {
  const [withAlias = "", withoutAlias = ""] = names(keys, id, "avax_test", 'network="mainnet"');
  expect(await faultOf(withAlias, observed, 30, [{ labels: `{${nodeId},alias="mine"}`, value: 1 }])).toBe("");
  expect(await faultOf(withoutAlias, observed, 30, [{ labels: `{${other},alias="NodeID-B"}`, value: 1 }])).toBe("");
});

test("each item of a graph has one line: with its alias, or with its ID", async () => {
  const { "{{alias}}": withAlias = "", "{{node_id}}": withoutAlias = "" } = named(
    `avg by (${keys}) (avax_test)`,
    keys,
    id,
    "avax_test",
    "{}",
  );
  expect(await faultOf(withAlias, observed, 30, [{ labels: `{${nodeId},alias="mine"}`, value: 1 }])).toBe("");
  expect(await faultOf(withoutAlias, observed, 30, [{ labels: `{${other}}`, value: 1 }])).toBe("");
});

test("the age of a problem is the time since any observer last saw the state ok, and unknown after a day", async () => {
  const expr = lastOk(keys, "avax_test", 'network="mainnet"');
  const states = seriesOf(`${nodeId},state="ok"`, "1x10 0x3000");
  expect(await faultOf(expr, states, 30, [{ labels: `{${nodeId}}`, value: 20 * 60 }])).toBe("");
  expect(await faultOf(expr, states, 10, [{ labels: `{${nodeId}}`, value: 0 }])).toBe("");
  expect(await faultOf(expr, states, 1500, [])).toBe("");
});

test("an item is unknown only if no node knows its state, also one that was never identified", async () => {
  const seen = 'entity="validator",subnet_id="S",id="A"';
  const [node, dead] = [`avax_watched_observed{${seen},network="mainnet"}`, `avax_watched_observed{${seen}}`];
  const expr = unknown("validator", 'network=~".*"');
  expect(await faultOf(expr, { [node]: "1x60", [dead]: "0x60" }, 30, [])).toBe("");
  expect(await faultOf(expr, { [dead]: "0x60" }, 30, [{ labels: '{subnet_id="S",id="A"}', value: 0 }])).toBe("");
});
