import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { mutate, mutations } from "./mutations.ts";

test.each(mutations)("the mutation applies, and its tests exist: $name", async (mutation) => {
  const text = await readFile(mutation.file, "utf8");
  expect(mutate(text, mutation)).not.toBe(text);
  expect(mutation.tests.filter((file) => !existsSync(file))).toEqual([]);
});

test.each(["", "a a"])("a mutation whose text does not occur once in %j is an error", (text) => {
  const mutation = { name: "m", file: "f.ts", search: "a", replacement: "b", tests: [] };
  expect(() => mutate(text, mutation)).toThrow('mutation "m": expected the text once in f.ts');
});
