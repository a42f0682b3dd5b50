import { expect, test } from "vitest";
import { formatJson, joinList, parseJson, percent, pluralize } from "../../src/lib/text.ts";
import { fc } from "../support/random.ts";

test.each([
  [0, "0 blocks"],
  [1n, "1 block"],
  [1234, "1,234 blocks"],
])("%d with its noun is %s", (count, text) => {
  expect(pluralize(count, "block")).toBe(text);
});

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
  [["a", "b", "c", "d"], "a, b and 2 more"],
])("of %j at most two names are listed, or one more", (items, text) => {
  expect(joinList(items, 2)).toBe(text);
});

test("a share has the digits that it is written with, or a fixed number", () => {
  expect([percent(0.67), percent(0.025), percent(0.8, 1)]).toEqual(["67 %", "2.5 %", "80.0 %"]);
});

test("integers beyond 2^53 are exact, smaller ones stay numbers", () => {
  expect(parseJson('{"a":9007199254740993,"b":[-9007199254740993],"c":12,"d":1.5,"e":"9007199254740993"}')).toEqual({
    a: 9007199254740993n,
    b: [-9007199254740993n],
    c: 12,
    d: 1.5,
    e: "9007199254740993",
  });
});

test("a large number with an exponent or a fraction stays a number", () => {
  const text = "[12345678901234567e3, 123456789012345678.5]";
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test("any unsigned 64-bit integer is read exactly", () => {
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (n) => BigInt(parseJson(`${n}`) as number) === n));
});

test("other JSON is parsed as by JSON.parse", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const parsed = JSON.parse(text);
      fc.pre(!/\d{16}/.test(text));
      expect(parseJson(text)).toEqual(parsed);
    }),
  );
});

test.each(["9".repeat(21), `-${"9".repeat(1_000_000)}`])(
  "an integer of more than 20 digits is not converted, and is written as it was",
  (text) => {
    const parsed = parseJson(`[1234567890123456789,${text}]`) as unknown[];
    expect(parsed[0]).toBe(1234567890123456789n);
    expect(typeof parsed[1]).toBe("object");
    expect(formatJson(parsed, 0)).toBe(`[1234567890123456789,${text}]`);
  },
);

test("characters that act on a terminal are escaped, and the JSON has the same value", () => {
  const value = { "a\u009b": ["\u001b[31m\n", "\u202e\u2028\u{e0001}", "é ok"] };
  const text = formatJson(value);
  expect(text.split("\n").join("")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(text).toContain('"\\u202e\\u2028\\udb40\\udc01"');
  expect(JSON.parse(text)).toEqual(value);
});
