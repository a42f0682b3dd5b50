/** Version and revision of the program. */
import { join } from "node:path";
import { readTextFile } from "../../lib/files.ts";
import type { Io } from "./io.ts";
import { programName, version } from "./usage.ts";

/** Branch and revision of compiled code. The build defines the constant; it does not exist in a checkout. */
declare const COMPILED_REVISION: { readonly branch: string; readonly revision: string };
const compiled = typeof COMPILED_REVISION === "undefined" ? undefined : COMPILED_REVISION;

/** The folder above src. */
const checkout = join(import.meta.dirname, "../../..");

/** Returns the branch and the commit of a checkout with a folder .git. Throws if it cannot read them. */
async function readHead(folder: string) {
  const read = async (name: string) => (await readTextFile(join(folder, ".git", name))).trim();
  const head = await read("HEAD");
  const [, branch] = /^ref: refs\/heads\/(.+)$/.exec(head) ?? [];
  if (branch === undefined) return { branch: "HEAD", revision: head };
  const packed = async () =>
    new RegExp(`^(\\w+) refs/heads/${RegExp.escape(branch)}$`, "m").exec(await read("packed-refs"))?.[1];
  return { branch, revision: (await read(`refs/heads/${branch}`).catch(packed)) ?? "unknown" };
}

/** Returns the version and the revision. In a checkout the revision comes from Git. SOURCE_COMMIT replaces it. */
export async function readBuild(env: Io["env"], folder = checkout) {
  const unknown = { branch: "unknown", revision: "unknown" };
  const { SOURCE_COMMIT: commit } = env;
  const head = commit ? { ...unknown, revision: commit } : (compiled ?? (await readHead(folder).catch(() => unknown)));
  return { version, ...head };
}

/** Formats the build in the form of Prometheus's programs. */
export const formatBuild = ({ version, branch, revision }: Awaited<ReturnType<typeof readBuild>>): string =>
  `${programName}, version ${version} (branch: ${branch}, revision: ${revision})
  Node.js:          ${process.version}
  platform:         ${process.platform}/${process.arch}
`;
