/** Reports pictures that are older than what they show. Each picture has a fingerprint of it: node src/tools/grafana/pictures.ts. */
import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";

const grafana = join(import.meta.dirname, "../../../grafana");
const preview = join(import.meta.dirname, "../preview");
/** The events of the day, and the page that draws it. */
const scene = ["history/scene.ts", "history/simulated.ts", "page/*.{ts,tsx}"];

/** Returns a fingerprint of a dashboard and of the scene. It does not depend on line endings. */
export async function fingerprintOf(dashboard: string): Promise<string> {
  const files = globSync(scene, { cwd: preview }).sort();
  const hash = createHash("sha256");
  for (const file of [dashboard, ...files.map((name) => join(preview, name))])
    hash.update((await readFile(file, "utf8")).replaceAll("\r\n", "\n"));
  return hash.digest("hex");
}

/** Bytes of a PNG file before its second chunk: the signature and IHDR. */
const headLength = 8 + 25;
const keyword = "Fingerprint\0";

/** Returns a PNG file with the fingerprint as a chunk of text. */
export function withFingerprint(png: Buffer, fingerprint: string): Buffer {
  const data = Buffer.from(`tEXt${keyword}${fingerprint}`, "latin1");
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length - 4);
  check.writeUInt32BE(crc32(data));
  return Buffer.concat([png.subarray(0, headLength), length, data, check, png.subarray(headLength)]);
}

const hasFingerprint = (png: Buffer, fingerprint: string) =>
  png.subarray(headLength + 4).indexOf(`tEXt${keyword}${fingerprint}`, 0, "latin1") === 0;

/** Returns the name of the dashboard that a picture shows. */
export const dashboardOf = (picture: string) => (picture === "incident" ? "overview" : picture);

/** Returns a message for each picture that is missing, or that shows another version of its dashboard or of the scene. */
export async function outdatedPictures(folder = grafana): Promise<readonly string[]> {
  const dashboards = globSync("*.json", { cwd: join(folder, "dashboards") }).map((name) => basename(name, ".json"));
  const messages = [...dashboards, "incident"].sort().map(async (name) => {
    const [picture, dashboard] = [`previews/${name}.png`, `dashboards/${dashboardOf(name)}.json`];
    const fingerprint = await fingerprintOf(join(folder, dashboard));
    const png = await readFile(join(folder, picture)).catch(() => Buffer.alloc(0));
    if (hasFingerprint(png, fingerprint)) return [];
    return [`grafana/${picture}: not drawn from the present grafana/${dashboard} and scene; run npm run previews`];
  });
  return (await Promise.all(messages)).flat();
}

if (import.meta.main) {
  const messages = await outdatedPictures();
  for (const message of messages) process.stderr.write(`${message}\n`);
  if (messages.length > 0) process.exitCode = 1;
}
