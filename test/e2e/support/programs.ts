/** The real programs that these tests run, and how to get each. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, globSync, openSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { installed } from "../../../src/tools/packaging/programs.ts";
import { pollLimit } from "../../support/limits.ts";

const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");

const inCache = (...path: readonly string[]) => join(cache, "avalanche-exporter", ...path);

/** The releases of AvalancheGo that these tests can run, each with its release of Subnet-EVM. There is none for 1.15.0, and the C-Chain of
 *  that node is idle: see test/avalanchego-1.15. */
const subnetEvmReleases = { "1.14.0": "0.8.0", "1.14.2": "1.14.2", "1.15.0": undefined } as const;
export type Release = keyof typeof subnetEvmReleases;
/** The release of AvalancheGo that these tests run: AVALANCHEGO_RELEASE, by default the minimum one. */
export const release = (process.env["AVALANCHEGO_RELEASE"] ?? "1.14.0") as Release;

/** Returns the path of a program that `.ci/install` builds. */
function built(name: string, ...path: readonly string[]): string {
  const found = inCache(...path);
  if (existsSync(found)) return found;
  throw new Error(`${name} is missing at ${found}. Build it in 4 minutes: .ci/install ${name}`);
}

/** Returns the path of AvalancheGo, of this release or another one. */
export const avalanchego = (one: Release = release) => built(`avalanchego-${one}`, `avalanchego-v${one}`, "main");

/** ID of the virtual machine Subnet-EVM, the name of its plugin. */
export const subnetEvm = "srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy";
/** Returns the folder of AvalancheGo's plugins, with Subnet-EVM. */
export function pluginFolder(): string {
  const version = subnetEvmReleases[release];
  return dirname(built(`subnet-evm-${version}`, `subnet-evm-v${version}`, "plugins", subnetEvm));
}

/** A program of Alertmanager, by default of the release of grafana/compose.yaml, where `.ci/install` puts it. */
export function ofAlertmanager(name: "alertmanager" | "amtool", release = "v0.30.1"): string {
  const folder = inCache(`alertmanager-${release}`);
  const path = join(folder, name);
  if (existsSync(path)) return path;
  throw new Error(
    `Alertmanager is missing at ${path}. Build it in 2 minutes: GOBIN=${folder} go install ` +
      `github.com/prometheus/alertmanager/cmd/${name}@${release}`,
  );
}
/** A program that nodes of Kubernetes and these tests need. */
export const ofCluster = (name: keyof typeof packages) => installed(name, packages[name][0], packages[name][1]);
const packages = {
  containerd: ["--version", "apt-get install containerd"],
  runc: ["--version", "apt-get install runc"],
  etcd: ["--version", "apt-get install etcd-server"],
  iptables: ["--version", "apt-get install iptables"],
  ip: ["-V", "apt-get install iproute2"],
  curl: ["--version", "apt-get install curl"],
} as const;

/** Returns the folder of the CNI plugins. */
export function networkPlugins(): string {
  const folder = ["/usr/lib/cni", "/opt/cni/bin"].find((path) => existsSync(join(path, "ptp")));
  if (folder !== undefined) return folder;
  throw new Error("The CNI plugins are missing. Install them: apt-get install containernetworking-plugins");
}

/** Returns the folder of the programs of Kubernetes, which `.ci/install` builds. */
export function kubernetes(): string {
  const folder = inCache("kubernetes-v1.36.3");
  if (existsSync(join(folder, "complete"))) return folder;
  throw new Error(`Kubernetes is missing at ${folder}. Build it in 10 minutes: .ci/kubernetes/build ${folder}`);
}

export const go = () => installed("go", "version", "apt-get install golang-go, or from go.dev");

/** The library of the Debian package `faketime`: a process that it is loaded into takes its clock from a file. */
export function faketime(): string {
  const [library] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");
  if (library !== undefined) return library;
  throw new Error("faketime is missing. Install it: apt-get install faketime");
}

export type Running = {
  readonly process: ChildProcess;
  /** All that it wrote so far, both streams. */
  readonly output: () => string;
  /** Ends the process, and returns its exit status or signal. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals | null>;
};

const running = new Set<Running>();
/** Processes that failed tests have left behind. */
export const stopAll = () => Promise.all([...running].map((one) => one.stop()));

/** Programs since the last call of `takeLogs` and those that run, with their command lines. */
let started: { readonly command: string; readonly one: Running }[] = [];
/** Returns the end of the log of each program that runs, or that has run since the last call. */
export function takeLogs(): string {
  const logs = started.map(({ command, one }) => `--- ${command}\n${one.output().slice(-logSize)}`);
  started = started.filter(({ one }) => running.has(one));
  return logs.join("\n");
}
const logSize = 4000;

type Surroundings = {
  /** Added to the variables of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** A file for both of its streams: then there is no output to look at. */
  readonly output?: string;
  /** Its standard input ends with this process. */
  readonly input?: "pipe";
};

/** A signal goes to the process and to all that it started, as from a terminal. */
export function run(
  command: string,
  args: readonly string[],
  { env, output: file, input }: Surroundings = {},
): Running {
  const stream = file === undefined ? "pipe" : openSync(file, "w");
  const child = spawn(command, args, {
    stdio: [input ?? "ignore", stream, stream],
    env: { ...process.env, ...env },
    detached: true,
  });
  if (typeof stream === "number") closeSync(stream);
  const kill = (signal: NodeJS.Signals) => child.exitCode === null && child.pid && process.kill(-child.pid, signal);
  const ended = once(child, "exit").then(([code, signal]) => {
    running.delete(one);
    return code ?? signal;
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  const one: Running = {
    process: child,
    output: () => output,
    async stop(signal = "SIGTERM") {
      kill(signal);
      const late = setTimeout(15_000, "late", { ref: false });
      if ((await Promise.race([ended, late])) === "late") kill("SIGKILL");
      return ended;
    },
  };
  running.add(one);
  started.push({ command: [command, ...args].join(" ").slice(0, 200), one });
  return one;
}

/** The first value of `attempt` that is neither undefined nor an error. */
export async function eventually<T>(
  what: string,
  attempt: () => Promise<T | undefined>,
  within = pollLimit,
): Promise<T> {
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
