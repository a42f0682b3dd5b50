/** Named states of a node. */
import type { ChainOptions } from "./chain-options.ts";
import type { FaultRule } from "./faults.ts";
import type { NetworkName } from "./networks.ts";
import type { NodeOptions } from "./node.ts";

export type Scenario = {
  /** One sentence, for `simulate --help`. */
  readonly summary: string;
  /** A test or a recording of a real node that shows the same, or `inferred`. */
  readonly basis: "inferred" | `real: test/${string}`;
  readonly chain?: Partial<ChainOptions>;
  readonly node?: Partial<NodeOptions>;
  readonly faults?: readonly FaultRule[];
  /** Too large for a test of each scenario. */
  readonly large?: true;
};
const minute = 60;
const day = 86_400;
const unavailable = { kind: "status", status: 503, text: "upstream is not there\n" } as const;
const forbidden = { kind: "status", status: 403, text: "403 Forbidden\n" } as const;

export const scenarios = {
  healthy: {
    summary: "Healthy node of version 1.15.0, 60 days after Helicon (default of simulate).",
    basis: "real: test/e2e/conformance.test.ts",
  },
  incident: {
    summary: "Healthy; validator demo-1 is offline from minute 5 to 20 (default of demo).",
    basis: "inferred",
    chain: { hasIncident: true },
  },
  congested: {
    summary: "Load above the target: the gas price and the L1 validator fee rise.",
    basis: "inferred",
    chain: { load: 3, blockEvery: 1, elsewhere: 15_000, validatorExcess: 1_900_000_000n },
  },
  bootstrapping: {
    summary: "Bootstraps for two minutes: one chain after the other becomes ready.",
    basis: "real: test/fixtures/avalanchego-1.14.0/bootstrapping-fuji",
    node: { bootstrapping: 2 * minute, upFor: 0 },
  },
  unhealthy: {
    summary: "Just started: chain health checks are pending, the network check fails.",
    basis: "inferred",
    node: { upFor: 0, checksEvery: 5, sendFailRate: 0.95 },
  },
  halted: {
    summary: "Stops accepting blocks after one minute.",
    basis: "inferred",
    chain: { blocksFor: minute },
  },
  quiet: {
    summary: "Node of Fuji, whose P-Chain accepts a block every ten minutes.",
    basis: "inferred",
    chain: { network: "fuji", blockEvery: 10 * minute, maxBlockGap: 20 * minute },
  },
  "no-index": {
    summary: "Runs without the container index.",
    basis: "real: test/e2e/node.test.ts",
    node: { index: false },
  },
  "no-admin": {
    summary: "Runs without the admin API.",
    basis: "real: test/e2e/node.test.ts",
    node: { admin: false },
  },
  "no-health": {
    summary: "Runs without the health API (--api-health-enabled=false).",
    basis: "inferred",
    node: { health: false },
  },
  "no-x-chain": {
    summary: "Syncs only the P-Chain; the X- and C-Chain never finish bootstrapping.",
    basis: "inferred",
    node: { partial: true },
  },
  "rolling-upgrade": {
    summary: "Most of the stake announces an upgrade in two days that the node lacks.",
    basis: "inferred",
    node: { rollout: { from: ["1.15.0", "1.15.1"], to: "1.16.0", activatesAfter: 2 * day, endsAfter: day } },
  },
  "auto-renewed": {
    summary: "400 days after Helicon: every fifth validator auto-renews.",
    basis: "real: test/e2e/helicon.test.ts",
    chain: { heliconAfter: -400 * day },
  },
  "validator-offline": {
    summary: "Validator demo-1 is offline; its uptime drops below 80 % in ten minutes.",
    basis: "real: test/e2e/five-validators.test.ts",
    chain: { offlineFor: 10 * minute, heliconAfter: 400 * day },
  },
  "validator-leaving": {
    summary: "The staking period of validator demo-2 ends in three minutes, with a reward.",
    basis: "real: test/e2e/staking-periods.test.ts",
    chain: { leavesAfter: 3 * minute },
  },
  unrewarded: {
    summary: "The staking period of demo-2 ends in three minutes, without a reward.",
    basis: "real: test/e2e/helicon.test.ts",
    chain: { leavesAfter: 3 * minute, isLeaverOffline: true },
  },
  "renewal-missed": {
    summary: "Validator demo-1 renews, misses its uptime, and is removed in 14 minutes.",
    basis: "real: test/e2e/helicon.test.ts",
    chain: { heliconAfter: -400 * day, offlineFor: 5 * minute },
  },
  "stake-away": {
    summary: "Has no connection to 27 % of the stake; the P-Chain is slow.",
    basis: "inferred",
    chain: { away: 0.27, blockEvery: 12, maxBlockGap: 2 * minute },
  },
  "l1-draining": {
    summary: "Balances of L1 validators with over a third of the weight soon run out.",
    basis: "real: test/e2e/populated.test.ts",
    chain: { hasShortBalances: true, draining: 0.6 },
  },
  "l1-stalled": {
    summary: "Validates the first L1, whose chain stalls after a minute.",
    basis: "inferred",
    chain: { ownsFirstL1: true },
    node: { runsL1: true, l1StallsAfter: minute },
  },
  "l1-upgrade": {
    summary: "Runs the first L1, whose upgrade.json has an upgrade in two days.",
    basis: "real: test/e2e/l1-consensus.test.ts",
    node: { runsL1: true, l1UpgradesAfter: 2 * day },
  },
  "l1-validator-offline": {
    summary: "Runs the first L1, of which demo-l1-validator is offline, soon below 80 %.",
    basis: "real: test/e2e/evm-l1.test.ts",
    node: { runsL1: true, l1OfflineFor: 10 * minute },
  },
  "wrong-key": {
    summary: "Validates the first L1 with a BLS key that is not the registered one.",
    basis: "real: test/e2e/evm-l1.test.ts",
    chain: { ownsFirstL1: true, hasWrongL1Key: true },
    node: { runsL1: true },
  },
  "c-chain-stalled": {
    summary: "After one minute the C-Chain executes no further block, but accepts them.",
    basis: "inferred",
    node: { executionStallsAfter: minute },
  },
  converting: {
    summary: "After one minute the permissioned subnet becomes an L1.",
    basis: "inferred",
    chain: { convertsAfter: minute },
  },
  permissioned: {
    summary: "One permissioned subnet in addition to the primary network.",
    basis: "real: test/e2e/staking-periods.test.ts",
    chain: { l1s: 0, kinds: ["permissioned"] },
  },
  elastic: {
    summary: "One elastic subnet in addition to the primary network.",
    basis: "inferred",
    chain: { l1s: 0, kinds: ["elastic"] },
  },
  "forwarder-403": {
    summary: "A proxy in front of the node answers all calls with 403.",
    basis: "inferred",
    faults: [{ method: "*", fault: forbidden }],
  },
  "node-swapped": {
    summary: "After one minute, a node with another node ID answers.",
    basis: "inferred",
    node: { swapsAfter: minute },
  },
  flaky: {
    summary: "Each minute, answers 503 for 15 s and resets connections for 3 s more.",
    basis: "inferred",
    faults: [
      { method: "*", fault: unavailable, flaps: { every: minute, lasts: 15 } },
      { method: "*", fault: { kind: "reset" }, after: 45, flaps: { every: minute, lasts: 3 } },
    ],
  },
  slow: {
    summary: "The validator list takes four seconds and blocks all other P-Chain calls.",
    basis: "inferred",
    faults: [{ method: "platform.getCurrentValidators", fault: { kind: "busy", ms: 4000 } }],
  },
  "mainnet-size": {
    summary: "1,500 validators, about 90,000 delegators, 300 L1s with 15,000 validators.",
    basis: "inferred",
    chain: {
      validators: 1500,
      delegatorsEach: 200,
      elsewhere: 0,
      l1s: 300,
      l1Validators: 15_000,
      hasShortBalances: true,
    },
    large: true,
  },
} satisfies Record<string, Scenario>;
export type ScenarioName = keyof typeof scenarios;
/** Name of the network of a scenario, unless another one is set. */
export const networkOf = (name: ScenarioName): NetworkName => {
  const { chain }: Scenario = scenarios[name];
  return chain?.network ?? "simulated";
};
export const defaultScenario: ScenarioName = "healthy";
export const isScenario = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name);
