import { expect, test } from "vitest";
import { createMemory } from "../../../src/collectors/shared/memory.ts";

test("a value is read again after the number of runs, each key for itself", async () => {
  const remember = createMemory<string>(3);
  const reads: string[] = [];
  const read = (key: string) => remember(key, async () => String(reads.push(key)));
  const values: string[] = [];
  for (let run = 0; run < 4; run++) values.push(await read("a"));
  await read("b");
  expect([values, reads]).toEqual([
    ["1", "1", "1", "2"],
    ["a", "a", "b"],
  ]);
});

test("an error is not remembered", async () => {
  const remember = createMemory<number>(3);
  await expect(remember("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await remember("a", async () => 1)).toBe(1);
});
