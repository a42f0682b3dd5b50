import fc from "fast-check";
import { expect, test } from "vitest";
import { gauge } from "../../src/prometheus/metric.ts";
import { createSink, type Fragment } from "../../src/prometheus/sink.ts";
import { endOf } from "../support/sink.ts";

const one = gauge("avax_one", { help: "h", from: "f" });
const labelled = gauge("avax_labelled", { help: "h", from: "f" }, ["chain", "kind"]);

const textOf = (fragments: readonly Fragment[]) => fragments.map(({ bytes }) => bytes.toString()).join("");

test("a sample is a line with its labels in the order of the definition", () => {
  const sink = createSink();
  sink.emit(one, 1);
  sink.emit(labelled, 2, { kind: "b", chain: "P" });
  expect(textOf(endOf(sink))).toBe('avax_one 1\navax_labelled{chain="P",kind="b"} 2\n');
});

test("quotes, backslashes and line ends in labels are escaped", () => {
  const sink = createSink();
  sink.emit(labelled, 1, { chain: 'a"b\\c\nd', kind: "" });
  expect(textOf(endOf(sink))).toBe('avax_labelled{chain="a\\"b\\\\c\\nd",kind=""} 1\n');
});

test("a value that is not finite gives no line", () => {
  const sink = createSink();
  sink.emit(one, Number.NaN);
  expect([sink.series(), sink.take()]).toEqual([0, []]);
});

test("each take has what was emitted since the last one", () => {
  const sink = createSink();
  const taken = [1, 2].map((value) => {
    sink.emit(one, value);
    return sink.take();
  });
  expect(sink.series()).toBe(2);
  const toFragment = sink.end();
  expect(taken.map((parts) => textOf(parts.map(toFragment)))).toEqual(["avax_one 1\n", "avax_one 2\n"]);
});

test("a round begins with nothing, whatever the one before it left", () => {
  const sink = createSink();
  sink.emit(one, 1);
  sink.end();
  expect([sink.series(), sink.take()]).toEqual([0, []]);
});

test("counting what would be emitted emits nothing", () => {
  const sink = createSink();
  sink.emit(one, 1);
  const counted = sink.count(() => {
    sink.emit(labelled, 1, { chain: "a", kind: "" });
    sink.emit(labelled, Number.NaN, { chain: "b", kind: "" });
  });
  expect([counted, textOf(endOf(sink))]).toEqual([1, "avax_one 1\n"]);
});

test("what was taken stays as it is, however much is emitted after it", () => {
  const sink = createSink();
  const emit = (count: number, value: number) => {
    for (let i = 0; i < count; i++) sink.emit(labelled, value, { chain: "P", kind: "x" });
    return endOf(sink);
  };
  const counts = [1, 10_000, 10, 20_000, 3, 10_001];
  const taken = counts.map((count, i) => emit(count, i));
  const lines = taken.map((fragments) => new Set(textOf(fragments).trimEnd().split("\n")));
  expect(lines).toEqual(counts.map((_, i) => new Set([`avax_labelled{chain="P",kind="x"} ${i}`])));
  expect(taken.map(([fragment]) => fragment?.series)).toEqual(counts);
});

test("large families are handed over with little room to spare from the second time on", () => {
  const sink = createSink();
  const emit = () => {
    for (let i = 0; i < 10_000; i++) sink.emit(labelled, i, { chain: "P", kind: "x" });
    return endOf(sink)[0]?.bytes;
  };
  emit();
  const bytes = emit();
  expect(bytes?.buffer.byteLength).toBeLessThan(1.02 * (bytes?.length ?? 0));
});

test("lines come out whole, however long they are and wherever a chunk ends", () => {
  const length = fc.oneof(fc.nat(200), fc.nat(40_000));
  fc.assert(
    fc.property(fc.array(length, { maxLength: 60 }), (lengths) => {
      const sink = createSink();
      for (const each of lengths) sink.emit(labelled, each, { chain: "x".repeat(each), kind: "" });
      const lines = lengths.map((each) => `avax_labelled{chain="${"x".repeat(each)}",kind=""} ${each}\n`);
      expect(textOf(endOf(sink))).toBe(lines.join(""));
    }),
  );
});

test("one object of labels serves metrics of different labels", () => {
  const sink = createSink();
  const labels = { chain: "P", kind: "b" };
  const fewer = gauge("avax_fewer", { help: "h", from: "f" }, ["chain"]);
  sink.emit(labelled, 1, labels);
  sink.emit(fewer, 2, labels);
  expect(textOf(endOf(sink))).toBe('avax_labelled{chain="P",kind="b"} 1\navax_fewer{chain="P"} 2\n');
});
