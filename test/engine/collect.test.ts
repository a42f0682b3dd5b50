import { stat } from "node:fs/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { collector, type RunClient, readEach } from "../../src/collectors/collector.ts";
import * as m from "../../src/collectors/heights.ts";
import { subnetSupply, subnetToken } from "../../src/collectors/subnets.ts";
import { classifyRun } from "../../src/engine/after-run.ts";
import {
  collect,
  countSamples,
  fitToLimit,
  type ProjectedGroup,
  pruneGroups,
  resultOfBug,
} from "../../src/engine/collect.ts";
import type { MapOutput, Session } from "../../src/engine/job.ts";
import { kindOf } from "../../src/engine/metric.ts";
import type { CallOptions, NodeClient } from "../../src/node-api/client.ts";
import type { Params } from "../../src/node-api/contract.ts";
import { fc } from "../support/random.ts";
import { failedError, fakeClient, runOnce, samples, settings, unavailableError } from "../support/run-collector.ts";

const heights = collector({
  name: "heights",
  summary: "",
  interval: "10s",
  reads: ["platform.getProposedHeight", "platform.getHeight"],
  metrics: [m.proposedHeight, m.height],
  read: ({ call }) => ({
    proposed: call("platform.getProposedHeight", {}),
    accepted: call("platform.getHeight", {}),
  }),
  map: {
    proposed: ({ height }) => [m.pProposed.item({ height })],
    accepted: ({ height }) => [m.pAccepted.item({ height })],
  },
});
const height = (height: string) => ({ height });

test("a run is ok if every item has a response", async () => {
  const { ended, text } = await runOnce(heights, {
    "platform.getProposedHeight": height("1"),
    "platform.getHeight": height("2"),
  });
  expect([classifyRun(ended), samples(text)]).toEqual([
    { kind: "ok" },
    ["avax_pchain_proposed_height 1", "avax_pchain_height 2"],
  ]);
});

test("a run in which one item fails has failed, and the others are published", async () => {
  const { ended, text } = await runOnce(heights, {
    "platform.getProposedHeight": failedError(),
    "platform.getHeight": height("2"),
  });
  expect(classifyRun(ended)).toMatchObject({ kind: "failed", reason: "rpc_error" });
  expect([samples(text), ended.updates.get("proposed")]).toEqual([["avax_pchain_height 2"], "keep"]);
});

test("an unavailable item is dropped, and the run is ok because of the others", async () => {
  const { ended } = await runOnce(heights, { "platform.getProposedHeight": unavailableError("method_unknown") });
  expect([classifyRun(ended), ended.updates.has("proposed")]).toEqual([{ kind: "ok" }, false]);
});

test("a failure outweighs an unavailable item", async () => {
  const answers = {
    "platform.getProposedHeight": unavailableError("method_unknown"),
    "platform.getHeight": failedError(),
  };
  const { ended } = await runOnce(heights, answers);
  expect(classifyRun(ended)).toMatchObject({ kind: "failed" });
  expect([ended.failed, ended.unavailable]).toMatchObject([
    [{ reason: "rpc_error" }],
    [{ unavailable: "method_unknown" }],
  ]);
});

test("an error that is not a failed call is thrown: a stop, or a bug", async () => {
  const buggy = collector({
    ...heights,
    read: () => ({ bug: Promise.reject(new TypeError("bug")) }),
    map: { bug: () => [] },
  });
  await expect(runOnce(buggy)).rejects.toThrow("bug");
});

type Weighted = { readonly subnet_id: string; readonly alias: string; readonly weight: bigint };
const subnetTotal = kindOf<Weighted>().with("subnet_id", "alias");
const subnetWeight = subnetTotal.gauge("avax_test_weight", { help: "", from: "", of: ({ weight }) => weight });
const series = [subnetWeight, subnetSupply] as const;
type Set = Readonly<Record<string, readonly [share: number, series: 1 | 2]>>;

