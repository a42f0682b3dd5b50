/** What there is to see: a day of a validator on mainnet with an exporter beside it, and of a node on Fuji that another follows. */
import type { FaultRule } from "../../../src/simulator/faults.ts";
import type { SimulatorOptions } from "../../../src/simulator/simulator.ts";

/** One exporter. The node without a name is that of `node.url`, the others are those of `nodes`. */
export type Source = {
  readonly name: string;
  /** Where Prometheus finds it. */
  readonly instance: string;
  readonly nodes: Readonly<Record<string, SimulatorOptions>>;
};

const second = 1000;
const hour = 3600;

/** All in milliseconds. The same for ever, so that the same pictures come of it. */
export const end = Date.UTC(2026, 10, 21, 11, 38);
const duration = 24 * hour * second;
/** Scrapes before that, so that there are rates from the first minute on. */
const lead = 1800 * second;
export const begin = end - duration - lead;
export const scrapeEvery = 60 * second;

/** What takes a node so many milliseconds: every call, and under the chain's lock the list of validators. */
const taking = (any: number, list: number): FaultRule[] => [
  { method: "*", fault: { kind: "delay", ms: any } },
  { method: "platform.getCurrentValidators", fault: { kind: "busy", ms: list } },
];
/** In the middle of the day, for so many seconds. */
const oneTime = (after: number, lasts: number) => ({ after, flaps: { every: Number.MAX_SAFE_INTEGER, lasts } });

const mainnet: SimulatorOptions = {
  ...{ seed: 5, validators: 80, delegatorsEach: 8, l1s: 1, l1Validators: 12, load: 0.9 },
  ...{ elsewhere: 13_000, validatorExcess: 300_000_000n }, // more than the target: the price rises
  faults: [
    ...taking(2, 60),
    { method: "platform.getCurrentValidators", fault: { kind: "busy", ms: 900 }, ...oneTime(14 * hour, 1.5 * hour) },
  ],
};
const fuji: SimulatorOptions = {
  ...{ network: "fuji", seed: 13, validators: 40, l1s: 1, l1Validators: 8, load: 0.7, offlineFor: 40 * hour },
  faults: [
    ...taking(12, 30),
    { method: "*", fault: { kind: "status", status: 503, text: "upstream is not there\n" }, ...oneTime(9 * hour, 720) },
  ],
};

export const sources: readonly Source[] = [
  { name: "mainnet", instance: "validator-1:9652", nodes: { "": mainnet } },
  { name: "fuji", instance: "exporter:9652", nodes: { "fuji-1": fuji } },
];
