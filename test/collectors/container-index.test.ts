import { expect, test } from "vitest";
import * as m from "../../src/collectors/container-index.ts";
import { containerIndex } from "../../src/collectors/container-index.ts";
import { classifyRun } from "../../src/engine/after-run.ts";
import { type Answers, failedError, runOnce, samplesOf, settings, unavailableError } from "../support/run-collector.ts";

const metrics = [m.indexAvailable, m.indexLastAccepted, m.indexLastAcceptedTime];
const last = (index: string) => ({
  id: "x",
  bytes: "0x00",
  timestamp: "2024-12-16T17:19:07.25Z",
  encoding: "hex",
  index,
});
const bootstrapped = (chains: string) => (params: unknown) => ({
  isBootstrapped: chains.includes((params as { chain: string }).chain),
});
const ended = async (answers: Answers) => {
  const result = await runOnce(containerIndex, answers);
  return { samples: samplesOf(result.text, ...metrics), outcome: classifyRun(result.ended) };
};

test("an empty index is available and has no last container", async () => {
  const result = await ended({ "index.getLastAccepted": unavailableError("empty_index") });
  expect(result.samples).toEqual([
    'avax_index_available{chain="P",index="block"} 1',
    'avax_index_available{chain="X",index="block"} 1',
    'avax_index_available{chain="C",index="block"} 1',
  ]);
  expect(result.outcome).toMatchObject({ kind: "unavailable", reason: "empty_index" });
});

test("a disabled index of a chain that the node runs is 0", async () => {
  const result = await ended({
    "index.getLastAccepted": unavailableError("api_off"),
    "info.isBootstrapped": bootstrapped("PXC"),
  });
  expect(result.samples).toEqual([
    'avax_index_available{chain="P",index="block"} 0',
    'avax_index_available{chain="X",index="block"} 0',
    'avax_index_available{chain="C",index="block"} 0',
  ]);
  expect(result.outcome).toMatchObject({ kind: "unavailable", reason: "api_off" });
});

test("the index of a chain that does not exist (yet) has no samples", async () => {
  const { samples } = await ended({
    "index.getLastAccepted": (_params, index) => (index === "P/block" ? last("7") : unavailableError("api_off")),
    "info.isBootstrapped": bootstrapped(""),
  });
  expect(samples).toEqual([
    'avax_index_available{chain="P",index="block"} 1',
    'avax_index_last_accepted_index{chain="P",index="block"} 7',
    'avax_index_last_accepted_timestamp_seconds{chain="P",index="block"} 1734369547.25',
  ]);
});

test("a disabled index has no samples if it is unknown whether its chain exists", async () => {
  const { samples } = await ended({
    "index.getLastAccepted": unavailableError("api_off"),
    "info.isBootstrapped": failedError(),
  });
  expect(samples).toEqual([]);
});

test("a bug is thrown, not handled as a state", async () => {
  const bug = () => {
    throw new TypeError("bug");
  };
  await expect(ended({ "index.getLastAccepted": bug })).rejects.toThrow("bug");
  await expect(
    ended({ "index.getLastAccepted": unavailableError("api_off"), "info.isBootstrapped": bug }),
  ).rejects.toThrow("bug");
});

test("a failed index does not affect the others", async () => {
  const result = await ended({
    "index.getLastAccepted": (_params, index) => (index === "X/block" ? failedError() : last("7")),
  });
  expect(result.samples.filter((line) => line.startsWith("avax_index_available"))).toEqual([
    'avax_index_available{chain="P",index="block"} 1',
    'avax_index_available{chain="C",index="block"} 1',
  ]);
  expect(result.outcome).toMatchObject({ kind: "failed", reason: "rpc_error" });
});

test("other indices can be configured, and without any the collector has nothing to do", async () => {
  const { text } = await runOnce(containerIndex, {}, { settings: settings({ watch: { indexes: ["X/tx"] } }) });
  expect(samplesOf(text, m.indexAvailable)).toEqual(['avax_index_available{chain="X",index="tx"} 1']);
  expect(containerIndex.configure(settings({ watch: { indexes: [] } }))).toBeUndefined();
});
