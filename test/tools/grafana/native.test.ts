/** Metrics of AvalancheGo itself: those that rules and panels use, on the pages of real nodes. */
import { describe, expect, test } from "vitest";
import { nativeMetrics } from "../../../src/tools/grafana/native-metrics.ts";
import { selectors } from "./dashboards.ts";
import { pages, readPage, type Sample, samplesOf } from "./native-pages.ts";
import { selectorsOf } from "./promql.ts";
import { alertRules, isPattern, native, seriesOf } from "./sources.ts";

const samples = pages.flatMap(samplesOf);
const types = new Map(
  pages.flatMap((page) => [...page.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type] as const)),
);

test("rules and panels use the metrics of the list, and no others", () => {
  const used = [...alertRules().flatMap(({ expr }) => selectorsOf(expr)), ...selectors].map(({ metric }) => metric);
  const listed = native.flatMap((metric) => ({
    metric: metric.name,
    series: seriesOf(metric).map(({ name }) => name),
  }));
  const known = new Set(listed.flatMap(({ series }) => series));
  expect(used.filter((name) => name.startsWith("avalanche_") && !known.has(name))).toEqual([]);
  expect(listed.filter(({ series }) => !series.some((name) => used.includes(name)))).toEqual([]);
});

test.for(Object.values(nativeMetrics))("nodes of v1.14.0 have $name", ({ name, labels, type }) => {
  const found = samples.filter((sample) => new RegExp(`^${name}$`).test(sample.name));
  expect(new Set(found.map((sample) => types.get(sample.name)))).toEqual(new Set([type]));
  expect(found.map((sample) => Object.keys(sample.labels))).toEqual(found.map(() => [...labels]));
});

test("the pattern of bad blocks has the C-Chain, and one name for each virtual machine of the L1s", () => {
  expect(isPattern(nativeMetrics.badBlocks.name)).toBe(true);
  const found = samplesOf(readPage("evm-l1")).filter(({ name }) => name.endsWith("_bad_count"));
  expect(found.map(({ name, labels }) => `${name} ${labels["chain"]}`)).toEqual([
    "avalanche_evm_eth_chain_block_bad_count C",
    "avalanche_qDNWSmpDZsaKrHyVTqM4EkfHVNxSgEoaMFACSg7QZekdR9Qet_vm_eth_chain_block_bad_count dvxbnK42oTeutURrp7F7MdjQLqEkMfCz95a3eL2KZosXtDtFy",
    "avalanche_subnetevm_vm_eth_chain_block_bad_count 2VJ5EoJjbsZPqiMztFv8YjqxgVEbPnKQhjrm1AvFnP6zDRJLwJ",
  ]);
});

describe("the counters of bootstrapping", () => {
  const { bootstrapFinished, blocksFetched, blocksExecuted, messages } = nativeMetrics;
  const valueIn = (page: string, metric: { readonly name: string }, labels: Sample["labels"]) =>
    samplesOf(readPage(page)).find(
      (one) => one.name === metric.name && Object.entries(labels).every(([label, text]) => one.labels[label] === text),
    )?.value;
  const stateOf = (page: string, chain: string) =>
    [bootstrapFinished, blocksFetched, blocksExecuted].map((metric) => valueIn(page, metric, { chain }));
  test("keep their values after it, so that only bootstrap_finished distinguishes the two nodes", () => {
    expect([stateOf("evm-l1", "P"), stateOf("waiting", "P")]).toEqual([
      [1, 6, 6],
      [0, 12, 12],
    ]);
  });
  test("stay at 0 on chains that cannot start, which receive no lists of accepted blocks either", () => {
    expect(stateOf("waiting", "C")).toEqual([0, 0, 0]);
    const accepted = ["P", "X", "C"].map((chain) => valueIn("waiting", messages, { chain, op: "accepted" }));
    expect(accepted).toEqual([7, undefined, undefined]);
  });
  test("are not the only activity: P and X receive gossip while they bootstrap", () => {
    const responses = ["P", "X", "C"].map((chain) => valueIn("waiting", messages, { chain, op: "app_response" }));
    expect(responses).toEqual([40, 39, undefined]);
  });
});
