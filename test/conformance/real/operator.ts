/** Starts and stops nodes of the release that the end-to-end tests run. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AvalancheNode, startNode } from "../../e2e/support/avalanche-node.ts";
import { genesis } from "../../e2e/support/identities.ts";
import { startNetwork } from "../../e2e/support/network.ts";
import { avalanchego, run } from "../../e2e/support/programs.ts";
import { transfer } from "../../e2e/support/transactions.ts";
import { openWallet } from "../../e2e/support/wallet.ts";
import { pollLimit } from "../../support/limits.ts";
import type { Operator } from "../node.ts";

const unownedAddress = new Uint8Array(20);

async function makeBlock(node: AvalancheNode) {
  const wallet = await openWallet(node);
  await transfer(wallet, wallet.output(1n, unownedAddress));
}

async function start(flags: readonly string[]) {
  const node = await startNode({ flags });
  return { url: node.url, transfer: () => makeBlock(node), stop: node.stop };
}

/** The process exits within the first second. */
async function refusal(flags: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "avalanchego-"));
  const node = run(avalanchego(), [
    "--network-id=local",
    "--sybil-protection-enabled=false",
    "--staking-ephemeral-cert-enabled=true",
    "--staking-ephemeral-signer-enabled=true",
    "--public-ip=127.0.0.1",
    "--fd-limit=8192",
    "--index-enabled=true",
    "--http-port=0",
    "--staking-port=0",
    `--data-dir=${folder}`,
    ...flags,
  ]);
  try {
    await once(node.process, "exit", { signal: AbortSignal.timeout(pollLimit) });
    return node.output();
  } finally {
    await node.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function network() {
  const { validators } = await startNetwork();
  const [first] = validators as [AvalancheNode];
  const { ip } = await first.ask("/ext/info", "info.getNodeIP");
  const identity = [
    "--staking-ephemeral-cert-enabled=true",
    "--staking-ephemeral-signer-enabled=true",
    `--bootstrap-ips=${ip}`,
    `--bootstrap-ids=${genesis.first}`,
  ];
  return {
    transfer: () => makeBlock(first),
    join: (flags: readonly string[]) => startNode({ identity, flags }),
    stop: async () => {
      await Promise.all(validators.map((node) => node.stop()));
    },
  };
}

export const operator: Operator = { start, refusal, network };
