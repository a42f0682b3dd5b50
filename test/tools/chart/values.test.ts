import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configDefinitions } from "../../../src/tools/chart/config-schema.ts";
import { chartFiles, helmFolder } from "../../../src/tools/chart/files.ts";
import { readValues, schemaOfValues } from "../../../src/tools/chart/values.ts";

const values = `# of all

# -- How many.
# @schema {"minimum": 1}
count: 2
image:
  # -- Where it is,
  # and whose.
  name: here
  # -- Anything.
  # @free
  more:
    a: 1
`;
const keys = readValues(values);
const definitions = JSON.stringify(configDefinitions());

test("the schema has the type of each default, what the comment adds, and no room for other keys", () => {
  expect(schemaOfValues(keys, {})).toMatchObject({
    additionalProperties: false,
    properties: {
      count: { type: "number", minimum: 1, description: "How many." },
      image: { additionalProperties: false, properties: { name: { type: "string" }, more: { type: "object" } } },
      global: { type: "object" },
    },
  });
});

test("a key without a description is an error, and so is a mapping without described keys", () => {
  expect(() => readValues("# -- One.\none: 1\ntwo: 2\n")).toThrow("two has no description");
  expect(() => schemaOfValues(readValues("# -- One.\none: {a: 1}\n"), {})).toThrow(
    "describe its keys, or mark it with @free",
  );
});

test("the configuration's schema has neither secrets nor chart-managed keys", () => {
  for (const name of ["password", "credentials", "key", "secrets", "listen_address", "config_file"])
    expect(definitions).not.toContain(`"${name}":{`);
  for (const name of ["password_file", "credentials_file", "key_file", "files", "telemetry_path"])
    expect(definitions).toContain(`"${name}":{`);
});

test("no expression in it is one that Go does not know", () => {
  const patterns = [...definitions.matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)];
  expect(patterns.length).toBeGreaterThan(50);
  for (const [, pattern] of patterns) expect(pattern).not.toMatch(/\(\?[=!<]|\\\\u/);
});

test("the generated files of the charts are up to date, and no symbolic links", async () => {
  const files = await chartFiles();
  expect([...files.keys()]).toContain("avalanche-exporter/files/dashboards/overview.json");
  for (const [name, text] of files) {
    expect(await readFile(join(helmFolder, name), "utf8"), name).toBe(text);
    expect((await lstat(join(helmFolder, name))).isFile(), name).toBe(true);
  }
});
