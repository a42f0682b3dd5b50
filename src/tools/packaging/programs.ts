/** Programs that npm does not install, and how to get each. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type { Architecture } from "./image.ts";

const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "avalanche-exporter");
const versions = { helm: "v3.22.0", nfpm: "v2.44.0", oras: "v1.3.6", cosign: "v3.1.3" } as const;

/** Returns the program of the variable with its name, such as HELM, the one that .ci/install has installed, or the one on the path. */
export function findProgram(name: keyof typeof versions): string {
  const installed = join(cache, `${name}-${versions[name]}`, name);
  return process.env[name.toUpperCase()] ?? (existsSync(installed) ? installed : name);
}

export const ownArchitecture: Architecture = process.arch === "arm64" ? "arm64" : "amd64";
const processors = { amd64: "x86-64", arm64: "aarch64" } as const;
const isOwn = (architecture: Architecture) => architecture === ownArchitecture;

/** Returns the program that removes symbols from programs of the architecture. */
export const stripOf = (architecture: Architecture): string =>
  isOwn(architecture) ? "strip" : `${processors[architecture].replace("-", "_")}-linux-gnu-strip`;

/** Returns the line for a program that is missing. `how`: the command that installs it. */
export const missingText = (name: string, how: string) => `${name} is missing. Install it: ${how}`;

const debian = (name: string) => `apt-get install ${name}`;
const fromModule = (name: "helm" | "nfpm") =>
  `.ci/install ${name} (needs Go 1.21 or later), or set ${name.toUpperCase()} to the path of the program`;

const isInstalled = (program: string) =>
  program.includes("/")
    ? existsSync(program)
    : (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Returns a line for each missing program that makes the files of a release, or only a package. */
export function findMissing(architectures: readonly Architecture[], only?: "deb"): string[] {
  const needed = [
    ["npm", "npm", debian("npm")] as const,
    ...architectures.map((one) => {
      const name = isOwn(one) ? "binutils" : `binutils-${processors[one]}-linux-gnu`;
      return [stripOf(one), stripOf(one), debian(name)] as const;
    }),
    ["nfpm", findProgram("nfpm"), fromModule("nfpm")] as const,
    ...(only === undefined
      ? [
          ["tar", "tar", debian("tar")] as const,
          ["xz", "xz", debian("xz-utils")] as const,
          ["helm", findProgram("helm"), fromModule("helm")] as const,
        ]
      : []),
  ];
  return needed.flatMap(([name, program, how]) => (isInstalled(program) ? [] : [missingText(name, how)]));
}

/** Returns the name of a program on the path. Throws an error with the command that installs it. */
export function installed<N extends string>(name: N, ask: string, how: string): N {
  if (spawnSync(name, [ask]).status === 0) return name;
  throw new Error(missingText(name, how));
}

/** Prometheus 3.16, the newest release, which `.ci/install` builds; with PROMETHEUS_RELEASE=2.42 the minimum, of the Debian package. */
export function ofPrometheus(name: "prometheus" | "promtool"): string {
  if (process.env["PROMETHEUS_RELEASE"] === "2.42") return installed(name, "--version", "apt-get install prometheus");
  const folder = join(cache, "prometheus-v0.316.0");
  const path = join(folder, name);
  if (existsSync(path)) return path;
  throw new Error(`Prometheus 3.16 is missing at ${path}. Build it in 4 minutes: .ci/install prometheus`);
}
