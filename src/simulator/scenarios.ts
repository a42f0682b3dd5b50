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
const unavailable = { kind: "status", status: 503, text: "upstream is not there\n" } as const;

export const scenarios = {
  healthy: { summary: "All is well: the default." },
  bootstrapping: {
    summary: "Bootstraps for two minutes: chains come one after the other.",
    node: { bootstrapping: 120 },
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
  stalled: { summary: "Accepts no more blocks after one minute.", chain: { blocksFor: 60 } },
} satisfies Record<string, Scenario>;
export type ScenarioName = keyof typeof scenarios;
export const defaultScenario: ScenarioName = "healthy";
export const isScenario = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name);
