import { expect, test } from "vitest";
import { type AnyMetric, kindOf, projection } from "../../src/engine/metric.ts";
import { fc } from "../support/random.ts";

const text = { help: "h", from: "f" };
type Thing = { readonly value: bigint | number | boolean | Date | undefined; readonly name: string };
const thing = kindOf<Thing>().with("name");
const item = (value: Thing["value"], name = "a") => thing.item({ value, name });
const money = thing.avax("avax_x_avax", { ...text, of: ({ value }) => value as bigint });
const count = thing.gauge("avax_x", { ...text, of: ({ value }) => value as bigint });
const time = thing.timestamp("avax_x_timestamp_seconds", { ...text, of: ({ value }) => value as Date });
const format = (metric: AnyMetric, value: Thing["value"]) =>
  projection([metric])(item(value))
    .map((sample) => metric.format(sample.value))
    .join();

test.each([
  [0n, "0"],
  [1n, "0.000000001"],
  [1_000_000_000n, "1"],
  [123_456_789_012_345_678n, "123456789.012345678"],
  [720_000_000_000_000_000n, "720000000"],
  [2n ** 64n - 1n, "18446744073.709551615"],
])("%i nAVAX are exposed as AVAX with every digit", (nano, expected) => {
  expect(format(money, nano)).toBe(expected);
});

test("any amount in nAVAX is exposed exactly in AVAX", () => {
  const justBelowWhole = fc.nat(9_007_199).map((whole) => BigInt(whole) * 10n ** 9n + 999_999_999n);
  fc.assert(
    fc.property(
      fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.maxSafeNat().map(BigInt), justBelowWhole),
      (nano) => {
        const [whole = "", fraction = ""] = format(money, nano).split(".");
        expect(BigInt(whole + fraction.padEnd(9, "0"))).toBe(nano);
      },
    ),
  );
});

test("a date is exposed in Unix seconds, with its milliseconds", () => {
  expect(format(time, new Date("2024-12-16T17:19:07.250Z"))).toBe("1734369547.25");
});

test("a bigint keeps all its digits, a boolean is 0 or 1, an info is 1", () => {
  const info = thing.info("avax_x_info", text);
  const values = [format(count, 2n ** 64n - 1n), format(count, true), format(count, false), format(info, 7)];
  expect(values).toEqual(["18446744073709551615", "1", "0", "1"]);
});

test.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  "%s is an unknown value: there is no sample",
  (value) => {
    expect(format(count, value)).toBe("");
  },
);

test("an invalid date is an unknown value", () => {
  expect(format(time, new Date("no date"))).toBe("");
});

test("an item has the samples of the metrics of its kind, in their order, which share its labels", () => {
  const other = kindOf<Thing>()
    .with("name")
    .gauge("avax_other", { ...text, of: () => 1 });
  const samples = projection([other, money, count])(item(7n));
  expect(samples.map(({ metric }) => metric.name)).toEqual(["avax_x_avax", "avax_x"]);
  expect(samples.map(({ labels }) => labels)).toEqual([{ name: "a" }, { name: "a" }]);
  expect(samples[0]?.labels).toBe(samples[1]?.labels);
});

test("a metric with a series per value of a label has a sample for each, without those that are unknown", () => {
  const states = thing.gauges("avax_state", "state", {
    ...text,
    of: () => [["up", true] as const, ["down", undefined] as const, ["off", false] as const],
  });
  expect(states.labels).toEqual(["name", "state"]);
  expect(projection([states])(item(1)).map(({ labels, value }) => [labels, value])).toEqual([
    [{ name: "a", state: "up" }, 1],
    [{ name: "a", state: "off" }, 0],
  ]);
});

test("a metric about the node has its ID as a label, which the page adds", () => {
  const ofNode = kindOf<Thing>().ofNode("name");
  const height = ofNode.gauge("avax_height", { ...text, of: () => 1 });
  expect(height.labels).toEqual(["node_id", "name"]);
  expect(projection([height])(ofNode.item({ value: 1, name: "a" }))[0]?.labels).toEqual({ name: "a" });
});
