import { expect, test } from "vitest";
import * as m from "../../src/collectors/l1-uptimes.ts";
import { l1Uptimes } from "../../src/collectors/l1-uptimes.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import {
  type Answers,
  createRuns,
  named,
  runOnce,
  samples,
  samplesOf,
  settings,
  unavailableError,
} from "../support/run-collector.ts";

const counted = (id: number, more: object = {}) => ({
  validationID: `validation-${id}`,
  nodeID: `NodeID-${id}`,
  weight: 10 * id,
  isActive: true,
  isConnected: true,
  uptimePercentage: 90 + id,
  uptimeSeconds: 1000 + id,
  ...more,
});
const own = counted(4, { nodeID: "NodeID-self", uptimePercentage: 100 });
const answers: Answers = {
  "validators.getCurrentValidators": {
    validators: [counted(1, { isConnected: false, uptimePercentage: 71.42857 }), counted(2), counted(3), own],
  },
};
const chains = [
  { chain: "C", subnet_id: primaryNetwork, alias: "" },
  { chain: "ours", subnet_id: "l1", alias: "our L1" },
  { chain: "unknown", subnet_id: "", alias: "" },
];
const tracked = settings({ watch: { subnet_ids: named("l1") } });
const elsewhere = settings({ watch: { subnet_ids: named("another") } });
const labels = 'chain="ours",subnet_id="l1"';
const of = (id: number) => `{${labels},validation_id="validation-${id}",node_id="NodeID-${id}"}`;

test("the total is without the uptime of the node itself", async () => {
  const { text } = await runOnce(l1Uptimes, answers, { chains, settings: elsewhere });
  expect(samplesOf(text, m.l1UptimeProvenRatio)).toEqual([
    `avax_l1_weight_uptime_proven_ratio{${labels},alias="our L1"} 0.8333333333333334`,
  ]);
});

test("of a tracked L1 each validator is exported, the node itself without uptime and connection", async () => {
  const { text } = await runOnce(l1Uptimes, answers, { chains, settings: tracked });
  expect(samplesOf(text, m.l1Uptime, m.l1Connected, m.l1UptimeCounted)).toEqual([
    `avax_l1_validator_uptime_ratio${of(3)} 0.93`,
    `avax_l1_validator_uptime_ratio${of(2)} 0.92`,
    `avax_l1_validator_uptime_ratio${of(1)} 0.714286`,
    `avax_l1_validator_connected${of(3)} 1`,
    `avax_l1_validator_connected${of(2)} 1`,
    `avax_l1_validator_connected${of(1)} 0`,
    `avax_l1_validator_uptime_counted{${labels},validation_id="validation-4",node_id="NodeID-self"} 1`,
    `avax_l1_validator_uptime_counted${of(3)} 1`,
    `avax_l1_validator_uptime_counted${of(2)} 1`,
    `avax_l1_validator_uptime_counted${of(1)} 1`,
  ]);
});

test("of another L1 the watched validators are exported: by validation, by node, and the own one", async () => {
  const watch = {
    validation_ids: [{ id: "validation-1", alias: "ours" }],
    node_ids: [{ id: "NodeID-2", alias: "", subnet_ids: ["l1"] }],
  };
  const nodesIn = async (more: object) => {
    const { text } = await runOnce(l1Uptimes, answers, {
      chains,
      settings: settings({ watch: { ...watch, ...more } }),
    });
    return new Set([...text.matchAll(/node_id="NodeID-(\w+)"/g)].map(([, id]) => id));
  };
  expect(await nodesIn({})).toEqual(new Set(["1", "2"]));
  expect(await nodesIn({ own: true })).toEqual(new Set(["1", "2", "self"]));
});

test("the series limit drops the lightest validators first, but not the watched ones", async () => {
  const watch = { ...tracked.watch, validation_ids: [{ id: "validation-1", alias: "" }] };
  const ofTwo = { "validators.getCurrentValidators": { validators: [counted(1), counted(3), own] } };
  const limit = samples((await runOnce(l1Uptimes, ofTwo, { chains, settings: tracked })).text).length;
  const { text } = await runOnce(l1Uptimes, answers, { chains, settings: settings({ watch }), limit });
  expect(samplesOf(text, m.l1Uptime)).toEqual([
    `avax_l1_validator_uptime_ratio${of(1)} 0.714286`,
    `avax_l1_validator_uptime_ratio${of(3)} 0.93`,
  ]);
});

test("an uptime that is no percentage is absent, and the other values are not", async () => {
  const odd = { "validators.getCurrentValidators": { validators: [counted(1, { uptimePercentage: -3.5 })] } };
  const { text } = await runOnce(l1Uptimes, odd, { chains, settings: tracked });
  expect(text).not.toMatch(/avax_l1_(validator_uptime_ratio|weight_uptime_proven_ratio)/);
  expect(text).toContain(`avax_l1_validator_connected${of(1)} 1`);
});

test("without the ID of the node no uptime and no connection is exported", async () => {
  const unknown = { ...answers, "info.getNodeID": unavailableError("api_off") };
  const { ended, text } = await runOnce(l1Uptimes, unknown, { chains, settings: tracked, self: null });
  expect(ended.failed).toEqual([]);
  expect(text).not.toMatch(/avax_l1_(validator_uptime_ratio|validator_connected|weight_uptime_proven)/);
});

test("while the virtual machine does not count a new validator yet, the last values remain, and no run fails", async () => {
  const run = createRuns(l1Uptimes, { chains, settings: tracked });
  const before = await run(answers);
  const { ended, text } = await run({ "validators.getCurrentValidators": unavailableError("not_counted") });
  expect([ended.failed, ended.unavailable.length, text]).toEqual([[], 1, before.text]);
  expect(samples(text)).not.toEqual([]);
});

test.each(["api_off", "method_unknown", "bootstrapping"] as const)(
  "a chain whose API is %s is a state",
  async (reason) => {
    const lacking = { "validators.getCurrentValidators": unavailableError(reason) };
    const { ended, text } = await runOnce(l1Uptimes, lacking, { chains, settings: elsewhere });
    expect([ended.failed, ended.unavailable.length, samples(text)]).toEqual([[], 1, []]);
  },
);
