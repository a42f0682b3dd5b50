import fc from "fast-check";
import { expect, test } from "vitest";
import { avax, gauge, info, timestamp } from "../../src/prometheus/metric.ts";

const text = { help: "h", from: "f" };
const money = avax("avax_x_avax", text);
const count = gauge("avax_x", text);
const time = timestamp("avax_x_timestamp_seconds", text);

test.each([
  [0n, "0"],
  [1n, "0.000000001"],
  [1_000_000_000n, "1"],
  [123_456_789_012_345_678n, "123456789.012345678"],
  [720_000_000_000_000_000n, "720000000"],
  [2n ** 64n - 1n, "18446744073.709551615"],
])("%i nAVAX are written as AVAX with every digit", (nano, expected) => {
  expect(money.format(nano)).toBe(expected);
});

test("AVAX written are the nAVAX taken, whatever the amount", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (nano) => {
      const [whole = "", fraction = ""] = (money.format(nano) ?? "").split(".");
      expect(BigInt(whole + fraction.padEnd(9, "0"))).toBe(nano);
    }),
  );
});

test("a number that is not finite gives no sample", () => {
  expect([count.format(Number.NaN), count.format(Number.POSITIVE_INFINITY)]).toEqual([undefined, undefined]);
});

test("an invalid date gives no sample", () => {
  expect(time.format(new Date("no date"))).toBeUndefined();
});

test("a date is written in Unix seconds, with its milliseconds", () => {
  expect(time.format(new Date("2024-12-16T17:19:07.250Z"))).toBe("1734369547.25");
});

test("a bigint keeps all its digits, a boolean is 0 or 1, a fact is 1", () => {
  const values = [
    count.format(2n ** 64n - 1n),
    count.format(true),
    count.format(false),
    info("avax_x_info", text).format(true),
  ];
  expect(values).toEqual(["18446744073709551615", "1", "0", "1"]);
});
