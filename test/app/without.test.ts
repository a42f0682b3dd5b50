/** Each collector, API and call is taken away from a node on which everything is ok: what needs it is not ok any more. */
import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import { methodOf } from "../../src/node-api/contract.ts";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import type { FaultRule } from "../../src/simulator/faults.ts";
import { settings } from "../support/run-collector.ts";
import { startTarget } from "../support/target.ts";

const defaults = collectors.filter(({ disabledByDefault }) => !disabledByDefault);
/** Those of the collectors, and the one that identifies the network. */
const methods = [...new Set([...defaults.flatMap(({ reads }) => reads), "info.getNetworkName" as const])];
const start = Date.UTC(2026, 10, 21);

/** Returns the entities that are ok after two runs without a collector, or with failing calls. */
async function okWithout(collector: string, faults: readonly FaultRule[] = []): Promise<readonly string[]> {
  let now = start;
  const { target } = await startTarget({
    only: defaults.map(({ name }) => name).filter((name) => name !== collector),
    simulator: {
      ownsFirstL1: true,
      runsL1: true,
      validators: 8,
      l1Validators: 5,
      now: () => now,
      pause: async () => {},
      faults,
    },
    settings: ({ chain }) => settings({ watch: { ...demoWatchOf(chain), own: true } }),
    interval: 60_000,
  });
  for (const seconds of [30, 60]) {
    now = start + 1000 * seconds;
    await target.once();
  }
  const { network, node, chains, validators, subnets, l1s, l1_validators } = target.facts();
  const named = [
    { name: "network", ...network },
    { name: "node", ...node },
    ...chains.map((one) => ({ name: `chain ${one.alias || one.chain}`, ...one })),
    ...validators.map((one) => ({
      name: `${one.own ? "own " : ""}validator ${one.uptime_required_ratio ? "" : "of L1"}`,
      ...one,
    })),
    ...subnets.map((one) => ({ name: "subnet", ...one })),
    ...l1s.map((one) => ({ name: "L1", ...one })),
    ...l1_validators.map((one) => ({ name: "L1 validator", ...one })),
  ];
  return [...new Set(named.flatMap(({ name, state }) => (state === "ok" ? name.trim() : [])))];
}
const chains = ["chain P", "chain X", "chain C", "chain Simulated L1"];
const ofPrimary = ["own validator", "validator"];
const all = ["network", "node", ...chains, ...ofPrimary, "own validator of L1", "subnet", "L1", "L1 validator"];
const seen = all.filter((name) => name !== "subnet");

/** The entities that need a collector, an API (by its path) or a call. Without any other one, all entities are ok. */
const needs: Readonly<Record<string, readonly string[]>> = {
  health: seen,
  evm: ["chain C"],
  peers: ["own validator"],
  subnets: ["subnet", "L1"],
  "watched-validators": [...ofPrimary, "own validator of L1"],
  "l1-validators": ["L1 validator"],
  "p-validator-fee": ["L1", "L1 validator"],
  "/ext/health": seen,
  "/ext/info": all.filter((name) => name !== "chain X"),
  "health.health": seen,
  "eth.getHeaderByNumber": ["chain C"],
  "info.getNetworkName": all.filter((name) => !/^chain [XS]/.test(name)),
  "info.peers": ["own validator"],
  "info.getNodeID": ["L1 validator"],
  "info.getBlockchainID": ["chain Simulated L1", "own validator of L1", "L1", "L1 validator"],
  "platform.validatedBy": ["chain Simulated L1", "own validator of L1", "L1", "L1 validator"],
  "platform.getValidatorsAt": ["own validator"],
  "platform.getCurrentValidators": [...ofPrimary, "own validator of L1", "subnet", "L1"],
  "platform.getSubnet": ["own validator of L1", "subnet", "L1"],
  "platform.getL1Validator": ["L1 validator"],
  "platform.getValidatorFeeState": ["L1", "L1 validator"],
};
const lost = async (...without: Parameters<typeof okWithout>) => {
  const ok = await okWithout(...without);
  return all.filter((name) => !ok.includes(name));
};
const failing = (names: typeof methods, status: number) =>
  names.map((method) => ({ method, fault: { kind: "status", status, text: "404 page not found\n" } }) as const);

test.each(["none", ...defaults.map(({ name }) => name)])(
  "without the collector %s, what needs it is not ok",
  async (name) => {
    expect(await lost(name)).toEqual(needs[name] ?? []);
  },
);

test.each(["/ext/health", "/ext/info", "/ext/admin"])(
  "without the API at %s, what needs it is not ok",
  async (path) => {
    const ofApi = methods.filter((name) => methodOf(name).endpoint.path(undefined as never) === path);
    expect(await lost("none", failing(ofApi, 404))).toEqual(needs[path] ?? []);
  },
);

test.each(methods)("without the call %s, what needs it is not ok", async (name) => {
  expect(await lost("none", failing([name], 400))).toEqual(needs[name] ?? []);
});
