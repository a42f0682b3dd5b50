import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";

const settings = /--max-semi-space-size=\d+|MALLOC_[A-Z_]+=\d+/g;
const settingsOf = (text = "") => [...new Set(text.match(settings))].sort();
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  await readFile("package.json", "utf8"),
);
const expected = settingsOf(await readFile("Dockerfile", "utf8"));
const flags = expected.filter((setting) => setting.startsWith("--"));

test("no npm script sets variables, which only some shells understand", () => {
  const posix = Object.entries(scripts).filter(([, script]) => /(^|&& )[A-Z_]+=/.test(script));
  expect(posix.map(([name]) => name)).toEqual([]);
});

test("the image limits the young generation and the memory of malloc", () => {
  expect(expected.map((setting) => setting.split("=")[0])).toEqual([
    "--max-semi-space-size",
    "MALLOC_ARENA_MAX",
    "MALLOC_MMAP_THRESHOLD_",
  ]);
});

test.each(["src/packaging/files/avalanche-exporter.service", "docs/development/measurements.md"])(
  "%s has the memory settings of the image",
  async (file) => {
    expect(settingsOf(await readFile(file, "utf8"))).toEqual(expected);
  },
);

test.each(["package.json", "test/bench/child.ts"])("%s has the flag of the image", async (file) => {
  expect(settingsOf(await readFile(file, "utf8"))).toEqual(flags);
});

test("docs/deployment.md has the requests and limits of the chart", async () => {
  const { resources } = parse(await readFile("helm/avalanche-exporter/values.yaml", "utf8"));
  const text = await readFile("docs/deployment.md", "utf8");
  expect(text).toContain(
    `the chart requests ${resources.requests.memory} and sets the limit ${resources.limits.memory} (\`resources\`)`,
  );
  expect(text).toContain(`The chart requests ${resources.requests.cpu}, and sets no limit`);
  expect(resources.limits.cpu).toBeUndefined();
});
