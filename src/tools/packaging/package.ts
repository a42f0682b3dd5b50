/** Makes the files of a release in dist/artifacts. --only ARCHITECTURE: with one executable. --only deb: one package for this machine. */
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import packageJson from "../../../package.json" with { type: "json" };
import { root } from "./bundle.ts";
import { packDistributions } from "./distributions.ts";
import { buildExecutable, installNode } from "./executable.ts";
import type { Architecture } from "./image.ts";
import { findMissing, findProgram, ownArchitecture } from "./programs.ts";
import { charts } from "./publish.ts";

const { name, version } = packageJson;
/** Time of all files in seconds. */
const epoch = process.env["SOURCE_DATE_EPOCH"] ?? "0";

/** Packs a folder reproducibly. `xz` in one thread: more threads write other bytes. */
async function pack(parent: string, folder: string, file: string, compressor: "gzip -n" | "xz --threads=1") {
  const owner = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=@${epoch}`];
  const args = [`--use-compress-program=${compressor}`, ...owner, "-cf", file, "-C", parent, folder];
  await promisify(execFile)("tar", args);
}

/** Makes the archive of the executable, and the packages of distributions. Returns their SBOM. */
async function packExecutable(artifacts: string, architecture: Architecture) {
  const folder = `${name}-${version}.linux-${architecture}`;
  const sbom = await buildExecutable(join(artifacts, folder), architecture);
  await Promise.all([
    pack(artifacts, folder, join(artifacts, `${folder}.tar.xz`), "xz --threads=1"),
    packDistributions(join(artifacts, folder), artifacts, architecture, epoch),
  ]);
  await rm(join(artifacts, folder), { recursive: true });
  return sbom;
}

/** Makes the package for Debian of this architecture. */
async function packDeb(artifacts: string) {
  installNode();
  const folder = join(artifacts, name);
  await buildExecutable(folder, ownArchitecture);
  await packDistributions(folder, artifacts, ownArchitecture, epoch, ["deb"]);
  await rm(folder, { recursive: true });
}

/** Packs what a separate Prometheus, Alertmanager and Grafana need. */
async function packMonitoring(artifacts: string) {
  const folder = `${name}-${version}.monitoring`;
  await mkdir(join(artifacts, folder));
  for (const source of ["dashboards", "rules", "runbooks", "alertmanager.yaml"])
    await cp(join(root, "grafana", source), join(artifacts, folder, source), { recursive: true });
  await cp(join(root, "LICENSE"), join(artifacts, folder, "LICENSE"));
  await pack(artifacts, folder, join(artifacts, `${folder}.tar.gz`), "gzip -n");
  await rm(join(artifacts, folder), { recursive: true });
}

/** Packs a chart. */
export function packChart(artifacts: string, chart: string) {
  const versions = ["--version", version, "--app-version", version];
  execFileSync(findProgram("helm"), ["package", join(root, "helm", chart), ...versions, "-d", artifacts]);
}

/** Returns the base images with their digests, one per line. */
async function readBases(): Promise<string> {
  const dockerfile = await readFile(join(root, "Dockerfile"), "utf8");
  return [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(([, base]) => `${base}\n`).join("");
}

/** Returns lines in the format of sha256sum. */
async function checksums(folder: string): Promise<string> {
  const lines = (await readdir(folder)).sort().map(async (file) => {
    const hash = createHash("sha256").update(await readFile(join(folder, file)));
    return `${hash.digest("hex")}  ${file}\n`;
  });
  return (await Promise.all(lines)).join("");
}

/** Makes the files of a release in an empty folder. */
export async function packageAll(artifacts: string, architectures: readonly Architecture[]) {
  await mkdir(artifacts, { recursive: true });
  installNode();
  // the same for each
  for (const architecture of architectures)
    await writeFile(join(artifacts, "sbom.cdx.json"), await packExecutable(artifacts, architecture));
  for (const chart of charts) packChart(artifacts, chart);
  await packMonitoring(artifacts);
  await writeFile(join(artifacts, "bases.txt"), await readBases());
  await writeFile(join(artifacts, "SHA256SUMS"), await checksums(artifacts));
}

const all: readonly Architecture[] = ["amd64", "arm64"];

/** Returns the reasons why the files cannot be made. */
function errorsOf(only: string | undefined, architectures: readonly Architecture[]): readonly string[] {
  if (only === "deb") return findMissing([ownArchitecture], only);
  if (architectures.length > 0) return findMissing(architectures);
  return [`--only ${only}: allowed: deb, ${all.join(", ")}`];
}

if (import.meta.main) {
  const { only } = parseArgs({ options: { only: { type: "string" } } }).values;
  const architectures = all.filter((one) => only === undefined || one === only);
  const errors = errorsOf(only, architectures);
  for (const error of errors) process.stderr.write(`${error}\n`);
  if (errors.length > 0) process.exit(1);
  const artifacts = join(root, "dist/artifacts");
  await rm(artifacts, { recursive: true, force: true });
  await (only === "deb" ? packDeb(artifacts) : packageAll(artifacts, architectures));
}
