/** Writes the folder /app of the image: node src/tools/packaging/image.ts FOLDER ARCHITECTURE, with a name of Docker. */
import { chmod, copyFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeProgram } from "./build.ts";
import { root } from "./bundle.ts";
import { createSbom } from "./sbom.ts";

const prebuilds = { amd64: "linux-x64", arm64: "linux-arm64" } as const;
export type Architecture = keyof typeof prebuilds;

/** Returns the file of bcrypt's native code. */
export const bcryptFile = (architecture: Architecture): string =>
  join(root, "node_modules/bcrypt/prebuilds", prebuilds[architecture], "bcrypt.glibc.node");

/** The modes do not depend on the umask. */
async function setModes(folder: string) {
  await chmod(folder, 0o755);
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o644);
}

/** Writes what the image has in /app. */
async function buildImage(folder: string, architecture: Architecture) {
  const packages = await writeProgram(folder, { bcrypt: "file" });
  await copyFile(bcryptFile(architecture), join(folder, "bcrypt.node"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(folder, "sbom.cdx.json"), createSbom(packages));
  await setModes(folder);
}

if (import.meta.main) {
  const [, , folder = "", architecture = ""] = process.argv;
  if (folder === "" || !Object.hasOwn(prebuilds, architecture)) throw new Error("usage: image.ts FOLDER amd64|arm64");
  await buildImage(folder, architecture as Architecture);
}
