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
};
const day = 86_400;
const unavailable = { kind: "status", status: 503, text: "upstream is not there\n" } as const;

export const scenarios = {
  healthy: { summary: "All is well: the default." },
  bootstrapping: {
    summary: "Bootstraps for two minutes: chains come one after the other.",
    node: { bootstrapping: 120, upFor: 0 },
  },
  "no-index": { summary: "Runs without the container index and the admin API.", node: { index: false, admin: false } },
  "pre-etna": {
    summary: "Version 1.11.13 on a network before Etna: no validator fee, no L1s, all-zero gas fee.",
    chain: { etna: false },
    node: { version: "1.11.13" },
  },
  congested: {
    summary: "More transactions than the target: gas becomes dear, and being an L1 validator too.",
    chain: { load: 3, blockEvery: 1, elsewhere: 15_000, validatorExcess: 1_900_000_000n },
  },
  slow: {
    summary: "The list of validators takes four seconds, during which the P-Chain answers nothing else.",
    faults: [{ method: "platform.getCurrentValidators", fault: { kind: "busy", ms: 4000 } }],
  },
  flapping: {
    summary: "Answers 503 for 15 seconds of every minute.",
    faults: [{ method: "*", fault: unavailable, flaps: { every: 60, lasts: 15 } }],
  },
  unhealthy: {
    summary: "Just started: the checks of its chains have yet to run, and the network's fails for good.",
    node: { upFor: 0, checksEvery: 5, sendFailRate: 0.95 },
  },
  helicon: {
    summary: "Version 1.15.0, 60 days after Helicon: some validators renew by themselves, the first in minutes.",
    chain: { heliconAfter: -60 * day },
    node: { version: "1.15.0" },
  },
  converting: {
    summary: "After one minute the permissioned subnet becomes an L1.",
    chain: { convertsAfter: 60 },
  },
  stalled: { summary: "Accepts no more blocks after one minute.", chain: { blocksFor: 60 } },
} satisfies Record<string, Scenario>;
export type ScenarioName = keyof typeof scenarios;
export const defaultScenario: ScenarioName = "healthy";
export const isScenario = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name);
