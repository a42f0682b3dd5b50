import { expect, test } from "vitest";
import { addLabels, createExposition, createLineFormatter, formatHeader } from "../../src/engine/exposition.ts";
import { type AnyMetric, type Item, kindOf, projection, type Sample } from "../../src/engine/metric.ts";
import { createStore, type Entry, type Updates } from "../../src/engine/store.ts";
import { fc } from "../support/random.ts";

const blocks = kindOf<{ readonly value: number }>().with();
const height = blocks.gauge("avax_height", { help: "h", from: "f", of: ({ value }) => value });
const sets = kindOf<{ readonly subnet_id: string; readonly value: number }>().with("subnet_id");
const members = sets.gauge("avax_members", { help: "m", from: "f", of: ({ value }) => value });
const metrics = new Set<AnyMetric>([height, members]);
const heightHeader = "# HELP avax_height h\n# TYPE avax_height gauge\n";
const membersHeader = "# HELP avax_members m\n# TYPE avax_members gauge\n";

const running = new AbortController().signal;
const project = projection(metrics);
const entryOf = (items: readonly Item[]): Entry => ({
  readAt: 7,
  observations: items.map((observation) => ({ observation, samples: project(observation) })),
});

function setUp(derive: () => readonly Item[] = () => []) {
  const clock = { now: 0 };
  const now = () => clock.now;
  const store = createStore({ now });
  const page = createExposition({ metrics, store, derive });
  const updatesOf = (items: Readonly<Record<string, readonly Item[] | "keep">>): Updates =>
    new Map(Object.entries(items).map(([key, some]) => [key, some === "keep" ? some : entryOf(some)]));
  const publish = (collector: string, items: Parameters<typeof updatesOf>[0]) =>
    store.publish(collector, updatesOf(items), 60, running);
  return { clock, store, page, publish, show: () => page.text() };
}
const heightIs = (value: number) => [blocks.item({ value })];
const membersAre = (subnet_id: string, value: number) => [sets.item({ subnet_id, value })];

test("a page without samples is empty: no family, no header", () => {
  expect(setUp().show()).toBe("");
});

test("a run replaces all samples of its collector", async () => {
  const { publish, show } = setUp();
  await publish("c", { a: membersAre("A", 1), b: membersAre("B", 2) });
  await publish("c", { a: membersAre("A", 3) });
  expect(show()).toBe(`${membersHeader}avax_members{subnet_id="A"} 3\n`);
});

test("a family of two collectors has one header, and families follow the order of the layout", async () => {
  const { publish, show } = setUp();
  await publish("first", { a: membersAre("A", 1) });
  await publish("second", { b: membersAre("B", 2) });
  await publish("third", { h: heightIs(7) });
  expect(show()).toBe(
    `${heightHeader}avax_height 7\n${membersHeader}avax_members{subnet_id="A"} 1\navax_members{subnet_id="B"} 2\n`,
  );
});

test("a kept item is unchanged next to new ones", async () => {
  const { publish, show } = setUp();
  await publish("c", { a: membersAre("A", 1), b: membersAre("B", 2) });
  await publish("c", { a: "keep", b: membersAre("B", 5) });
  expect(show()).toBe(`${membersHeader}avax_members{subnet_id="A"} 1\navax_members{subnet_id="B"} 5\n`);
});

test("keeping an item without samples adds none", async () => {
  const { publish, show } = setUp();
  await publish("c", { a: "keep" });
  expect(show()).toBe("");
});

test("an item without an entry is dropped at once", async () => {
  const { publish, show } = setUp();
  await publish("c", { a: heightIs(1) });
  await publish("c", {});
  expect(show()).toBe("");
});

test("a sample is dropped when it is stale, and keeping it does not refresh it", async () => {
  const { clock, store, publish, show } = setUp();
  await publish("c", { a: heightIs(1) });
  clock.now = 59;
  await publish("c", { a: "keep" });
  const before = show();
  clock.now = 60;
  expect([before, show(), store.series("c")]).toEqual([`${heightHeader}avax_height 1\n`, "", 0]);
});

