import { chmod, mkdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cacheFolderOf, compileCacheFolder, isPrivate } from "../../src/cli/compile-cache.ts";
import { temporaryFolder } from "../support/folder.ts";

const uid = process.getuid?.() ?? 0;
const modeOf = async (folder: string) => (await stat(folder)).mode & 0o777;

test.each([
  [{ CACHE_DIRECTORY: "/var/cache/a", HOME: "/home/a" }, "/var/cache/a/node"],
  [{ CACHE_DIRECTORY: "/var/cache/a:/var/cache/b" }, "/var/cache/a/node"],
  [{ XDG_CACHE_HOME: "/cache", HOME: "/home/a" }, "/cache/avalanche-exporter/node"],
  [{ XDG_CACHE_HOME: "", HOME: "/home/a" }, "/home/a/.cache/avalanche-exporter/node"],
  [{ XDG_CACHE_HOME: "cache" }, undefined],
  [{ HOME: "home" }, undefined],
  [{ TMPDIR: "/tmp" }, undefined],
  [{}, undefined],
])("the environment %j provides the folder %s", (env, folder) => {
  expect(cacheFolderOf(env)).toBe(folder);
});

test("a missing folder is created for this user alone", async () => {
  const home = await temporaryFolder();
  const folder = join(home, ".cache/avalanche-exporter/node");
  expect(compileCacheFolder({ HOME: home }, uid)).toBe(folder);
  expect(await modeOf(folder)).toBe(0o700);
  expect(await modeOf(join(home, ".cache/avalanche-exporter"))).toBe(0o700);
  expect(compileCacheFolder({ HOME: home }, uid)).toBe(folder);
});

test("systemd's folder may be readable by others, and a symbolic link to the real one", async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "private"), { mode: 0o755 });
  await symlink("private", join(folder, "public"));
  expect(compileCacheFolder({ CACHE_DIRECTORY: join(folder, "public") }, uid)).toBe(join(folder, "private/node"));
});

test("a folder that the operator configures is left to Node.js", async () => {
  const env = { NODE_COMPILE_CACHE: "/named", HOME: await temporaryFolder() };
  expect(compileCacheFolder(env, uid)).toBe(undefined);
});

test.each<[string, (folder: string, parent: string) => Promise<unknown>]>([
  ["of mode 0777", (folder) => chmod(folder, 0o777)],
  ["of mode 0750", (folder) => chmod(folder, 0o750)],
  ["in a folder of mode 0777", (_, parent) => chmod(parent, 0o777)],
  ["in a folder of mode 0775", (_, parent) => chmod(parent, 0o775)],
])("a folder %s is not used", async (_what, change) => {
  const parent = await temporaryFolder();
  const folder = join(parent, "node");
  await mkdir(folder, { mode: 0o700 });
  expect(compileCacheFolder({ CACHE_DIRECTORY: parent }, uid)).toBe(folder);
  await change(folder, parent);
  expect(compileCacheFolder({ CACHE_DIRECTORY: parent }, uid)).toBe(undefined);
});

test("a symbolic link to a private folder is not used", async () => {
  const parent = await temporaryFolder();
  await mkdir(join(parent, "private"), { mode: 0o700 });
  await symlink("private", join(parent, "node"));
  expect(compileCacheFolder({ CACHE_DIRECTORY: parent }, uid)).toBe(undefined);
});

test("a folder that cannot be created is not used", () => {
  expect(compileCacheFolder({ HOME: "/dev/null" }, uid)).toBe(undefined);
});

test("a system without user IDs has no folder", async () => {
  expect(compileCacheFolder({ HOME: await temporaryFolder() }, undefined)).toBe(undefined);
});

const folderOf = (uid: number, mode = 0o700) => ({ uid, mode, isDirectory: () => true });
test("the folder must be this user's, and its parent this user's or root's", () => {
  expect(isPrivate(1000, folderOf(1000), folderOf(1000))).toBe(true);
  expect(isPrivate(1000, folderOf(1000), folderOf(0, 0o755))).toBe(true);
  expect(isPrivate(1000, folderOf(1001), folderOf(1000))).toBe(false);
  expect(isPrivate(1000, folderOf(0), folderOf(0))).toBe(false);
  expect(isPrivate(1000, folderOf(1000), folderOf(1001))).toBe(false);
});
