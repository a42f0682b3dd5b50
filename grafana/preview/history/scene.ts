/** Scene of the pictures: a day of a validator on mainnet with an exporter as sidecar, and of a node on Fuji with another exporter. */
import type { FaultRule } from "../../../src/simulator/faults.ts";
import type { SimulatorOptions } from "../../../src/simulator/simulator.ts";

/** Exporter. The node without a name is that of `node.url`, the others are those of `nodes`. */
export type Source = {
  readonly name: string;
  /** Address that Prometheus scrapes. */
  readonly instance: string;
  readonly nodes: Readonly<Record<string, SimulatorOptions>>;
};

const second = 1000;
const hour = 3600;

/** Times in milliseconds. They are fixed, so that the pictures are reproducible. */
export const end = Date.UTC(2026, 10, 21, 11, 38);
const duration = 24 * hour * second;
/** Scrapes before the start, so that rates exist from the first minute on. */
const lead = 1800 * second;
export const begin = end - duration - lead;
export const scrapeEvery = 60 * second;

/** Delays in milliseconds: of every call, and of the validator list, which holds the chain lock. */
const taking = (any: number, list: number): FaultRule[] => [
  { method: "*", fault: { kind: "delay", ms: any } },
  { method: "platform.getCurrentValidators", fault: { kind: "busy", ms: list } },
];
/** Returns a fault that occurs once, and lasts the given seconds. */
const oneTime = (after: number, lasts: number) => ({ after, flaps: { every: Number.MAX_SAFE_INTEGER, lasts } });

const mainnet: SimulatorOptions = {
  ...{ seed: 5, validators: 80, delegatorsEach: 8, l1s: 1, l1Validators: 12, hasShortBalances: true, load: 0.9 },
  ...{ elsewhere: 13_000, validatorExcess: 300_000_000n }, // above the target: the fee rises
  faults: [
    ...taking(2, 60),
    { method: "platform.getCurrentValidators", fault: { kind: "busy", ms: 900 }, ...oneTime(14 * hour, 1.5 * hour) },
  ],
};
const fuji: SimulatorOptions = {
  ...{ network: "fuji", seed: 13, validators: 40, l1s: 1, l1Validators: 8, hasShortBalances: true, load: 0.7 },
  offlineFor: 40 * hour,
  faults: [
    ...taking(12, 30),
    { method: "*", fault: { kind: "status", status: 503, text: "upstream is not there\n" }, ...oneTime(9 * hour, 720) },
  ],
};

export const sources: readonly Source[] = [
  { name: "mainnet", instance: "validator-1:9652", nodes: { "": mainnet } },
  { name: "fuji", instance: "exporter:9652", nodes: { "fuji-1": fuji } },
];
