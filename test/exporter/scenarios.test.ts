/** What the exporter makes of a node's states: known by name, shown, and no failure. */
import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import type { ScenarioName } from "../../src/simulator/scenarios.ts";
import { startTarget } from "../support/target.ts";

const only = collectors.map(({ name }) => name);

/** All collectors after one round, those that are not ok by what they found; and the page. */
async function after(scenario: ScenarioName) {
  const { target, data, own, value, stateOf } = await startTarget({ only, simulator: { scenario }, interval: 60_000 });
  await target.once();
  const states = only.flatMap((name) => {
    const state = stateOf(name);
    if (state?.kind === "ok") return [];
    return [[name, state?.kind === "unavailable" ? state.what : state]];
  });
  const families = new Set(data().match(/^avax_[a-z]+_/gm));
  const failures = (await own()).match(/^avax_exporter_collector_failures_total\{.*\} [1-9].*$/gm);
  return { states: Object.fromEntries(states), families, failures, up: await value("avax_up"), data: data() };
}

test("a healthy node has everything", async () => {
  const { states, failures, up } = await after("healthy");
  expect([states, failures, up]).toEqual([{}, null, 1]);
});

test("a bootstrapping node is up, its chains are not there yet, and nothing is said of them", async () => {
  const { states, families, failures, up } = await after("bootstrapping");
  expect(states).toEqual({
    "p-height": "bootstrapping",
    "p-fee": "bootstrapping",
    "p-fee-config": "bootstrapping",
    "p-validator-fee": "bootstrapping",
    "p-validator-fee-config": "bootstrapping",
    "p-supply": "bootstrapping",
    "p-stake": "bootstrapping",
    "p-validators": "bootstrapping",
    "x-height": "api_off",
    "x-fee": "api_off",
  });
  expect([failures, up, [...families]]).toEqual([null, 1, ["avax_index_"]]);
});

test("a node without the index says that each is off", async () => {
  const { states, failures, up, data } = await after("no-index");
  expect([states, failures, up]).toEqual([{ index: "api_off" }, null, 1]);
  expect(data.match(/^avax_index_.*$/gm)).toEqual(
    ["P", "X", "C"].map((chain) => `avax_index_available{chain="${chain}",container="block"} 0`),
  );
});

test("a node before Etna has neither of the fees, and all else", async () => {
  const { states, failures, up, data } = await after("pre-etna");
  expect(states).toEqual({
    "p-fee": "not_activated",
    "p-fee-config": "not_activated",
    "p-validator-fee": "method_unknown",
    "p-validator-fee-config": "method_unknown",
    "x-fee": "method_unknown",
  });
  expect([failures, up]).toEqual([null, 1]);
  expect(data).not.toMatch(/^avax_pchain_(gas|fee|validator_fee)/m);
  expect(data).toMatch(/^avax_pchain_height \d+$/m);
});
