/** Scene of the pictures: a day of a validator on mainnet and of a second observer, each with an exporter as sidecar. Both watch the
 *  same five validators. One of these goes offline in the last half hour. A third exporter monitors a validator on Fuji. All three
 *  nodes run the chain of an L1. */
import type { FaultRule } from "../../../simulator/faults.ts";
import type { SimulatorOptions } from "../../../simulator/simulator.ts";

const second = 1000;
const minute = 60 * second;
const hour = 3600;

/** Times in milliseconds. They are fixed, so that the pictures are reproducible. */
export const end = Date.UTC(2026, 10, 21, 11, 38);
/** Ends of the time ranges of the pictures: before the incident, and while its alert fires. */
export const ends = { calm: end - 40 * minute, incident: end } as const;
export type Moment = keyof typeof ends;
const duration = 24 * hour * second;
/** Scrapes before the start, so that rates exist from the first minute on. */
const lead = 30 * minute;
export const begin = ends.calm - duration - lead;
export const scrapeEvery = 5 * minute;

/** Delays in milliseconds: of every call, and of the validator list, which holds the chain lock. */
const taking = (any: number, list: number): FaultRule[] => [
  { method: "*", fault: { kind: "delay", ms: any } },
  { method: "platform.getCurrentValidators", fault: { kind: "busy", ms: list } },
];
/** Returns a fault that occurs once, and lasts the given seconds. */
const oneTime = (after: number, lasts: number) => ({ after, flaps: { every: Number.MAX_SAFE_INTEGER, lasts } });

const mainnet: SimulatorOptions = {
  ...{ seed: 5, validators: 400, delegatorsEach: 6, l1s: 3, l1Validators: 36, load: 0.9, runsL1: true },
  ...{ elsewhere: 10_400, validatorExcess: 300_000_000n }, // a little above the target: the fee rises slowly
};
const fuji: SimulatorOptions = {
  ...{ network: "fuji", seed: 8, validators: 90, delegatorsEach: 4, l1s: 1, l1Validators: 5, load: 0.3, runsL1: true },
  faults: [...taking(2, 20), { method: "*", fault: { kind: "reset" }, ...oneTime(9 * hour, 0.4 * hour) }],
};

/** The simulated nodes by the host of their exporter. */
export const nodes: Readonly<Record<string, SimulatorOptions>> = {
  "validator-1": {
    ...mainnet,
    faults: [
      ...taking(2, 60),
      {
        method: "platform.getCurrentValidators",
        fault: { kind: "busy", ms: 900 },
        ...oneTime(14 * hour, 1.5 * hour),
      },
    ],
  },
  // the same chain, as another node
  "observer-1": { ...mainnet, swapsAfter: 0, faults: taking(3, 70) },
  "fuji-1": fuji,
};
/** Names of the watched validators by their number in the simulation: validator 0 is the queried node. */
export const watched: Readonly<Record<number, string>> = {
  0: "validator-1",
  32: "validator-2",
  308: "validator-3",
  74: "validator-4",
  362: "validator-5",
};
/** The watched validator that was offline for long, and the share of its offline budget that is left. */
export const atRisk = { validator: 362, budgetLeft: 0.4 };

/** The watched validator that goes offline, and when. */
export const offline = { validator: 32, from: end - 30 * minute };
