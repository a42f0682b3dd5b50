/** Tests that npm installs only packages that the lock files name by checksum, and runs none of their scripts. */
import { readFile } from "node:fs/promises";
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

/** Development tools for systems other than Linux with glibc. The registry of the last update did not serve these packages. */
const unserved = /^node_modules\/(?:@biomejs\/cli|@oxc-parser\/binding)-/;
const locks = [
  "package-lock.json",
  "grafana/preview/package-lock.json",
  "src/packaging/node/package-lock.json",
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

test("npm runs no script of a package", async () => {
  const scripted = (await readLock("package-lock.json")).filter(([, { hasInstallScript }]) => hasInstallScript);
  const allowed: Readonly<Record<string, boolean>> = packageJson.allowScripts;
  expect(scripted.map(([folder]) => [folder, allowed[folder.replace("node_modules/", "")]])).toEqual([
    ["node_modules/bcrypt", false],
  ]);
});

test("the packages of Node.js have one version", () => {
  expect(new Set(Object.values(packageJson.optionalDependencies)).size).toBe(1);
});
