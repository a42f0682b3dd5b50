/** Scenes of the pictures: a day of a validator on mainnet with an exporter as sidecar, which watches four more validators. */
import type { FaultRule } from "../../../src/simulator/faults.ts";
import type { SimulatorOptions } from "../../../src/simulator/simulator.ts";

const second = 1000;
const minute = 60 * second;
const hour = 3600;

/** Times in milliseconds. They are fixed, so that the pictures are reproducible. */
export const end = Date.UTC(2026, 10, 21, 11, 38);
const duration = 24 * hour * second;
/** Scrapes before the start, so that rates exist from the first minute on. */
const lead = 1800 * second;
export const begin = end - duration - lead;
export const scrapeEvery = 60 * second;

/** The addresses that Prometheus scrapes and the simulated node. */
export const instance = "validator-1:9652";
/** Delays in milliseconds: of every call, and of the validator list, which holds the chain lock. */
const taking = (any: number, list: number): FaultRule[] => [
  { method: "*", fault: { kind: "delay", ms: any } },
  { method: "platform.getCurrentValidators", fault: { kind: "busy", ms: list } },
];
/** Returns a fault that occurs once, and lasts the given seconds. */
const oneTime = (after: number, lasts: number) => ({ after, flaps: { every: Number.MAX_SAFE_INTEGER, lasts } });

export const node: SimulatorOptions = {
  ...{ seed: 5, validators: 800, delegatorsEach: 20, l1s: 3, l1Validators: 36, load: 0.9 },
  ...{ elsewhere: 13_000, validatorExcess: 300_000_000n }, // above the target: the fee rises
  faults: [
    ...taking(2, 60),
    { method: "platform.getCurrentValidators", fault: { kind: "busy", ms: 900 }, ...oneTime(14 * hour, 1.5 * hour) },
  ],
};
/** Names of the watched validators by their number in the simulation: validator 0 is the queried node. */
export const watched: Readonly<Record<number, string>> = {
  0: "validator-1",
  32: "validator-2",
  49: "validator-3",
  74: "validator-4",
  362: "validator-5",
};
/** The watched validator that was offline for long, and the share of its offline budget that is left. */
export const atRisk = { validator: 362, budgetLeft: 0.4 };

export type Scene = {
  /** Watched validator that is offline from a time until the end. */
  readonly offline?: { readonly validator: number; readonly from: number };
};
export const scenes = {
  calm: {},
  incident: { offline: { validator: 32, from: end - 50 * minute } },
} as const satisfies Readonly<Record<string, Scene>>;
export type SceneName = keyof typeof scenes;
