/** A real node, with nothing on disk. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "../../../src/node/json.ts";
import { freePort } from "../../support/ports.ts";
import { avalanchego, eventually, newest, type Release, run } from "./programs.ts";

export type AvalancheNode = Awaited<ReturnType<typeof startNode>>;
/** What can be asked: a real node or any other. */
export type Asked = Pick<AvalancheNode, "ask">;

type Options = {
  readonly release?: Release;
  readonly httpPort?: number;
  readonly stakingPort?: number;
  /** Who it is; else it stands alone, in a local network of its own. */
  readonly identity?: readonly string[];
  readonly flags?: readonly string[];
};

const alone = [
  "--sybil-protection-enabled=false",
  "--staking-ephemeral-cert-enabled=true",
  "--staking-ephemeral-signer-enabled=true",
];

/** Resolves once it is bootstrapped. */
export async function startNode(options: Options = {}) {
  const httpPort = options.httpPort ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), "avalanchego-"));
  const url = `http://127.0.0.1:${httpPort}`;
  const node = run(avalanchego(options.release ?? newest), [
    "--network-id=local",
    "--http-host=127.0.0.1",
    `--http-port=${httpPort}`,
    "--staking-host=127.0.0.1",
    `--staking-port=${options.stakingPort ?? (await freePort())}`,
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
  const { ask } = askedAt(url);
  const bootstrapped = async () => {
    if (node.process.exitCode !== null) throw new Error(`the node ended: ${node.output().slice(-2000)}`);
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
    await eventually("a bootstrapped node", bootstrapped);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, httpPort, ask, process: node.process, stop };
}

/** Health checks run by the clock: resolves once each has seen what is there now. */
export async function checked(node: AvalancheNode) {
  const now = Date.now();
  await eventually("a run of every health check", async () => {
    const { checks } = await node.ask("/ext/health", "health.health");
    const times = Object.values<{ readonly timestamp: string }>(checks).map(({ timestamp }) => Date.parse(timestamp));
    return times.every((time) => time > now) || undefined;
  });
}

export const askedAt = (url: string) => ({
  ask: (path: string, method: string, params: object = {}) => call(url + path, method, params),
});

/** One call, without anything of ours between: the result, integers beyond 2^53 as bigint. */
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