test("a run that was stopped while it was rendered changes nothing", async () => {
  const { store, publish, show } = setUp();
  await publish("c", { a: heightIs(1) });
  const stop = new AbortController();
  const outcome: Updates = new Map([["a", entryOf(heightIs(2))]]);
  const published = store.publish("c", outcome, 60, stop.signal);
  stop.abort();
  await expect(published).rejects.toThrow("aborted");
  expect(show()).toBe(`${heightHeader}avax_height 1\n`);
});

test("the series of a collector are those of all its items", async () => {
  const { store, publish } = setUp();
  await publish("c", { a: membersAre("A", 1), b: membersAre("B", 2) });
  expect([store.series("c"), store.series("other")]).toEqual([2, 0]);
});

test("clearing removes the samples of every collector", async () => {
  const { store, publish, show } = setUp();
  await publish("a", { h: heightIs(1) });
  store.clear();
  expect(show()).toBe("");
});

test("items of one run that are updated separately later keep their own samples", async () => {
  const { store, publish, show } = setUp();
  const names = Array.from({ length: 20 }, (_, n) => `S${n}`);
  const all = (outcomeOf: (n: number) => readonly Item[] | "keep") =>
    Object.fromEntries(names.map((name, n) => [name, outcomeOf(n)]));
  await publish(
    "c",
    all((n) => membersAre(`S${n}`, n)),
  );
  await publish(
    "c",
    all((n) => (n % 2 === 0 ? "keep" : membersAre(`S${n}`, 100 + n))),
  );
  await publish(
    "c",
    all((n) => (n % 3 === 0 ? "keep" : membersAre(`S${n}`, 200 + n))),
  );
  const values = names.map((_, n) => (n % 3 !== 0 ? 200 + n : n % 2 !== 0 ? 100 + n : n));
  const lines = values.map((value, n) => `avax_members{subnet_id="S${n}"} ${value}`);
  expect(show().split("\n").sort()).toEqual([...membersHeader.split("\n"), ...lines].sort());
  expect(store.series("c")).toBe(20);
});

test("an item that is kept next to new ones is stale at its own time", async () => {
  const { clock, publish, show } = setUp();
  await publish("c", { a: membersAre("A", 1), b: membersAre("B", 1) });
  clock.now = 30;
  await publish("c", { a: "keep", b: membersAre("C", 1) });
  clock.now = 60;
  expect(show()).toBe(`${membersHeader}avax_members{subnet_id="C"} 1\n`);
});

test("stale series are not counted, even if there was no scrape since", async () => {
  const { clock, store, publish } = setUp();
  await publish("c", { a: membersAre("A", 1) });
  clock.now = 60;
  expect([store.series("c"), store.itemSeries("c", "a"), store.of(sets)]).toEqual([0, 0, []]);
});

