import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { release } from "../../../.github/release.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { releasedFiles, withVersion } from "../../../src/tools/packaging/release.ts";

const unreleased = "# Changelog\n\n## 9.8.7 / unreleased\n\n- [FEATURE] a: one\n  thing.\n- [BUGFIX] b: two: things.\n";
const read = async () => {
  const texts = await Promise.all(releasedFiles.map(async (file) => [file, await readFile(file, "utf8")] as const));
  return new Map(texts).set("CHANGELOG.md", unreleased);
};

test("every version is that of the release", async () => {
  const files = withVersion(await read(), "9.8.7", "2030-01-02");
  const text = (file: string) => files.get(file) ?? "";
  const versions = { lock: JSON.parse(text("package-lock.json")).packages[""].version };
  for (const file of ["package.json", "package-lock.json"])
    Object.assign(versions, { [file]: JSON.parse(text(file)).version });
  const { errors, notes } = release("v9.8.7", { versions, changelog: text("CHANGELOG.md") });
  expect([errors, notes]).toEqual([[], expect.stringContaining("[FEATURE] a: one")]);
  for (const [file, content] of files) {
    if (file === "package-lock.json") continue;
    expect(content, file).toContain("9.8.7");
    expect(content, file).not.toMatch(new RegExp(`(?<![\\d.])${packageJson.version.replaceAll(".", "\\.")}(?![\\d.])`));
  }
});

test("the charts have the changes of the release, in the words of Artifact Hub", async () => {
  const files = withVersion(await read(), "9.8.7", "2030-01-02");
  for (const file of releasedFiles.filter((one) => one.endsWith("Chart.yaml"))) {
    const { version, appVersion, annotations } = parse(files.get(file) ?? "");
    expect([version, appVersion, annotations["artifacthub.io/prerelease"]]).toEqual(["9.8.7", "9.8.7", "false"]);
    expect(parse(annotations["artifacthub.io/changes"])).toEqual([
      { kind: "added", description: "a: one thing." },
      { kind: "fixed", description: "b: two: things." },
    ]);
  }
});

test.each(["1.2", "v1.2.3", "none"])("%s is no version", async (version) => {
  const files = await read();
  expect(() => withVersion(files, version, "2030-01-02")).toThrow("not a version");
});

test("an entry that is released already is refused", async () => {
  const files = (await read()).set("CHANGELOG.md", unreleased.replace("unreleased", "2029-01-01"));
  expect(() => withVersion(files, "9.8.7", "2030-01-02")).toThrow("the newest entry is released");
});
