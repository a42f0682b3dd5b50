import { expect, test } from "vitest";
import { formatHeader } from "../../src/exposition/exposition.ts";
import { type AnyMetric, gauge, withLabels } from "../../src/exposition/metric.ts";
import { createPage, type ItemUpdates } from "../../src/exposition/page.ts";
import { type Sample, sample } from "../../src/exposition/sample.ts";

const height = gauge("avax_height", { help: "h", from: "f" });
const members = withLabels("subnet_id").gauge("avax_members", { help: "m", from: "f" });
const layout = new Map([height, members].map((metric: AnyMetric) => [metric, formatHeader(metric, metric.help)]));
const heightHeader = "# HELP avax_height h\n# TYPE avax_height gauge\n";
const membersHeader = "# HELP avax_members m\n# TYPE avax_members gauge\n";

const running = new AbortController().signal;

function setUp() {
  const clock = { now: 0 };
  const page = createPage({ layout, now: () => clock.now });
  const publish = (collector: string, items: Readonly<Record<string, readonly Sample[] | "keep">>) =>
    page.publish(collector, new Map(Object.entries(items)), 60, running);
  return { clock, page, publish, show: () => page.text() };
}
const known = (...samples: readonly (Sample | undefined)[]) => samples.filter((one) => one !== undefined);
const heightIs = (value: number) => known(sample(height, value));
const membersAre = (subnet_id: string, value: number) => known(sample(members, value, { subnet_id }));

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
  const { clock, page, publish, show } = setUp();
  await publish("c", { a: heightIs(1) });
  clock.now = 59;
  await publish("c", { a: "keep" });
  const before = show();
  clock.now = 60;
  expect([before, show(), page.series("c")]).toEqual([`${heightHeader}avax_height 1\n`, "", 0]);
});

test("a run that was stopped while it was rendered changes nothing", async () => {
  const { page, publish, show } = setUp();
  await publish("c", { a: heightIs(1) });
  const stop = new AbortController();
  const outcome: ItemUpdates = new Map([["a", heightIs(2)]]);
  const published = page.publish("c", outcome, 60, stop.signal);
  stop.abort();
  await expect(published).rejects.toThrow("aborted");
  expect(show()).toBe(`${heightHeader}avax_height 1\n`);
});

test("the series of a collector are those of all its items", async () => {
  const { page, publish } = setUp();
  await publish("c", { a: membersAre("A", 1), b: membersAre("B", 2) });
  expect([page.series("c"), page.series("other")]).toEqual([2, 0]);
});

test("clearing removes the samples of every collector", async () => {
  const { page, publish, show } = setUp();
  await publish("a", { h: heightIs(1) });
  page.clear();
  expect(show()).toBe("");
});

test("removing a collector removes its samples, and no others", async () => {
  const { page, publish, show } = setUp();
  await publish("a", { h: heightIs(1) });
  await publish("b", { m: membersAre("s", 2) });
  page.remove("a");
  expect(show()).toBe(`${membersHeader}avax_members{subnet_id="s"} 2\n`);
});

test("items of one run that are updated separately later keep their own samples", async () => {
  const { page, publish, show } = setUp();
  const names = Array.from({ length: 20 }, (_, n) => `S${n}`);
  const all = (outcomeOf: (n: number) => readonly Sample[] | "keep") =>
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
  expect(page.series("c")).toBe(20);
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
  const { clock, page, publish } = setUp();
  await publish("c", { a: membersAre("A", 1) });
  clock.now = 60;
  expect([page.series("c"), page.itemSeries("c", "a"), page.samplesOf(members)]).toEqual([0, 0, []]);
});

test("the unchanged outcome keeps each item", async () => {
  const { page, publish } = setUp();
  await publish("c", { a: membersAre("A", 1), b: membersAre("B", 1) });
  expect([...page.unchanged("c")]).toEqual([
    ["a", "keep"],
    ["b", "keep"],
  ]);
});

test("the samples of a metric are those of all collectors", async () => {
  const { page, publish } = setUp();
  const [a, b] = [membersAre("A", 1), membersAre("B", 2)];
  await publish("one", { a: [...a, ...heightIs(3)] });
  await publish("two", { b });
  expect(page.samplesOf(members)).toEqual([...a, ...b]);
});