test("what is known later about the node is in the labels of earlier samples and of facts, in the order of the page", async () => {
  const ofNode = kindOf<{ readonly check: string }>()
    .ofNode("check")
    .gauge("avax_check", { help: "c", from: "f", of: () => 1 });
  const [store, known] = [createStore({ now: () => 0 }), { network: "", node_id: "" }];
  const checkOf = (check: string) => (ofNode.kind as unknown as { item: (value: object) => Item }).item({ check });
  const page = createExposition({
    metrics: new Set<AnyMetric>([height, ofNode]),
    store,
    derive: () => [checkOf("derived")],
    labels: () => known,
  });
  const samples = projection([ofNode, height])(checkOf("read"));
  const observations = [{ observation: checkOf("read"), samples }, ...entryOf(heightIs(1)).observations];
  await store.publish("c", new Map([["a", { readAt: 7, observations }]]), 60, running);
  const lines = () =>
    page
      .text()
      .split("\n")
      .filter((line) => /^[^#]/.test(line));
  expect(lines()).toEqual(["avax_height 1", 'avax_check{check="read"} 1', 'avax_check{check="derived"} 1']);
  Object.assign(known, { network: "net", node_id: "N" });
  expect(lines()).toEqual([
    'avax_height{network="net"} 1',
    'avax_check{network="net",node_id="N",check="read"} 1',
    'avax_check{network="net",node_id="N",check="derived"} 1',
  ]);
  // behind a load balancer, the node that responds now is not that of the run
  await store.publish("c", new Map([["a", { readAt: 7, observations }]]), 60, running, "other");
  expect(lines()).toEqual([
    'avax_height{network="net"} 1',
    'avax_check{network="net",node_id="other",check="read"} 1',
    'avax_check{network="net",node_id="N",check="derived"} 1',
  ]);
});

test("the unchanged outcome keeps each item", async () => {
  const { store, publish } = setUp();
  await publish("c", { a: membersAre("A", 1), b: membersAre("B", 1) });
  expect([...store.unchanged("c")]).toEqual([
    ["a", "keep"],
    ["b", "keep"],
  ]);
});

test("the observations of a kind are those of all collectors, with the time at which they were read", async () => {
  const { store, publish } = setUp();
  await publish("one", { a: [...membersAre("A", 1), ...heightIs(3)] });
  await publish("two", { b: membersAre("B", 2) });
  expect(store.of(sets)).toEqual([
    { value: { subnet_id: "A", value: 1 }, readAt: 7 },
    { value: { subnet_id: "B", value: 2 }, readAt: 7 },
  ]);
});

type Labels = { readonly chain: string; readonly kind: string };
const gauge = { help: "h", from: "f", of: () => 1 };
const labeled = kindOf<Labels>().with("chain", "kind").gauge("avax_labeled", gauge);
const sample = (metric: AnyMetric, value: number, labels: Labels): Sample => ({ metric, value, labels });

const render = (...samples: readonly Sample[]) => samples.map(createLineFormatter()).join("");

test("HELP is the first sentence, in which characters that would end its line are escaped", () => {
  expect(formatHeader({ name: "avax_x", type: "gauge", help: "a\\b\nc. D.", labels: [] })).toBe(
    "# HELP avax_x a\\\\b\\nc.\n# TYPE avax_x gauge\n",
  );
});

test("a sample is a line with its labels in the order of the definition", () => {
  expect(render(sample(labeled, 2, { kind: "b", chain: "P" }))).toBe('avax_labeled{chain="P",kind="b"} 2\n');
});

test("one object of labels serves metrics of different labels", () => {
  const labels = { chain: "P", kind: "b" };
  const fewer = kindOf<Labels>().with("chain").gauge("avax_fewer", gauge);
  expect(render(sample(labeled, 1, labels), sample(fewer, 2, labels))).toBe(
    'avax_labeled{chain="P",kind="b"} 1\navax_fewer{chain="P"} 2\n',
  );
});

test("quotes, backslashes and line ends in labels are escaped, and an empty label is left out", () => {
  expect(render(sample(labeled, 1, { chain: 'a"b\\c\nd', kind: "" }))).toBe('avax_labeled{chain="a\\"b\\\\c\\nd"} 1\n');
});

test("labels are added before those of each line, and to a line without labels", () => {
  const lines = 'avax_x{a="\\navax_x{ $& avax_x "} 1\navax_x 2\n';
  const metric = { name: "avax_x", type: "gauge", help: "", labels: [] } as const;
  expect(addLabels(metric, lines, "")).toBe(lines);
  expect(addLabels(metric, lines, 'b="$&",c="d"')).toBe(
    'avax_x{b="$&",c="d",a="\\navax_x{ $& avax_x "} 1\navax_x{b="$&",c="d"} 2\n',
  );
});

test("lines are complete for any length and number", () => {
  const lengths = fc.oneof(fc.nat(200), fc.nat(500));
  fc.assert(
    fc.property(fc.array(lengths, { maxLength: 600 }), fc.constantFrom("x", "é", "😀"), (counts, character) => {
      const values = counts.map((count, i) => `${i} ${character.repeat(count / character.length)}`);
      const lines = render(...values.map((chain) => sample(labeled, 1, { chain, kind: "" })));
      expect(lines).toBe(values.map((chain) => `avax_labeled{chain="${chain}"} 1\n`).join(""));
    }),
  );
});
