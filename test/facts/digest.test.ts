import { expect, test } from "vitest";
import { digestOf } from "../../src/facts/digest.ts";

test("equal values have the same digest, and another value has another one", () => {
  expect(digestOf("203.0.113.7:9651")).toBe(digestOf("203.0.113.7:9651"));
  expect(digestOf("203.0.113.7:9651")).not.toBe(digestOf("203.0.113.7:9652"));
});

test("a digest is an integer that a floating-point number holds exactly", () => {
  const digests = Array.from({ length: 1000 }, (_, i) => digestOf(i));
  expect(digests.every(Number.isSafeInteger)).toBe(true);
  expect(new Set(digests).size).toBe(1000);
});
