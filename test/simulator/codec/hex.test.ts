import { expect, test } from "vitest";
import { CodecError } from "../../../src/simulator/codec/combinators.ts";
import { fromHex, toHex } from "../../../src/simulator/codec/hex.ts";
import { fc } from "../../support/random.ts";

test.each(["hex", "hexc", "hexnc"] as const)("bytes encoded as %s are decoded unchanged", (encoding) => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(fromHex(toHex(bytes, encoding), encoding)).toEqual(Buffer.from(bytes));
    }),
  );
});

test("encodings with and without checksum", () => {
  const none = Buffer.alloc(0);
  expect([toHex(none), toHex(none, "hexc"), toHex(none, "hexnc")]).toEqual(["0x7852b855", "0x7852b855", "0x"]);
});

test("an empty text is zero bytes, and upper-case digits are accepted", () => {
  expect(fromHex("")).toHaveLength(0);
  expect(fromHex("0xAB", "hexnc")).toEqual(Buffer.of(0xab));
});

test.each([
  ["x", "missing 0x prefix to hex encoding"],
  ["0Xab", "missing 0x prefix to hex encoding"],
  ["0xg", "encoding/hex: invalid byte: U+0067 'g'"],
  ["0x0017afa0Zd", "encoding/hex: invalid byte: U+005A 'Z'"],
  ["0x00é0", "encoding/hex: invalid byte: U+00C3 'Ã'"],
  ["0x0\n", "encoding/hex: invalid byte: U+000A"],
  ["0xabc", "encoding/hex: odd length hex string"],
  ["0x", "input string is smaller than the checksum size"],
  ["0xabcdef", "input string is smaller than the checksum size"],
  ["0xafafafafaf", "invalid input checksum"],
])("%j: %s", (text, message) => {
  expect(() => fromHex(text)).toThrow(new CodecError(message));
});

test("a mistyped digit is detected", () => {
  const mistyped = fc.tuple(fc.uint8Array(), fc.nat(), fc.integer({ min: 1, max: 15 }));
  fc.assert(
    fc.property(mistyped, ([bytes, at, by]) => {
      const digits = toHex(bytes).slice(2).split("");
      const i = at % digits.length;
      digits[i] = (Number.parseInt(digits[i] ?? "", 16) ^ by).toString(16);
      expect(() => fromHex(`0x${digits.join("")}`)).toThrow("invalid input checksum");
    }),
  );
});