/** A run over sets of entities, with their shares and numbers of series by name. */
async function runOver(sets: Readonly<Record<string, Set>>, limit: number) {
  const many = collector({
    ...heights,
    metrics: series,
    read: () => ({ set: new Map(Object.entries(sets).map(([name, set]) => [name, Promise.resolve(set)])) }),
    map: {
      *set(set) {
        for (const [id, [share, count]] of Object.entries(set)) {
          const labels = { subnet_id: id, alias: "" };
          const both = [subnetTotal.item({ ...labels, weight: 1n }), subnetToken.item({ ...labels, supply: 1n })];
          yield { priority: share, id, observations: both.slice(0, count) };
        }
      },
    },
  });
  const { ended, text } = await runOnce(many, {}, { limit });
  return { dropped: ended.dropped, shown: [...text.matchAll(/weight\{subnet_id="(\w)"/g)].map(([, id]) => id) };
}

test("a collector cannot call a method that changes the node, even if its types are not checked", async () => {
  const changing = collector({
    name: "changing",
    summary: "",
    interval: "10s",
    reads: ["platform.getHeight"],
    metrics: [m.height],
    // @ts-expect-error a method that changes the node
    read: ({ call }) => ({ accepted: call("admin.alias", { endpoint: "bc/P", alias: "p" }) as Promise<never> }),
    map: { accepted: () => [] },
  });
  const client = fakeClient({ "admin.alias": {} } as never);
  const run = collect(changing.configure(settings())?.createSession() as Session, client, {
    signal: new AbortController().signal,
    timeout: undefined,
    limit: 1,
  });
  await expect(run).rejects.toThrow("admin.alias is not a method that only reads");
});

test("the series limit drops the smallest shares, across all sets, and counts their series", async () => {
  const sets: Readonly<Record<string, Set>> = { one: { a: [0.5, 2], b: [0.1, 2] }, two: { c: [0.9, 2], d: [0.05, 1] } };
  expect(await runOver(sets, 5)).toEqual({ dropped: 3, shown: ["a", "c"] });
});

test("equal shares are ordered by ID", async () => {
  expect(await runOver({ one: { b: [0.5, 1], a: [0.5, 1] } }, 1)).toEqual({ dropped: 1, shown: ["a"] });
});

test("a group that does not fit is dropped as a whole, and so is every smaller one, however few its series", async () => {
  expect(await runOver({ one: { a: [0.5, 2], b: [0.3, 2], c: [0.2, 1] } }, 3)).toEqual({ dropped: 3, shown: ["a"] });
});

test("if observations outside of groups fill the limit, every group is dropped and counted", async () => {
  const some = collector({
    ...heights,
    map: {
      proposed: ({ height }) => [m.pProposed.item({ height }), m.pAccepted.item({ height })],
      *accepted({ height }) {
        for (const id of ["a", "b", "c"]) yield { priority: 1, id, observations: [m.pAccepted.item({ height })] };
      },
    },
  });
  const { ended, text } = await runOnce(some, {}, { limit: 1 });
  expect([ended.dropped, samples(text).length]).toEqual([3, 2]);
});

/** Runs a collector with one item of these entries. */
function runWith(all: () => Generator<MapOutput>, signal: AbortSignal) {
  const long = collector({ ...heights, read: () => ({ all: Promise.resolve() }), map: { all } });
  const configured = long.configure(settings());
  if (!configured) throw new Error("nothing to do");
  return collect(configured.createSession(), fakeClient({}), { signal, timeout: undefined, limit: 10 });
}

/** Counts the turns of other work on a frozen clock: two between two slices of a run. */
function countTurns() {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  onTestFinished(() => clearImmediate(next));
  return () => turns;
}

test("long work yields to other work every 5 ms", async () => {
  const turns = countTurns();
  await runWith(function* () {
    for (let i = 0; i < 100; i++) {
      vi.advanceTimersByTime(0.5);
      yield { error: undefined };
    }
  }, new AbortController().signal);
  expect(turns()).toBe(2 * 10);
});

test("a large response is mapped in a later turn of the event loop", async () => {
  const turns = countTurns();
  async function readLong() {
    await stat("."); // responses come from the poll phase, deferred work runs in another one
    vi.advanceTimersByTime(10);
    return turns();
  }
  let later = 0;
  function all(answered: number) {
    later = turns() - answered;
    return [];
  }
  await runOnce(collector({ ...heights, read: () => ({ all: readLong() }), map: { all } }));
  expect(later).toBe(2);
});

test("long work ends when the run is stopped", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  const run = runWith(function* () {
    for (let i = 0; i < 10; i++) {
      stop.abort();
      vi.advanceTimersByTime(10);
      yield { error: undefined };
    }
  }, stop.signal);
  await expect(run).rejects.toThrow("aborted");
});

