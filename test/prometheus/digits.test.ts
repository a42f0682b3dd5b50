import fc from "fast-check";
import { expect, test } from "vitest";
import { longest, writeDecimal, writeText, writeWhole } from "../../src/prometheus/digits.ts";

const before = "avax_x ";
/** What is written after what is there already; what lies further away stays as it is. */
function written(write: (into: Uint8Array, at: number) => number): string {
  const bytes = Buffer.from(`${before}${"x".repeat(longest)}${before}`);
  const end = write(bytes, before.length);
  expect([bytes.toString("latin1", 0, before.length), bytes.toString("latin1", before.length + longest)]).toEqual([
    before,
    before,
  ]);
  return bytes.toString("latin1", before.length, end);
}

const powers = Array.from({ length: 16 }, (_, n) => 10 ** n);
const edges = [0, Number.MAX_SAFE_INTEGER, 2 ** 31, 2 ** 32, ...powers].flatMap((n) => [n - 1, n, n + 1]);
const isWhole = (value: number) => value >= 0 && Number.isSafeInteger(value);
const whole = fc.oneof(fc.maxSafeNat(), fc.nat(), fc.constantFrom(...edges.filter(isWhole)));

test("a whole number has the digits that it has as text", () => {
  fc.assert(
    fc.property(whole, (value) => {
      expect(written((...where) => writeWhole(value, ...where))).toBe(String(value));
    }),
    { numRuns: 2000 },
  );
});

test("a decimal has its billionths behind the point, without zeros at the end", () => {
  const billionths = fc.oneof(fc.nat(999_999_999), fc.constantFrom(0, 1, 100, 500_000_000, 999_999_999));
  fc.assert(
    fc.property(whole, billionths, (value, after) => {
      const decimals = String(after).padStart(9, "0").replace(/0+$/, "");
      const expected = after === 0 ? String(value) : `${value}.${decimals}`;
      expect(written((...where) => writeDecimal(value, after, ...where))).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test("text is written as it is", () => {
  expect(written((...where) => writeText("-1.5e-7", ...where))).toBe("-1.5e-7");
});
