import { execFileSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBuild } from "../../../src/app/cli/build.ts";
import { temporaryFolder } from "../../support/folder.ts";

async function createCheckout() {
  const folder = await temporaryFolder();
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
  const git = (...words: string[]) => execFileSync("git", [...identity, ...words], { cwd: folder, encoding: "utf8" });
  git("init", "--quiet", "--initial-branch=feature/a+b");
  git("commit", "--quiet", "--allow-empty", "--message=first");
  return { folder, git, revision: git("rev-parse", "HEAD").trim() };
}

test("the revision of a checkout is its commit", async () => {
  const { folder, revision } = await createCheckout();
  expect(await readBuild({}, folder)).toMatchObject({ branch: "feature/a+b", revision });
});

test("the revision is found if Git has packed the branches", async () => {
  const { folder, git, revision } = await createCheckout();
  git("branch", "other");
  git("pack-refs", "--all");
  expect(await readBuild({}, folder)).toMatchObject({ branch: "feature/a+b", revision });
});

test("without a branch the revision is the commit", async () => {
  const { folder, git, revision } = await createCheckout();
  git("checkout", "--quiet", "--detach");
  expect(await readBuild({}, folder)).toMatchObject({ branch: "HEAD", revision });
});

test("the revision is unknown outside of a checkout, in a damaged one, and in an additional working tree", async () => {
  const unknown = { branch: "unknown", revision: "unknown" };
  expect(await readBuild({}, await temporaryFolder())).toMatchObject(unknown);
  const { folder } = await createCheckout();
  await rm(join(folder, ".git", "HEAD"));
  expect(await readBuild({}, folder)).toMatchObject(unknown);
  const additional = await temporaryFolder();
  await writeFile(join(additional, ".git"), "gitdir: /elsewhere\n");
  expect(await readBuild({}, additional)).toMatchObject(unknown);
});
