/** Pages of `/ext/metrics` of real nodes of v1.14.0, reduced to the metrics that rules, panels and documents use, and some that are similar.
 *  `evm-l1` is bootstrapped, and runs two chains of Subnet-EVM: one with the ID of that virtual machine, one with an ID of its own. `waiting`
 *  has bootstrapped its P-Chain, and is connected to too little stake for X and C. `alone` is the only node of its network. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../fixtures/native-metrics");
export const readPage = (name: string) => readFileSync(join(folder, `${name}.txt`), "utf8");

export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};
export const samplesOf = (page: string): readonly Sample[] =>
  [...page.matchAll(/^(\w+)(?:\{(.*)\})? (.+)$/gm)].map(([, name = "", labels = "", value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text])),
    value: Number(value),
  }));
export const pages = ["evm-l1", "waiting", "alone"].map(readPage);

const labels = new Map(pages.flatMap(samplesOf).map((sample) => [sample.name, Object.keys(sample.labels)]));
/** Returns the labels of a metric of the pages, or of the first one that a pattern matches; undefined if there is none. */
export const nativeLabelsOf = (pattern: string): readonly string[] | undefined =>
  [...labels].find(([name]) => new RegExp(`^${pattern}$`).test(name))?.[1];
