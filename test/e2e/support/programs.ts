/** The real programs that these tests run, and how to get each. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");

/** Where `.ci/run` puts it, or where AVALANCHEGO says. */
export function avalanchego(): string {
  const path = process.env["AVALANCHEGO"] ?? join(cache, "avalanche-exporter", "avalanchego-v1.14.0", "main");
  if (existsSync(path)) return path;
  throw new Error(
    `AvalancheGo is missing at ${path}. Build it in 4 minutes: GOBIN=${join(path, "..")} ` +
      'CGO_CFLAGS="-O2 -D__BLST_PORTABLE__" go install github.com/ava-labs/avalanchego/main@v1.14.0, ' +
      "or set AVALANCHEGO to the binary of v1.14.0.",
  );
}

/** A program of the Debian package `prometheus`. */
export function ofPrometheus(name: "prometheus" | "promtool"): string {
  if (spawnSync(name, ["--version"]).status === 0) return name;
  throw new Error(`${name} is missing. Install it: apt-get install prometheus`);
}

export type Running = {
  readonly process: ChildProcess;
  /** All that it wrote so far, both streams. */
  readonly output: () => string;
  /** Ends it, and says how it ended. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals | null>;
};

/** A signal goes to the process and to all that it started, as from a terminal. */
export function run(command: string, args: readonly string[]): Running {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], detached: true });
  const kill = (signal: NodeJS.Signals) => child.exitCode === null && child.pid && process.kill(-child.pid, signal);
  const ended = once(child, "exit").then(([code, signal]) => code ?? signal);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return {
    process: child,
    output: () => output,
    async stop(signal = "SIGTERM") {
      kill(signal);
      const late = setTimeout(15_000, "late", { ref: false });
      if ((await Promise.race([ended, late])) === "late") kill("SIGKILL");
      return ended;
    },
  };
}

/** The first value of `attempt` that is neither undefined nor an error. */
export async function eventually<T>(what: string, attempt: () => Promise<T | undefined>, within = 30_000): Promise<T> {
  const end = Date.now() + within;
  for (let last: unknown; ; await setTimeout(100)) {
    try {
      const value = await attempt();
      if (value !== undefined) return value;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`${what}: not within ${within / 1000} s`, { cause: last });
  }
}
