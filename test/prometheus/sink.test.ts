import fc from "fast-check";
import { expect, test } from "vitest";
import { labelsOf } from "../../src/prometheus/families.ts";
import { gauge } from "../../src/prometheus/metric.ts";
import { createSink, type Fragment, type Sink } from "../../src/prometheus/sink.ts";
import { endOf } from "../support/sink.ts";

const one = gauge("avax_one", { help: "h", from: "f" });
const names = ["chain", "kind"] as const; // one list, as for the families of validators
const labelled = gauge("avax_labelled", { help: "h", from: "f" }, names);
const other = gauge("avax_other", { help: "h", from: "f" }, names);

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

/** The values of the label `chain` after a run with these, unescaped. */
function publishedBy(sink: Sink, values: readonly string[]) {
  for (const chain of values) sink.emit(labelled, 1, { chain, kind: "" });
  const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(endOf(sink).map(({ bytes }) => bytes)));
  return text.match(/.+/g)?.map((line) => labelsOf(line)["chain"] ?? "") ?? [];
}
const digest = /…[\w-]{22}$/;

test("a label value of 1,024 characters is published as it is", () => {
  const value = "x".repeat(1024);
  expect(publishedBy(createSink(), [value])).toEqual([value]);
});

test("a longer label value is cut to 1,024 characters, with a digest of the original at the end", () => {
  const [shown = ""] = publishedBy(createSink(), ["x".repeat(30_000)]);
  expect([shown.length, shown.replace(digest, "")]).toEqual([1024, "x".repeat(1024 - 23)]);
});

test.each(["\u001b", "\u0000", "\r", "\t", "\u007f", "\u009b", "\ud800", "\udfff"])(
  "%j in a label value becomes U+FFFD",
  (character) => {
    const [shown = ""] = publishedBy(createSink(), [`a${character}b`]);
    expect([shown.replace(digest, ""), digest.test(shown)]).toEqual(["a\ufffdb", true]);
  },
);

const odd = fc.string({ unit: fc.constantFrom("\ud800", "\ud801", "\ufffd", "\u001b", "\n", "…", "é", "😀") });
const long = fc.constantFrom("", "x".repeat(1022), "x".repeat(2000));
const oddValues = fc.uniqueArray(
  fc.tuple(long, odd).map((both) => both.join("")),
  { maxLength: 8 },
);

test("different label values are never published as the same, even if one imitates the published form of another", () => {
  fc.assert(
    fc.property(oddValues, fc.boolean(), (values, reverse) => {
      const sink = createSink();
      const first = publishedBy(sink, values);
      const all = [...new Set([...values, ...first, ...publishedBy(createSink(), first)])];
      const second = publishedBy(sink, reverse ? all.toReversed() : all);
      expect([new Set(first).size, new Set(second).size]).toEqual([values.length, all.length]);
    }),
  );
});

test("a label value that was changed is the same text in the next run", () => {
  const sink = createSink();
  const values = ["\u001b", "plain", "\ud800"];
  expect(publishedBy(sink, values)).toEqual(publishedBy(sink, values));
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("%d gives no line", (value) => {
  const sink = createSink();
  sink.emit(one, value);
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

test("of a round that is broken off nothing is left", () => {
  const sink = createSink();
  sink.emit(one, 1);
  endOf(sink);
  sink.emit(one, 2);
  sink.emit(labelled, 3, { chain: "P", kind: "" });
  sink.discard();
  expect([sink.series(), sink.take()]).toEqual([0, []]);
  sink.emit(one, 2);
  expect(textOf(endOf(sink))).toBe("avax_one 2\n");
});

type Sample = { readonly id: number; readonly value: number; readonly both: boolean };
/** Samples of two families, much the same from round to round: some are gone, some have another value, and sometimes all come
 *  in another order. */
const usual = fc
  .array(fc.option(fc.record({ value: fc.nat(1), both: fc.boolean() })), { minLength: 6, maxLength: 6 })
  .map((all) => all.flatMap((one, id): Sample[] => (one ? [{ id, ...one }] : [])));
const shuffled = usual.chain((samples) => fc.shuffledSubarray(samples, { minLength: samples.length }));
const rounds = fc.array(fc.record({ samples: fc.oneof(usual, usual, shuffled), ends: fc.boolean() }), { maxLength: 8 });

function tell(sink: Sink, samples: readonly Sample[]) {
  for (const { id, value, both } of samples) {
    const labels = { chain: `${id}`, kind: "x" };
    sink.emit(labelled, 10 ** (6 * value), labels); // of different length
    if (both) sink.emit(other, id, labels);
  }
}
const saidBy = (sink: Sink) =>
  endOf(sink)
    .map(({ metric, bytes, series }) => [metric.name, bytes.toString(), series])
    .toSorted();

test("a round says what it would say had there been none before it", () => {
  fc.assert(
    fc.property(rounds, (rounds) => {
      const sink = createSink();
      for (const { samples, ends } of rounds) {
        tell(sink, samples);
        if (!ends) sink.discard();
        else {
          const alone = createSink();
          tell(alone, samples);
          expect(saidBy(sink)).toEqual(saidBy(alone));
        }
      }
    }),
    { numRuns: 1000 },
  );
});

test("a family that says the same again is the same memory, though others change", () => {
  const sink = createSink();
  const tellOf = (value: number) => {
    for (let i = 0; i < 100; i++) {
      const labels = { chain: `${i}`, kind: "" };
      sink.emit(labelled, i, labels);
      sink.emit(other, value, labels);
    }
    return endOf(sink);
  };
  const [first, second] = [tellOf(1), tellOf(2)];
  const same = first.map(({ bytes }, i) => bytes.buffer === second[i]?.bytes.buffer);
  expect([same, first.map(({ metric }) => metric)]).toEqual([
    [true, false],
    [labelled, other],
  ]);
});

test("what a family said stays as it is when the next round says a part of it anew", () => {
  const sink = createSink();
  const tellOf = (changed: number) => {
    for (let i = 0; i < 5; i++) sink.emit(labelled, i === changed ? 7 : i, { chain: `${i}`, kind: "" });
    return endOf(sink);
  };
  const texts = [tellOf(9), tellOf(2), tellOf(4)].map(textOf);
  expect(texts.map((text) => text.match(/\d(?=\n)/g)?.join(""))).toEqual(["01234", "01734", "01237"]);
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

test("large families are handed over with little room to spare", () => {
  const sink = createSink();
  const emit = (count: number) => {
    for (let i = 0; i < count; i++) sink.emit(labelled, i, { chain: "P", kind: "x" });
    return endOf(sink)[0]?.bytes;
  };
  for (const count of [10_000, 12_000, 5000]) {
    const bytes = emit(count);
    expect(bytes?.buffer.byteLength).toBeLessThan(1.02 * (bytes?.length ?? 0));
  }
});

test("lines come out whole, however long they are and wherever a chunk ends", () => {
  const length = fc.oneof(fc.nat(200), fc.nat(1024));
  fc.assert(
    fc.property(fc.array(length, { maxLength: 600 }), (lengths) => {
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
