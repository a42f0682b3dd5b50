/** Tests that npm installs only packages that the lock files name by checksum, and runs none of their scripts. */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };

type Locked = {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
};

async function readLock(file: string): Promise<[folder: string, locked: Locked][]> {
  const { packages } = JSON.parse(await readFile(file, "utf8"));
  return Object.entries<Locked>(packages).filter(([folder]) => folder !== "");
}

/** Development tools for systems that SECURITY.md names. The registry of the last update did not serve these packages. */
const unserved =
  /^node_modules\/(?:@biomejs\/cli-(?!linux-(?:x64|arm64)$)|@oxc-parser\/binding-(?!wasm|linux-(?:x64|arm64)))/;
const locks = [
  "package-lock.json",
  "src/tools/preview/package-lock.json",
  "src/tools/packaging/node/package-lock.json",
  ".ci/mutations/package-lock.json",
];

test.each(locks)("%s has the checksum of every package", async (file) => {
  const unchecked = (await readLock(file)).filter(
    ([folder, { integrity = "", dev, optional }]) =>
      !integrity.startsWith("sha512-") && !(dev && optional && unserved.test(folder)),
  );
  expect(unchecked).toEqual([]);
});

test.each(locks)("%s names no registry, so that each user's own is used", async (file) => {
  expect((await readLock(file)).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test.each([
  ["package-lock.json", ["node_modules/bcrypt"]],
  ["src/tools/preview/package-lock.json", ["node_modules/esbuild"]],
  ["src/tools/packaging/node/package-lock.json", []],
  [".ci/mutations/package-lock.json", []],
])("npm runs no script of the packages in %s", async (file, names) => {
  const scripted = (await readLock(file)).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(scripted.map(([folder]) => folder)).toEqual(names);
  if (names.length > 0) expect(await readFile(join(dirname(file), ".npmrc"), "utf8")).toMatch(/^ignore-scripts=true$/m);
});

test("the packages of Node.js have one version", () => {
  expect(new Set(Object.values(packageJson.optionalDependencies)).size).toBe(1);
});
