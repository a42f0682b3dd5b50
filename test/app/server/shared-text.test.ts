import { gunzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { createCache } from "../../../src/app/server/responses.ts";

afterEach(() => void vi.useRealTimers());

test.each([300, 300_000])("the compressed text is the whole text of %i characters", async (length) => {
  const text = await createCache(() => `é${"x".repeat(length)}`, 500)();
  const expected = Buffer.from(`é${"x".repeat(length)}`);
  expect([text.plain, gunzipSync(await text.gzipped())]).toEqual([expected, expected]);
});

test("requests share the bytes of a text", async () => {
  const text = await createCache(() => "a", 500)();
  expect(await text.gzipped()).toBe(await text.gzipped());
});

test("a cached text is rendered again when it is old", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let renderings = 0;
  const text = createCache(async () => `${++renderings}`, 500);
  const texts = [0, 499, 1].map((ms) => {
    vi.advanceTimersByTime(ms);
    return text();
  });
  expect((await Promise.all(texts)).map(({ plain }) => plain.toString())).toEqual(["1", "1", "2"]);
});
