/** A real node of a local network of its own, with nothing on disk. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../support/ports.ts";
import { avalanchego, eventually, run } from "./programs.ts";

export type AvalancheNode = Awaited<ReturnType<typeof startNode>>;

export async function startNode(options: { readonly httpPort?: number; readonly flags?: readonly string[] } = {}) {
  const httpPort = options.httpPort ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), "avalanchego-"));
  const url = `http://127.0.0.1:${httpPort}`;
  const node = run(avalanchego(), [
    "--network-id=local",
    "--sybil-protection-enabled=false",
    "--http-host=127.0.0.1",
    `--http-port=${httpPort}`,
    "--staking-host=127.0.0.1",
    `--staking-port=${await freePort()}`,
    "--public-ip=127.0.0.1",
    "--index-enabled=true",
    "--api-admin-enabled=true",
    "--staking-ephemeral-cert-enabled=true",
    "--staking-ephemeral-signer-enabled=true",
    "--db-type=memdb",
    `--data-dir=${folder}`,
    "--fd-limit=8192",
    "--health-check-frequency=2s",
    ...(options.flags ?? []),
  ]);
  /** One call, without anything of ours between: the result. */
  async function ask(path: string, method: string, params: object = {}) {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = JSON.parse(await response.text());
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
  const bootstrapped = async () => {
    if (node.process.exitCode !== null) throw new Error(`the node ended: ${node.output().slice(-2000)}`);
    const answers = await Promise.all(
      ["P", "X", "C"].map((chain) => ask("/ext/info", "info.isBootstrapped", { chain })),
    );
    return answers.every(({ isBootstrapped }) => isBootstrapped) || undefined;
  };
  await eventually("a bootstrapped node", bootstrapped);
  return {
    url,
    httpPort,
    ask,
    process: node.process,
    async stop() {
      await node.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
