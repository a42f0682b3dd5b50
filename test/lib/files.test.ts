import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createFileReader, readTextFile } from "../../src/lib/files.ts";

let file: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "files-"));
  file = join(folder, "secret");
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

test("it returns the text of a file, also through a link", async () => {
  writeFileSync(file, "пароль\n");
  symlinkSync(file, `${file}-link`);
  expect(await readTextFile(file)).toBe("пароль\n");
  expect(await readTextFile(`${file}-link`)).toBe("пароль\n");
});

test("a missing file and a folder are rejected with the code of the system", async () => {
  await expect(readTextFile(file)).rejects.toMatchObject({ code: "ENOENT" });
  await expect(readTextFile(tmpdir())).rejects.toMatchObject({ code: "EISDIR" });
});

test("a pipe without a writer is rejected at once", async () => {
  execFileSync("mkfifo", [file]);
  await expect(readTextFile(file)).rejects.toThrow("is a pipe, which can be read only once; use a regular file");
});

test("a file of 1 MiB is read, and a larger or endless one is rejected", async () => {
  writeFileSync(file, "#".repeat(2 ** 20));
  expect(await readTextFile(file)).toHaveLength(2 ** 20);
  writeFileSync(file, "#".repeat(2 ** 20 + 1));
  await expect(readTextFile(file)).rejects.toThrow("is larger than 1 MiB");
  await expect(readTextFile("/dev/zero")).rejects.toThrow("is larger than 1 MiB");
});

test("a file whose file system does not respond in time is rejected", async () => {
  writeFileSync(file, "");
  const limit = new AbortController();
  const reading = createFileReader()(file, limit.signal);
  limit.abort();
  await expect(reading).rejects.toThrow("its file system does not respond");
});
