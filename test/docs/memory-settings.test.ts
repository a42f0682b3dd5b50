import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const settings = /--max-semi-space-size=\d+|MALLOC_[A-Z_]+=\d+/g;
const settingsOf = (text = "") => [...new Set(text.match(settings))].sort();
const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
const expected = settingsOf(scripts.start);

test("npm start limits the young generation and the memory of malloc", () => {
  expect(expected.map((setting) => setting.split("=")[0])).toEqual([
    "--max-semi-space-size",
    "MALLOC_ARENA_MAX",
    "MALLOC_MMAP_THRESHOLD_",
  ]);
});

test.each(["Dockerfile", "docs/deployment.md", "docs/performance.md"])(
  "%s has the memory settings of npm start",
  async (file) => {
    expect(settingsOf(await readFile(file, "utf8"))).toEqual(expected);
  },
);

test("npm run demo has the memory settings of npm start", () => {
  expect(settingsOf(scripts.demo)).toEqual(expected);
});

test.each(["src/main.ts", "test/bench/child.ts"])("%s has the flag of npm start", async (file) => {
  expect(settingsOf(await readFile(file, "utf8"))).toEqual(expected.filter((setting) => setting.startsWith("--")));
});
