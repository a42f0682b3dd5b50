/** Named states of a node. */
import type { ChainOptions } from "./chain.ts";
import type { FaultRule } from "./faults.ts";
import type { NodeOptions } from "./node.ts";

export type Scenario = {
  /** One line. */
  readonly summary: string;
  readonly chain?: Partial<ChainOptions>;
  readonly node?: Partial<NodeOptions>;
  readonly faults?: readonly FaultRule[];
  /** Too much to show whole. */
  readonly large?: true;
};
const minute = 60;
const day = 86_400;
const unavailable = { kind: "status", status: 503, text: "upstream is not there\n" } as const;
const forbidden = { kind: "status", status: 403, text: "403 Forbidden\n" } as const;

export const scenarios = {
  healthy: { summary: "All is well: the default." },
  congested: {
    summary: "More transactions than the target: gas and being an L1 validator become dear.",
    chain: { load: 3, blockEvery: 1, elsewhere: 15_000, validatorExcess: 1_900_000_000n },
  },
  bootstrapping: {
    summary: "Bootstraps for two minutes: chains come one after the other, then it is ready.",
    node: { bootstrapping: 2 * minute, upFor: 0 },
  },
  unhealthy: {
    summary: "Just started: its chains' checks have yet to run, the network's fails for good.",
    node: { upFor: 0, checksEvery: 5, sendFailRate: 0.95 },
  },
  halted: {
    summary: "Accepts no more blocks after one minute: the chain's time stands.",
    chain: { blocksFor: minute },
  },
  "no-index": { summary: "Runs without the container index.", node: { index: false } },
  "no-admin": { summary: "Runs without the admin API.", node: { admin: false } },
  "no-x-chain": {
    summary: "Syncs the P-Chain alone: X and C are not there, and never bootstrapped.",
    node: { partial: true },
  },
  "old-node": {
    summary: "Version 1.11.13 before Etna: no validator fee, no L1s, all-zero gas fee.",
    chain: { etna: false },
    node: { version: "1.11.13" },
  },
  helicon: {
    summary: "Version 1.15.0, 60 days after Helicon: who began since needs 0.9 uptime.",
    chain: { heliconAfter: -60 * day },
    node: { version: "1.15.0" },
  },
  "auto-renewed": {
    summary: "A year after Helicon: every fifth validator renews itself, one in 15 minutes.",
    chain: { heliconAfter: -400 * day },
    node: { version: "1.15.0" },
  },
  "validator-offline": {
    summary: "A node (demo-1) is disconnected; in ten minutes its uptime is below 0.8.",
    chain: { offlineFor: 10 * minute },
  },
  "validator-leaving": {
    summary: "The period of a node (demo-2) ends in three minutes, and it does not return.",
    chain: { leavesAfter: 3 * minute },
  },
  "l1-draining": {
    summary: "L1 validators run out within minutes, soon with over a third of the weight.",
    chain: { draining: 0.6 },
  },
  converting: {
    summary: "After one minute the permissioned subnet becomes an L1.",
    chain: { convertsAfter: minute },
  },
  permissioned: {
    summary: "There is one subnet beside the primary network: a permissioned one.",
    chain: { l1s: 0, kinds: ["permissioned"] },
  },
  elastic: {
    summary: "There is one subnet beside the primary network: an elastic one.",
    chain: { l1s: 0, kinds: ["elastic"] },
  },
  "forwarder-403": {
    summary: "Something before the node answers all calls with 403.",
    faults: [{ method: "*", fault: forbidden }],
  },
  "node-swapped": {
    summary: "After one minute another node answers, with another node ID.",
    node: { swapsAfter: minute },
  },
  flaky: {
    summary: "Answers 503 for 15 seconds of every minute, and resets calls for three more.",
    faults: [
      { method: "*", fault: unavailable, flaps: { every: minute, lasts: 15 } },
      { method: "*", fault: { kind: "reset" }, after: 45, flaps: { every: minute, lasts: 3 } },
    ],
  },
  slow: {
    summary: "The list of validators takes four seconds, and all of the P-Chain waits for it.",
    faults: [{ method: "platform.getCurrentValidators", fault: { kind: "busy", ms: 4000 } }],
  },
  "mainnet-size": {
    summary: "1,500 validators, some 90,000 delegators, 300 L1s with 15,000 validators.",
    chain: { validators: 1500, delegatorsEach: 200, l1s: 300, l1Validators: 15_000, elsewhere: 0 },
    large: true,
  },
} satisfies Record<string, Scenario>;
export type ScenarioName = keyof typeof scenarios;
export const defaultScenario: ScenarioName = "healthy";
export const isScenario = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name);