/** A collector with so many items, each of which takes 5 ms to map. */
const slow = (count: number) =>
  collector({
    ...heights,
    read: () => ({ all: readEach(Array.from(Array(count).keys(), String), async (n) => n) }),
    map: {
      *all() {
        vi.advanceTimersByTime(5);
        yield { error: undefined };
      },
    },
  });

test("many items yield to other work", async () => {
  const turns = countTurns();
  await runOnce(slow(10));
  expect(turns()).toBe(2 * 10);
});

async function askTwice({ call, id }: RunClient<"platform.getHeight" | "platform.getProposedHeight">) {
  await Promise.all([call("platform.getHeight", {}), call("platform.getProposedHeight", {})]);
  return id();
}

test("a run records the nodes that responded, and the duration of the calls", async () => {
  let self: string | undefined;
  const asking = collector({
    ...heights,
    read: (node) => ({ both: askTwice(node) }),
    map: {
      both(id) {
        self = id;
        return [];
      },
    },
  });
  const inner = fakeClient({});
  const call = async (options: CallOptions, name: "platform.getHeight", params: Params<"platform.getHeight">) => ({
    ...(await inner.call(options, name, params)),
    nodeId: "NodeID-here",
    seconds: 0.6,
  });
  const client = { call: call as unknown as typeof inner.call, nodeId: () => "NodeID-later" };
  const { signal } = new AbortController();
  const session = asking.configure(settings())?.createSession() as Session;
  const ended = await collect(session, client, { signal, timeout: undefined, limit: 10 });
  expect([self, ended.callMs, [...ended.nodeIds]]).toEqual(["NodeID-here", 1200, ["NodeID-here"]]);
  const knowing = { ...client, kept: (() => ({ height: 1n })) as unknown as NodeClient["kept"] };
  const idle = await collect(session, knowing, { signal, timeout: undefined, limit: 10 });
  expect([idle.callMs, [...idle.nodeIds]]).toEqual([0, ["NodeID-later"]]);
});

test("a response without the ID of a node adds no node to the run", async () => {
  const { ended } = await runOnce(heights);
  expect(ended.nodeIds).toEqual(new Set());
});

test("the result of a bug is one failed item, which names the collector", () => {
  const { items, failed, unavailable } = resultOfBug("heights", new TypeError("bug"));
  expect([items, failed, unavailable]).toMatchObject([
    1,
    [{ detail: "heights: unexpected response", reason: "schema" }],
    [],
  ]);
});

/** Returns observations of one series each. */
const observations = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    observation: m.pAccepted.item({ height: BigInt(i) }),
    samples: [{ metric: m.height, value: i, labels: {} }],
  }));
const maxCount = 4;
const groups = fc.uniqueArray(
  fc.record({ priority: fc.nat(3), id: fc.string({ minLength: 1, maxLength: 3 }), count: fc.nat(maxCount) }),
  { selector: ({ id }) => id, maxLength: 30 },
);

test("groups that are pruned while they are read are those that the limit drops", () => {
  fc.assert(
    fc.property(groups, fc.nat(20), fc.nat(5), (given, maxSeries, always) => {
      const all = given.map(({ count, ...group }): ProjectedGroup => ({ ...group, observations: observations(count) }));
      let kept: ProjectedGroup[] = [];
      for (const group of all) kept = pruneGroups([...kept, group], maxSeries);
      const dropped = countSamples(all) - countSamples(kept);
      // at most the limit, and the group that exceeds it
      expect(countSamples(kept)).toBeLessThanOrEqual(maxSeries + maxCount);
      const entries = { readAt: 0, always: observations(always), dropped: 0 };
      const whole = fitToLimit(new Map([["a", { ...entries, groups: all }]]), maxSeries);
      const pruned = fitToLimit(new Map([["a", { ...entries, groups: kept, dropped }]]), maxSeries);
      expect([pruned.dropped, new Set(pruned.entries.get("a")?.observations)]).toEqual([
        whole.dropped,
        new Set(whole.entries.get("a")?.observations),
      ]);
    }),
  );
});
