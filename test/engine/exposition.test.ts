import { expect, test } from "vitest";
import type { Sample } from "../../src/engine/metric.ts";
import { type AnyMetric, kindOf } from "../../src/engine/metric.ts";
import { addLabels, createLineFormatter, formatHeader } from "../../src/engine/store.ts";
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
