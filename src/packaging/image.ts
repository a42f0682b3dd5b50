/** Writes the folder /app of the image: node src/packaging/image.ts FOLDER ARCHITECTURE, with a name of Docker. */
import { execFileSync } from "node:child_process";
import { chmod, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeProgram } from "./build.ts";
import { root } from "./bundle.ts";

const prebuilds = { amd64: "linux-x64", arm64: "linux-arm64" } as const;
export type Architecture = keyof typeof prebuilds;

/** Returns the file of bcrypt's native code. */
export const bcryptFile = (architecture: Architecture): string =>
  join(root, "node_modules/bcrypt/prebuilds", prebuilds[architecture], "bcrypt.glibc.node");

type Locked = { readonly dev?: boolean; readonly optional?: boolean };

/** Returns the SBOM of the packages that run, as CycloneDX. */
export async function createSbom(): Promise<string> {
  const read = async (file: string) => JSON.parse(await readFile(join(root, file), "utf8"));
  const [manifest, lock] = [await read("package.json"), await read("package-lock.json")];
  for (const list of ["devDependencies", "optionalDependencies"]) {
    delete manifest[list];
    delete lock.packages[""][list];
  }
  for (const [folder, { dev, optional }] of Object.entries<Locked>(lock.packages))
    if (dev || optional) delete lock.packages[folder];
  const folder = await mkdtemp(join(tmpdir(), "avalanche-exporter-sbom-"));
  try {
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    await writeFile(join(folder, "package-lock.json"), JSON.stringify(lock));
    const args = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=application"];
    const sbom = JSON.parse(execFileSync("npm", args, { cwd: folder, encoding: "utf8" }));
    delete sbom.serialNumber;
    sbom.metadata.timestamp = new Date(Number(process.env["SOURCE_DATE_EPOCH"] ?? 0) * 1000).toISOString();
    return JSON.stringify(sbom, null, 1).replaceAll(folder.slice(folder.lastIndexOf("/") + 1), manifest.name);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The modes do not depend on the umask. */
async function setModes(folder: string) {
  await chmod(folder, 0o755);
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o644);
}

/** Writes what the image has in /app. */
export async function buildImage(folder: string, architecture: Architecture) {
  await writeProgram(folder, { bcrypt: "file" });
  await copyFile(bcryptFile(architecture), join(folder, "bcrypt.node"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(folder, "sbom.cdx.json"), await createSbom());
  await setModes(folder);
}

if (import.meta.main) {
  const [, , folder = "", architecture = ""] = process.argv;
  if (folder === "" || !Object.hasOwn(prebuilds, architecture)) throw new Error("usage: image.ts FOLDER amd64|arm64");
  await buildImage(folder, architecture as Architecture);
}
