/** The check that pictures of the dashboards show the present dashboards. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dashboardOf, fingerprintOf, outdatedPictures, withFingerprint } from "../../../src/tools/grafana/pictures.ts";

/** A PNG file of one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);
let folder: string;
const fileOf = (name: string) => join(folder, name);
const change = (dashboard: string, text: string) => writeFile(fileOf(`dashboards/${dashboard}.json`), text);

async function drawAll() {
  for (const picture of ["overview", "sync", "incident"]) {
    const fingerprint = await fingerprintOf(fileOf(`dashboards/${dashboardOf(picture)}.json`));
    await writeFile(fileOf(`previews/${picture}.png`), withFingerprint(png, fingerprint));
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pictures-"));
  for (const name of ["dashboards", "previews"]) await mkdir(fileOf(name));
  await change("overview", '{"title":\n"Overview"}');
  await change("sync", "{}");
  await drawAll();
});
afterEach(() => rm(folder, { recursive: true }));

test("pictures that have just been drawn are current, with any line endings", async () => {
  expect(await outdatedPictures(folder)).toEqual([]);
  await change("overview", '{"title":\r\n"Overview"}');
  expect(await outdatedPictures(folder)).toEqual([]);
});

test("a changed dashboard is reported for each of its pictures, until they are drawn", async () => {
  await change("overview", '{"title": "Summary"}');
  expect(await outdatedPictures(folder)).toEqual([
    "grafana/previews/incident.png: not drawn from the present grafana/dashboards/overview.json and scene; run npm run previews",
    "grafana/previews/overview.png: not drawn from the present grafana/dashboards/overview.json and scene; run npm run previews",
  ]);
  await drawAll();
  expect(await outdatedPictures(folder)).toEqual([]);
});

test("a picture that is missing or has no fingerprint is reported", async () => {
  await rm(fileOf("previews/sync.png"));
  await writeFile(fileOf("previews/overview.png"), png);
  const pictures = (await outdatedPictures(folder)).map((message) => message.split(":")[0]);
  expect(pictures).toEqual(["grafana/previews/overview.png", "grafana/previews/sync.png"]);
});

test("the fingerprint is a valid chunk of text", async () => {
  const drawn = await readFile(fileOf("previews/sync.png"));
  const chunks: string[] = [];
  for (let at = 8; at < drawn.length; ) {
    const length = drawn.readUInt32BE(at);
    const data = drawn.subarray(at + 4, at + 8 + length);
    expect(drawn.readUInt32BE(at + 8 + length)).toBe(crc32(data));
    chunks.push(data.toString("latin1", 0, 4));
    at += 12 + length;
  }
  expect(chunks).toEqual(["IHDR", "tEXt", "IDAT", "IEND"]);
});
