import { expect, test } from "vitest";
import { containerIndex } from "../../src/collectors/container-index.ts";
import { classifyRun } from "../../src/exporter/collect.ts";
import { type Answers, failedError, runOnce, samples, settings, unavailableError } from "../support/run-collector.ts";

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
  const round = await runOnce(containerIndex, answers);
  return { samples: samples(round.text), outcome: classifyRun(round.ended) };
};

test("an empty index is available and has no last container", async () => {
  const round = await ended({ "index.getLastAccepted": unavailableError("empty_index") });
  expect(round.samples).toEqual([
    'avax_index_available{chain="P",container="block"} 1',
    'avax_index_available{chain="X",container="block"} 1',
    'avax_index_available{chain="C",container="block"} 1',
  ]);
  expect(round.outcome).toMatchObject({ kind: "unavailable", reason: "empty_index" });
});

test("an index that is off while its chain is served is 0", async () => {
  const round = await ended({
    "index.getLastAccepted": unavailableError("api_off"),
    "info.isBootstrapped": bootstrapped("PXC"),
  });
  expect(round.samples).toEqual([
    'avax_index_available{chain="P",container="block"} 0',
    'avax_index_available{chain="X",container="block"} 0',
    'avax_index_available{chain="C",container="block"} 0',
  ]);
  expect(round.outcome).toMatchObject({ kind: "unavailable", reason: "api_off" });
});

test("nothing is said of the index of a chain that is not there (yet)", async () => {
  const { samples } = await ended({
    "index.getLastAccepted": (_params, index) => (index === "P/block" ? last("7") : unavailableError("api_off")),
    "info.isBootstrapped": bootstrapped(""),
  });
  expect(samples).toEqual([
    'avax_index_available{chain="P",container="block"} 1',
    'avax_index_last_accepted_index{chain="P",container="block"} 7',
    'avax_index_last_accepted_timestamp_seconds{chain="P",container="block"} 1734369547.25',
  ]);
});

test("nothing is said of an index that is off where the node does not tell whether its chain is there", async () => {
  const { samples } = await ended({
    "index.getLastAccepted": unavailableError("api_off"),
    "info.isBootstrapped": failedError(),
  });
  expect(samples).toEqual([]);
});

test("a bug is thrown, not taken for a state", async () => {
  const bug = () => {
    throw new TypeError("bug");
  };
  await expect(ended({ "index.getLastAccepted": bug })).rejects.toThrow("bug");
  await expect(
    ended({ "index.getLastAccepted": unavailableError("api_off"), "info.isBootstrapped": bug }),
  ).rejects.toThrow("bug");
});

test("one index that fails leaves the others alone", async () => {
  const round = await ended({
    "index.getLastAccepted": (_params, index) => (index === "X/block" ? failedError() : last("7")),
  });
  expect(round.samples.filter((line) => line.startsWith("avax_index_available"))).toEqual([
    'avax_index_available{chain="P",container="block"} 1',
    'avax_index_available{chain="C",container="block"} 1',
  ]);
  expect(round.outcome).toMatchObject({ kind: "failed", reason: "rpc_error" });
});

test("other indices are followed by choice, and without any there is nothing to do", async () => {
  const { text } = await runOnce(containerIndex, {}, { settings: settings({ watch: { indexes: ["X/tx"] } }) });
  expect(samples(text)[0]).toBe('avax_index_available{chain="X",container="tx"} 1');
  expect(containerIndex.configure(settings({ watch: { indexes: [] } }))).toBeUndefined();
});
