import { expect, test } from "vitest";
import { createLineFormatter, formatHeader } from "../../src/exposition/exposition.ts";
import { cleanLabels } from "../../src/exposition/labels.ts";
import { type AnyMetric, kindOf } from "../../src/exposition/metric.ts";
import type { Sample } from "../../src/exposition/sample.ts";
import { parseLabels } from "../support/exposition.ts";
import { fc } from "../support/random.ts";

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

/** Returns the values of the label `chain` on the page, unescaped. */
const publish = (values: readonly string[]) =>
  (
    render(
      ...values.map((chain) => sample(labeled, 1, cleanLabels({ chain, kind: "" }) as { chain: string; kind: string })),
    ).match(/.+/g) ?? []
  ).map((line) => parseLabels(/\{(.*)\}/.exec(line)?.[1] ?? "")["chain"] ?? "");
const digest = /…[\w-]{22}$/;

test("a label value of 512 characters is published unchanged", () => {
  const value = "x".repeat(512);
  expect(publish([value])).toEqual([value]);
});

test("a longer label value is cut to 512 characters, with a digest of the original at the end", () => {
  const [shown = ""] = publish(["x".repeat(30_000)]);
  expect([shown.length, shown.replace(digest, "")]).toEqual([512, "x".repeat(512 - 23)]);
});

test.each(["\u001b", "\u0000", "\r", "\t", "\u007f", "\u009b", "\ud800", "\udfff"])(
  "%j in a label value becomes U+FFFD",
  (character) => {
    const [shown = ""] = publish([`a${character}b`]);
    expect([shown.replace(digest, ""), digest.test(shown)]).toEqual(["a\ufffdb", true]);
  },
);

const odd = fc.string({ unit: fc.constantFrom("\ud800", "\ud801", "\ufffd", "\u001b", "\n", "…", "é", "😀") });
const long = fc.constantFrom("", "x".repeat(510), "x".repeat(2000));
const oddValues = fc.uniqueArray(
  fc.tuple(long, odd).map((both) => both.join("")),
  { maxLength: 8 },
);

test("different label values are never published as the same, even if one imitates the published form of another", () => {
  fc.assert(
    fc.property(oddValues, (values) => {
      const first = publish(values);
      const all = [...new Set([...values, ...first, ...publish(first)])];
      expect([new Set(first).size, new Set(publish(all)).size]).toEqual([values.length, all.length]);
    }),
  );
});

test("lines are complete for any length and number", () => {
  const lengths = fc.oneof(fc.nat(200), fc.nat(500));
  fc.assert(
    fc.property(fc.array(lengths, { maxLength: 600 }), fc.constantFrom("x", "é", "😀"), (counts, character) => {
      const values = counts.map((count, i) => `${i} ${character.repeat(count / character.length)}`);
      expect(publish(values)).toEqual(values);
    }),
  );
});
