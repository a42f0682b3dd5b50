/** Programs that npm does not install. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
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
