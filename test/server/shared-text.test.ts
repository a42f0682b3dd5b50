import { gunzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { createCache, createJoiner } from "../../src/server/shared-text.ts";

afterEach(() => void vi.useRealTimers());

test("the compressed text is the whole text", async () => {
  const text = createJoiner()(["é", "x".repeat(300_000)]);
  const expected = Buffer.from(`é${"x".repeat(300_000)}`);
  expect([text.plain(), gunzipSync(await text.gzipped())]).toEqual([expected, expected]);
});

test("requests share the bytes of a text", async () => {
  const text = createJoiner()(["a"]);
  expect(text.plain()).toBe(text.plain());
  expect(await text.gzipped()).toBe(await text.gzipped());
});

test("a joined text is the same object until a part differs", () => {
  const join = createJoiner();
  const first = join(["a", "b"]);
  expect([join(["a", "b"]) === first, join(["a", "c"]) === first, join(["a", "c", ""]) === first]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a cached text is rendered again when it is old", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let renderings = 0;
  const text = createCache(() => `${++renderings}`, 500);
  const texts = [0, 499, 1].map((ms) => {
    vi.advanceTimersByTime(ms);
    return text().plain().toString();
  });
  expect(texts).toEqual(["1", "1", "2"]);
});
