import { expect, test } from "vitest";
import { avax, gauge, type Metric, timestamp, withLabels } from "../../src/exposition/metric.ts";
import { fc } from "../support/random.ts";

const text = { help: "h", from: "f" };
const money = avax("avax_x_avax", text);
const count = gauge("avax_x", text);
const format = <V>({ numberOf, format }: Metric<string, V>, value: V) => format(numberOf(value));
const time = timestamp("avax_x_timestamp_seconds", text);

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

test("a bigint keeps all its digits, a boolean is 0 or 1, a fact is 1", () => {
  const values = [
    format(count, 2n ** 64n - 1n),
    format(count, true),
    format(count, false),
    format(withLabels("a").info("avax_x_info", text), true),
  ];
  expect(values).toEqual(["18446744073709551615", "1", "0", "1"]);
});
