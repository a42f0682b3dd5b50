/** Real nodes: one with something of everything, one without administration and index, one that waits for peers, one with a peer. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AvalancheNode, startNode, urlIn } from "../../e2e/support/avalanche-node.ts";
import { genesis } from "../../e2e/support/identities.ts";
import { everyUpgrade } from "../../e2e/support/own-network.ts";
import { populate } from "../../e2e/support/populate.ts";
import { avalanchego, eventually, run } from "../../e2e/support/programs.ts";
import { freePort } from "../../support/ports.ts";
import { hasHelicon } from "../exceptions.ts";
import { connect } from "../node.ts";
import { createSigner, prepare, stakePermanently, stakeShortly } from "./transactions.ts";

/** From the conversion to the end of the nearly empty validator's balance: longer than the rules take. */
const shortSeconds = 86_400n;

/** Its one peer is nowhere. */
async function startBootstrapping() {
  const folder = await mkdtemp(join(tmpdir(), "avalanchego-"));
  const node = run(avalanchego(), [
    "--network-id=local",
    "--staking-ephemeral-cert-enabled=true",
    "--staking-ephemeral-signer-enabled=true",
    "--public-ip=127.0.0.1",
    "--fd-limit=8192",
    "--db-type=memdb",
    "--index-enabled=true",
    "--api-admin-enabled=true",
    "--health-check-frequency=2s",
    `--bootstrap-ips=127.0.0.1:${await freePort()}`,
    `--bootstrap-ids=${genesis.first}`,
    "--http-port=0",
    "--staking-port=0",
    `--data-dir=${folder}`,
  ]);
  const url = await eventually("a listening node", () => urlIn(folder));
  await eventually("a node that bootstraps", async () => {
    const { status } = await fetch(`${url}/ext/bc/P`, { method: "POST" });
    return status === 503 || undefined;
  });
  return {
    url,
    async stop() {
      await node.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Its only peer is `node`, from which it bootstraps. */
async function startPeered(node: AvalancheNode, flags: readonly string[]) {
  const [{ nodeID }, { ip }] = await Promise.all(
    ["info.getNodeID", "info.getNodeIP"].map((method) => node.ask("/ext/info", method)),
  );
  const peered = await startNode({ flags: [...flags, `--bootstrap-ids=${nodeID}`, `--bootstrap-ips=${ip}`] });
  await eventually("a peer in the last health check", async () => {
    const { checks } = await peered.ask("/ext/health", "health.health");
    return checks.network.message?.connectedPeers > 0 || undefined;
  });
  return peered;
}

const stopAll = (nodes: readonly { readonly stop: () => Promise<unknown> }[]) =>
  Promise.all(nodes.map((node) => node.stop()));

export async function startReal() {
  const flags = await everyUpgrade();
  const node = await startNode({ flags });
  const bare = await startNode({ flags: ["--index-enabled=false", "--api-admin-enabled=false"] });
  const bootstrapping = await startBootstrapping();
  const peered = await startPeered(node, flags);
  if (await hasHelicon(node)) await stakePermanently(node, peered);
  await stakeShortly(node);
  const { wallet } = await populate(node, shortSeconds);
  await prepare(node, wallet);
  const urls = { url: node.url, bareUrl: bare.url, bootstrappingUrl: bootstrapping.url, peeredUrl: peered.url };
  return {
    node,
    connect: async () => connect({ ...urls, allowWrite: true, signer: await createSigner(node) }),
    stop: () => stopAll([node, bare, bootstrapping, peered]),
  };
}
