import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { header } from "../../src/prometheus/exposition.ts";
import { type AnyMetric, gauge } from "../../src/prometheus/metric.ts";
import { createPage, type Said } from "../../src/prometheus/page.ts";
import { createSink } from "../../src/prometheus/sink.ts";
import { gzipStream, toSmallText } from "../../src/prometheus/text.ts";
import { endOf } from "../support/sink.ts";

const height = gauge("avax_height", { help: "h", from: "f" });
const members = gauge("avax_members", { help: "m", from: "f" }, ["subnet_id"]);
const layout = new Map<AnyMetric, ReturnType<typeof toSmallText>>(
  [height, members].map((metric) => [metric, toSmallText(header(metric.name, metric.type, metric.help))]),
);
const heightHeader = "# HELP avax_height h\n# TYPE avax_height gauge\n";
const membersHeader = "# HELP avax_members m\n# TYPE avax_members gauge\n";

function setUp() {
  const clock = { now: 0 };
  const page = createPage(layout, () => clock.now);
  const show = () => Buffer.concat(page.text().plain).toString();
  return { clock, page, show };
}
const heightIs = (value: number): Said => {
  const sink = createSink();
  sink.emit(height, value);
  return endOf(sink);
};
const membersAre = (subnet_id: string, value: number): Said => {
  const sink = createSink();
  sink.emit(members, value, { subnet_id });
  return endOf(sink);
};
const always = () => true;

test("a page that nobody wrote to is empty: no family, no header", () => {
  expect(setUp().show()).toBe("");
});

test("a round replaces all that its collector said", async () => {
  const { page, show } = setUp();
  await page.commit(
    "c",
    new Map([
      ["a", membersAre("A", 1)],
      ["b", membersAre("B", 2)],
    ]),
    60,
    always,
  );
  await page.commit("c", new Map([["a", membersAre("A", 3)]]), 60, always);
  expect(show()).toBe(`${membersHeader}avax_members{subnet_id="A"} 3\n`);
});

test("a family of two collectors has one header, and families stand in the order of the layout", async () => {
  const { page, show } = setUp();
  await page.commit("first", new Map([["a", membersAre("A", 1)]]), 60, always);
  await page.commit("second", new Map([["b", membersAre("B", 2)]]), 60, always);
  await page.commit("third", new Map([["h", heightIs(7)]]), 60, always);
  expect(show()).toBe(
    `${heightHeader}avax_height 7\n${membersHeader}avax_members{subnet_id="A"} 1\navax_members{subnet_id="B"} 2\n`,
  );
});

test("an item that is kept stays as it was, beside new ones", async () => {
  const { page, show } = setUp();
  await page.commit(
    "c",
    new Map([
      ["a", membersAre("A", 1)],
      ["b", membersAre("B", 2)],
    ]),
    60,
    always,
  );
  await page.commit(
    "c",
    new Map<string, Said>([
      ["a", "keep"],
      ["b", membersAre("B", 5)],
    ]),
    60,
    always,
  );
  expect(show()).toBe(`${membersHeader}avax_members{subnet_id="A"} 1\navax_members{subnet_id="B"} 5\n`);
});

test("keeping what was never known says nothing", async () => {
  const { page, show } = setUp();
  await page.commit("c", new Map<string, Said>([["a", "keep"]]), 60, always);
  expect(show()).toBe("");
});

test("an item that a round does not name vanishes at once", async () => {
  const { page, show } = setUp();
  await page.commit("c", new Map([["a", heightIs(1)]]), 60, always);
  await page.commit("c", new Map(), 60, always);
  expect(show()).toBe("");
});

test("what is older than stale-after vanishes, and keeping it does not make it younger", async () => {
  const { clock, page, show } = setUp();
  await page.commit("c", new Map([["a", heightIs(1)]]), 60, always);
  clock.now = 59;
  await page.commit("c", new Map<string, Said>([["a", "keep"]]), 60, always);
  const before = show();
  clock.now = 60;
  expect([before, show(), page.series("c")]).toEqual([`${heightHeader}avax_height 1\n`, "", 0]);
});

test("a round that no longer counts by the time it is rendered changes nothing", async () => {
  const { page, show } = setUp();
  await page.commit("c", new Map([["a", heightIs(1)]]), 60, always);
  await page.commit("c", new Map([["a", heightIs(2)]]), 60, () => false);
  expect(show()).toBe(`${heightHeader}avax_height 1\n`);
});

test("the series of a collector are counted over its items", async () => {
  const { page } = setUp();
  await page.commit(
    "c",
    new Map([
      ["a", membersAre("A", 1)],
      ["b", membersAre("B", 2)],
    ]),
    60,
    always,
  );
  expect([page.series("c"), page.series("other")]).toEqual([2, 0]);
});

test("clearing forgets what every collector said", async () => {
  const { page, show } = setUp();
  await page.commit("a", new Map([["h", heightIs(1)]]), 60, always);
  page.clear();
  expect(show()).toBe("");
});

test("dropping a collector forgets what it said, and nothing else", async () => {
  const { page, show } = setUp();
  await page.commit("a", new Map([["h", heightIs(1)]]), 60, always);
  await page.commit("b", new Map([["m", membersAre("s", 2)]]), 60, always);
  page.drop("a");
  expect(show()).toBe(`${membersHeader}avax_members{subnet_id="s"} 2\n`);
});

test("the same state is the same text: nothing is built for a scrape", async () => {
  const { page } = setUp();
  await page.commit("c", new Map([["a", heightIs(1)]]), 60, always);
  expect(page.text()).toBe(page.text());
});

