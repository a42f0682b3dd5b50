import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { owner, registryOwner } from "../../../src/repository.ts";
import { filesWithOwner, withOwner } from "../../../src/tools/docs/owner.ts";
import { filesBelow } from "../../support/folder.ts";

const generated = /^grafana\/rules\/|^helm\/.*\/files\//;
const account = /(github\\?\.com|ghcr\.io)\/([\w-]+)\/(?:avalanche-exporter|charts)/g;

const folders = [".github", "docs", "grafana/rules", "grafana/runbooks", "helm", "src/tools/packaging/files"];
const files = ["package.json", "README.md", "CONTRIBUTING.md", "Dockerfile", ...(await filesBelow(...folders))];
const texts = new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")] as const)));

test("every address of the repository has the account of package.json", () => {
  const found = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(account)].map(([, host, name]) => ({
      file,
      name,
      expected: host === "ghcr.io" ? registryOwner : owner,
    })),
  );
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(({ name, expected }) => name !== expected)).toEqual([]);
});

test("another account is set in every file that is not generated", () => {
  const byHand = [...texts].filter(([file, text]) => !generated.test(file) && text.match(account));
  expect(byHand.map(([file]) => file).filter((file) => !filesWithOwner.includes(file))).toEqual([]);
  for (const file of filesWithOwner) {
    const changed = withOwner(texts.get(file) ?? "", owner, "Test-Account");
    expect(changed, file).toMatch(/test-account\//i);
    if (!file.endsWith("README.md")) expect(changed, file).not.toContain(`${owner}/`);
    for (const [, host, name] of changed.matchAll(account))
      expect(name, file).toBe(host === "ghcr.io" ? "test-account" : "Test-Account");
  }
});
