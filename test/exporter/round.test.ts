import { expect, onTestFinished, test, vi } from "vitest";
import { collector } from "../../src/collectors/collector.ts";
import { runRound, verdict } from "../../src/exporter/round.ts";
import * as m from "../../src/metrics/pchain.ts";
import { absent, answering, failed, roundOf, samples, settings } from "../support/round.ts";

const heights = collector({
  name: "heights",
  summary: "",
  every: "10s",
  reads: ["platform.getProposedHeight", "platform.getHeight"],
  metrics: [m.proposedHeight, m.height],
  read: ({ call }) => ({
    proposed: call("platform.getProposedHeight", {}),
    accepted: call("platform.getHeight", {}),
  }),
  map: {
    proposed: ({ height }, emit) => emit(m.proposedHeight, height),
    accepted: ({ height }, emit) => emit(m.height, height),
  },
});
const height = (height: string) => ({ height });

test("a round is ok when every item has an answer", async () => {
  const { ended, text } = await roundOf(heights, {
    "platform.getProposedHeight": height("1"),
    "platform.getHeight": height("2"),
  });
  expect([verdict(ended), samples(text)]).toEqual([
    { kind: "ok" },
    ["avax_pchain_proposed_height 1", "avax_pchain_height 2"],
  ]);
});

test("a round in which one item fails has failed, and the others are published", async () => {
  const { ended, text } = await roundOf(heights, {
    "platform.getProposedHeight": failed(),
    "platform.getHeight": height("2"),
  });
  expect(verdict(ended)).toMatchObject({ kind: "failed", reason: "rpc_error" });
  expect([samples(text), ended.said.get("proposed")]).toEqual([["avax_pchain_height 2"], "keep"]);
});

test("an item that the node does not offer vanishes, and the round is ok for the sake of the others", async () => {
  const { ended } = await roundOf(heights, { "platform.getProposedHeight": absent("method_unknown") });
  expect([verdict(ended), ended.said.has("proposed")]).toEqual([{ kind: "ok" }, false]);
});

test("a round without any offered item is unavailable", async () => {
  const answers = {
    "platform.getProposedHeight": absent("method_unknown"),
    "platform.getHeight": absent("bootstrapping"),
  };
  const { ended } = await roundOf(heights, answers);
  expect(verdict(ended)).toMatchObject({ kind: "unavailable", what: "bootstrapping" });
});

test("a failure outweighs what is not offered", async () => {
  const answers = { "platform.getProposedHeight": absent("method_unknown"), "platform.getHeight": failed() };
  const { ended } = await roundOf(heights, answers);
  expect(verdict(ended)).toMatchObject({ kind: "failed" });
});

test("a collector without items is ok", async () => {
  const idle = collector({ ...heights, read: () => ({}), map: {} });
  expect(verdict((await roundOf(idle)).ended)).toEqual({ kind: "ok" });
});

test("what is no error of the node is thrown: a stop, or a bug", async () => {
  const buggy = collector({
    ...heights,
    read: () => ({ bug: Promise.reject(new TypeError("bug")) }),
    map: { bug: () => {} },
  });
  await expect(roundOf(buggy)).rejects.toThrow("bug");
});

/** A round of one item whose samples are these. */
function roundWith(all: () => Generator<() => void>, signal: AbortSignal) {
  const long = collector({ ...heights, read: () => ({ all: Promise.resolve() }), map: { all } });
  const prepared = long.prepare(settings());
  if (!prepared) throw new Error("nothing to do");
  return runRound(prepared, answering({}), { signal, timeout: undefined, limit: 10 });
}

test("long work lets other work pass every 5 ms", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  onTestFinished(() => clearImmediate(next));
  await roundWith(function* () {
    for (let i = 0; i < 100; i++) yield () => void vi.advanceTimersByTime(1);
  }, new AbortController().signal);
  expect(turns).toBe(20);
});

test("long work ends when the round is stopped", async () => {
  const stop = new AbortController();
  const round = roundWith(function* () {
    for (;;) yield () => stop.abort();
  }, stop.signal);
  await expect(round).rejects.toThrow("aborted");
});