test("items that came together and part later keep each its own text", async () => {
  const { page, show } = setUp();
  const names = Array.from({ length: 20 }, (_, n) => `S${n}`);
  const all = (value: (n: number) => Said) => new Map(names.map((name, n) => [name, value(n)]));
  const line = (n: number, value: number) => `avax_members{subnet_id="S${n}"} ${value}\n`;
  await page.commit(
    "c",
    all((n) => membersAre(`S${n}`, n)),
    60,
    always,
  );
  await page.commit(
    "c",
    all((n) => (n % 2 === 0 ? "keep" : membersAre(`S${n}`, 100 + n))),
    60,
    always,
  );
  await page.commit(
    "c",
    all((n) => (n % 3 === 0 ? "keep" : membersAre(`S${n}`, 200 + n))),
    60,
    always,
  );
  const lines = names.map((_, n) => line(n, n % 3 !== 0 ? 200 + n : n % 2 !== 0 ? 100 + n : n));
  expect(show().split("\n").sort()).toEqual([...membersHeader.split("\n"), ...lines.map((line) => line.trim())].sort());
  expect(page.series("c")).toBe(20);
});

const linesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `avax_members{subnet_id="${name}${n}"} ${n}`);
const many = (name: string, count: number): Said => {
  const sink = createSink();
  for (let n = 0; n < count; n++) sink.emit(members, n, { subnet_id: `${name}${n}` });
  return endOf(sink);
};
const samplesOf = (text: string) => text.split("\n").filter((line) => line.startsWith("avax"));

test("items of many chunks that part later keep all of their lines", async () => {
  const { page, show } = setUp();
  const sizes = { A: 5000, B: 3, C: 5000, D: 7 };
  const all = Object.entries(sizes).map(([name, count]) => [name, many(name, count)] as const);
  const keep = (...names: string[]) => new Map<string, Said>(names.map((name) => [name, "keep"]));
  await page.commit("c", new Map(all), 60, always);
  await page.commit("c", keep("A", "C", "D"), 60, always);
  await page.commit("c", keep("C", "D"), 60, always);
  expect(samplesOf(show())).toEqual([...linesOf("C", 5000), ...linesOf("D", 7)]);
  expect(page.series("c")).toBe(5007);
});

test("what is kept beside new items grows no younger", async () => {
  const { clock, page, show } = setUp();
  await page.commit(
    "c",
    new Map([
      ["a", many("A", 1)],
      ["b", many("B", 1)],
    ]),
    60,
    always,
  );
  clock.now = 30;
  await page.commit(
    "c",
    new Map<string, Said>([
      ["a", "keep"],
      ["b", many("C", 1)],
    ]),
    60,
    always,
  );
  clock.now = 60;
  expect(samplesOf(show())).toEqual(linesOf("C", 1));
});

test("a round that stops counting while it is rendered changes nothing", async () => {
  const { page, show } = setUp();
  let counts = true;
  const done = page.commit("c", new Map([["a", many("A", 1)]]), 60, () => counts);
  counts = false;
  await done;
  expect(show()).toBe("");
});

test("series that have expired are not counted, though nobody has looked at the page since", async () => {
  const { clock, page } = setUp();
  await page.commit("c", new Map([["a", many("A", 1)]]), 60, always);
  clock.now = 60;
  expect(page.series("c")).toBe(0);
});

test("to keep all that is known is to keep each item", async () => {
  const { page } = setUp();
  await page.commit(
    "c",
    new Map([
      ["a", many("A", 1)],
      ["b", many("B", 1)],
    ]),
    60,
    always,
  );
  expect([...page.kept("c")]).toEqual([
    ["a", "keep"],
    ["b", "keep"],
  ]);
});

test("what a large round brought is not copied when a small one ends", async () => {
  const { page } = setUp();
  const sink = createSink();
  for (let i = 0; i < 10_000; i++)
    sink.emit(members, i, { subnet_id: createHash("md5").update(String(i)).digest("hex") });
  await page.commit("large", new Map([["a", endOf(sink)]]), 60, always);
  const before = page.text();
  await page.commit("small", new Map([["h", heightIs(7)]]), 60, always);
  const after = page.text();
  const large = (buffers: readonly Buffer[]) => buffers.filter(({ length }) => length > 32 * 1024);
  for (const form of ["plain", "deflated"] as const) {
    expect(large(before[form]).length).toBeGreaterThan(2);
    expect(large(after[form]).map((buffer, i) => buffer === large(before[form])[i])).not.toContain(false);
  }
});

/** A round of one family, so large that it is handed over, and a small one: what changed in it since the first. */
async function rounds(page: ReturnType<typeof createPage>, ...changes: readonly number[]) {
  const sink = createSink();
  for (const change of changes) {
    for (let i = 0; i < 10_000; i++) {
      sink.emit(members, i === 5000 ? change : i, { subnet_id: createHash("md5").update(String(i)).digest("hex") });
    }
    sink.emit(height, change);
    await page.commit("c", new Map([["a", endOf(sink)]]), 60, always);
  }
}

test("what a round says as the one before it did is neither compressed nor held again", async () => {
  const { page, show } = setUp();
  await rounds(page, 1);
  const before = page.text();
  await rounds(page, 1);
  expect(page.text()).toEqual(before);
  const large = before.plain.filter(({ length }) => length > 32 * 1024);
  expect(page.text().plain.filter((buffer) => large.includes(buffer))).toEqual(large);
  expect(show()).toContain("avax_height 1\n");
});

test("what one number changes is shown, plain and compressed", async () => {
  const { page, show } = setUp();
  await rounds(page, 1, 2, 2, 3);
  const another = setUp();
  await rounds(another.page, 3);
  expect(show()).toBe(another.show());
  expect(gunzipSync(Buffer.concat(gzipStream(page.text()))).toString()).toBe(show());
});
