/** A real node, with nothing on disk. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "../../../src/lib/text.ts";
import { avalanchego, eventually, type Release, run } from "./programs.ts";

export type AvalancheNode = Awaited<ReturnType<typeof startNode>>;
/** A node to call: a real one or any other. */
export type Asked = Pick<AvalancheNode, "ask">;
/** A node that a library can call, too. */
export type Served = Pick<AvalancheNode, "ask" | "url">;

type Options = {
  /** A reserved port, for a restart at the same address. Without it the system chooses one. */
  readonly httpPort?: number;
  readonly stakingPort?: number;
  /** Identity of the node. Without it, the node is alone in its own local network. */
  readonly identity?: readonly string[];
  readonly flags?: readonly string[];
  readonly release?: Release | undefined;
  /** When the node counts as started; by default once it is bootstrapped. */
  readonly until?: "listening";
};

/** Returns the URL, which a node writes into its data folder once it listens. */
export const urlIn = async (folder: string): Promise<string> =>
  JSON.parse(await readFile(join(folder, "process.json"), "utf8")).uri;

type Ask = ReturnType<typeof askedAt>["ask"];

const alone = [
  "--sybil-protection-enabled=false",
  "--staking-ephemeral-cert-enabled=true",
  "--staking-ephemeral-signer-enabled=true",
];

export async function startNode(options: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), "avalanchego-"));
  const node = run(avalanchego(options.release), [
    "--network-id=local",
    "--http-host=127.0.0.1",
    `--http-port=${options.httpPort ?? 0}`,
    "--staking-host=127.0.0.1",
    `--staking-port=${options.stakingPort ?? 0}`,
    "--public-ip=127.0.0.1",
    "--index-enabled=true",
    "--api-admin-enabled=true",
    "--db-type=memdb",
    `--data-dir=${folder}`,
    "--fd-limit=8192",
    "--health-check-frequency=2s",
    ...(options.identity ?? alone),
    ...(options.flags ?? []),
  ]);
  const expectRunning = () => {
    if (node.process.exitCode !== null) throw new Error(`the node ended: ${node.output().slice(-2000)}`);
  };
  const listening = async () => {
    expectRunning();
    return urlIn(folder);
  };
  const bootstrapped = async (ask: Ask) => {
    expectRunning();
    const answers = await Promise.all(
      ["P", "X", "C"].map((chain) => ask("/ext/info", "info.isBootstrapped", { chain })),
    );
    return answers.every(({ isBootstrapped }) => isBootstrapped) || undefined;
  };
  async function stop() {
    await node.stop();
    await rm(folder, { recursive: true, force: true });
  }
  try {
    const url = await eventually("a listening node", listening);
    const { ask } = askedAt(url);
    if (options.until === undefined) await eventually("a bootstrapped node", () => bootstrapped(ask));
    return { url, httpPort: Number(new URL(url).port), ask, process: node.process, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Health checks run by the clock: resolves once each has seen what is there now. */
export async function checked(node: Asked) {
  const now = Date.now();
  await eventually("a run of every health check", async () => {
    const { checks } = await node.ask("/ext/health", "health.health");
    const times = Object.values<{ readonly timestamp: string }>(checks).map(({ timestamp }) => Date.parse(timestamp));
    return times.every((time) => time > now) || undefined;
  });
}

/** Returns whether the node serves the API of the C-Chain. */
export const servesC = async ({ url }: Pick<Served, "url">) =>
  (await fetch(`${url}/ext/bc/C/rpc`, { method: "POST" })).status !== 404;

export const askedAt = (url: string) => ({
  ask: (path: string, method: string, params: object = {}) => call(url + path, method, params),
});

/** One call, without code of the exporter: the result, integers beyond 2^53 as bigint. */
async function call(url: string, method: string, params: object) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method}: ${response.status} ${text.trim()}`);
  const { result, error } = parseJson(text) as ReturnType<typeof JSON.parse>;
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}
