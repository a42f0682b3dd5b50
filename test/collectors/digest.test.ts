import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { digestOf } from "../../src/collectors/kinds/l1-validators.ts";

test("a digest is an integer below 2^53: the first 52 bits of the SHA-256", () => {
  const bytes = createHash("sha256").update('["a",1]').digest();
  expect(digestOf(["a", 1])).toBe(Number(bytes.readBigUInt64BE() >> 12n));
});

test("equal values have equal digests, and others have others", () => {
  const values = [["a"], ["b"], ["a", ""], [["a"]], []];
  expect(new Set(values.map(digestOf)).size).toBe(values.length);
  expect(digestOf([1, ["a"]])).toBe(digestOf([1, ["a"]]));
});
