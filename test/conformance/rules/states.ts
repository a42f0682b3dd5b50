/** States in the API and their transitions. */
import assert from "node:assert/strict";
import { pollLimit } from "../../support/limits.ts";
import { checkedBytes, hashId } from "../bytes.ts";
import type { Json } from "../calls.ts";
import { CannotShow } from "../cannot-show.ts";
import type { Node } from "../node.ts";
import { rule } from "../rule.ts";
import { unknownId } from "../values.ts";

const idOf = (hex: string) => hashId(checkedBytes(hex));
const statusOf = async ({ call }: Node, txID: string): Promise<Json> => call("platform.getTxStatus", { txID });

/** The states that it goes through until it is in the last of these. */
export async function untilEnd(ask: () => Promise<Json>, ends: readonly string[]): Promise<string[]> {
  const seen: string[] = [];
  for (const end = Date.now() + pollLimit; Date.now() < end; ) {
    const { status } = await ask();
    if (seen.at(-1) !== status) seen.push(status);
    if (ends.includes(status)) return seen;
  }
  return assert.fail(`no end within ${pollLimit / 1000} s, only ${seen.join(", ")}`);
}
const committed = (node: Node, txID: string) =>
  untilEnd(() => statusOf(node, txID), ["Committed", "Dropped", "Aborted"]);

/** Returns whether one of the last blocks of the P-Chain has the transaction. Blocks for the ends of staking periods can follow it. */
async function isInRecentBlock({ call }: Node, txID: string): Promise<boolean> {
  const { height: last } = await call("platform.getHeight");
  for (let height = Number(last); height > Number(last) - 5; height--) {
    const { block } = await call("platform.getBlockByHeight", { height, encoding: "json" });
    if (block.txs?.some(({ id }: Json) => id === txID)) return true;
  }
  return false;
}

const ofX = [
  rule("avm.getTxStatus: an accepted transaction is Accepted", async ({ call, block }) => {
    const { txs } = await block("X");
    assert.deepEqual(await call("avm.getTxStatus", { txID: txs[0].id }), { status: "Accepted" });
  }),
  rule("avm.getTxStatus: a transaction that the node does not know is Unknown", async ({ call }) => {
    assert.deepEqual(await call("avm.getTxStatus", { txID: unknownId }), { status: "Unknown" });
  }),
  rule(
    "avm.issueTx: returns the transaction ID; the status is Unknown until it is Accepted and getTx returns it",
    async (node) => {
      const { txID } = await node.call("avm.issueTx", { tx: await node.signer().onX() });
      const seen = await untilEnd(() => node.call("avm.getTxStatus", { txID }), ["Accepted", "Rejected"]);
      assert.deepEqual(
        seen.filter((status) => status !== "Unknown"),
        ["Accepted"],
      );
      const { tx } = await node.call("avm.getTx", { txID, encoding: "json" });
      assert.equal(tx.id, txID);
    },
    { writes: true },
  ),
  rule(
    "wallet.issueTx: the same, at its own path",
    async (node) => {
      const { txID } = await node.call("wallet.issueTx", { tx: await node.signer().onX() });
      assert.equal((await untilEnd(() => node.call("avm.getTxStatus", { txID }), ["Accepted"])).at(-1), "Accepted");
    },
    { writes: true },
  ),
  rule(
    "avm.issueTx: an accepted transaction cannot be issued again, and stays Accepted",
    async ({ call, refusal, transaction }) => {
      const { id: txID } = await transaction("X", "transfer", ({ inputs }) => inputs?.length > 0);
      const { tx } = await call("avm.getTx", { txID });
      assert.match(await refusal("avm.issueTx", { tx }), /not found|missing/);
      assert.deepEqual(await call("avm.getTxStatus", { txID }), { status: "Accepted" });
    },
    { writes: true },
  ),
];

const ofP = [
  rule("platform.getTxStatus: an accepted transaction is Committed, without a reason", async (node) => {
    const { txs } = await node.block("P");
    assert.deepEqual(await statusOf(node, txs[0].id), { status: "Committed" });
  }),
  rule("platform.getTxStatus: a transaction that the node does not know is Unknown", async (node) => {
    assert.deepEqual(await statusOf(node, unknownId), { status: "Unknown" });
  }),
  rule(
    "platform.issueTx: returns the transaction ID; the status becomes Committed, and a block contains it",
    async (node) => {
      const { txID } = await node.call("platform.issueTx", { tx: await node.signer().onP() });
      assert.equal((await committed(node, txID)).at(-1), "Committed");
      assert.ok(await isInRecentBlock(node, txID));
      assert.equal((await node.call("platform.getTx", { txID, encoding: "json" })).tx.id, txID);
    },
    { writes: true },
  ),
  rule(
    "platform.getTxStatus: a pending transaction is Processing, and getTx does not return it",
    async (node) => {
      for (let i = 0; i < 5; i++) {
        const { txID } = await node.call("platform.issueTx", { tx: await node.signer().onP() });
        const { status } = await statusOf(node, txID);
        if (status === "Processing") {
          const known = await node.call("platform.getTx", { txID }).catch((error: Error) => error.message);
          const after = await statusOf(node, txID);
          if (after.status === "Processing") assert.match(known, /couldn't get tx: not found$/);
          assert.deepEqual((await committed(node, txID)).at(-1), "Committed");
          return;
        }
        await committed(node, txID);
      }
      throw new CannotShow("every transaction was accepted at once");
    },
    { writes: true },
  ),
  rule(
    "platform.getTxStatus: the second of two conflicting transactions is Dropped, with the reason",
    async (node) => {
      const [first, second] = await node.signer().rivals();
      const { txID } = await node.call("platform.issueTx", { tx: first });
      await committed(node, txID);
      const message = await node.refusal("platform.issueTx", { tx: second });
      assert.match(message, /^couldn't issue tx: /);
      const { status, reason } = await statusOf(node, idOf(second));
      assert.equal(status, "Dropped");
      assert.ok(reason !== "" && message.endsWith(reason), reason);
    },
    { writes: true },
  ),
  rule(
    "platform.issueTx: an accepted transaction cannot be issued again, and stays Committed",
    async (node) => {
      const { id: txID } = await node.transaction("P", "transfer", ({ inputs }) => inputs?.length > 0);
      const { tx } = await node.call("platform.getTx", { txID });
      assert.match(await node.refusal("platform.issueTx", { tx }), /^couldn't issue tx: /);
      assert.deepEqual(await statusOf(node, txID), { status: "Committed" });
    },
    { writes: true },
  ),
];

const chainStatus = async ({ call }: Node, blockchainID: string) =>
  (await call("platform.getBlockchainStatus", { blockchainID })).status;

const ofChains = [
  rule("platform.getBlockchainStatus: a chain that this node validates is Validating", async (node) => {
    const { chains } = await node.network();
    const { nodeID } = await node.call("info.getNodeID");
    await node.validator("validator that is this node", (each) => each.nodeID === nodeID);
    assert.equal(await chainStatus(node, chains.X), "Validating");
    assert.equal(await chainStatus(node, chains.C), "Validating");
  }),
  rule(
    "platform.getBlockchainStatus: a chain that it runs without validating is Syncing, and so is the P-Chain",
    async (node) => {
      const { chains } = await node.network();
      assert.equal(await chainStatus(node, chains.P), "Syncing");
    },
  ),
  rule("platform.getBlockchainStatus: on a node that is not a validator, X- and C-Chain are Syncing", async (node) => {
    const ask = async (path: string, method: string, params = {}) =>
      JSON.parse((await node.bare()({ path, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) })).text)
        .result;
    const { nodeID } = await ask("/ext/info", "info.getNodeID");
    const { validators } = await ask("/ext/bc/P", "platform.getCurrentValidators", { nodeIDs: [nodeID] });
    if (validators.length > 0) throw new CannotShow("the second node is a validator");
    for (const blockchainID of ["X", "C"]) {
      const { status } = await ask("/ext/bc/P", "platform.getBlockchainStatus", { blockchainID });
      assert.equal(status, "Syncing");
    }
  }),
  rule("platform.getBlockchainStatus: a chain that it does not run is Created", async (node) => {
    const { blockchains } = await node.call("platform.getBlockchains");
    const { chains } = await node.network();
    // a chain that the node runs has a health check with the ID or an alias of the chain
    const { checks } = await node.call("health.health");
    const idOf = async (alias: string) => (await node.attempt("info.getBlockchainID", { alias })).result?.blockchainID;
    const running = new Set([...Object.values(chains), ...(await Promise.all(Object.keys(checks).map(idOf)))]);
    const other = blockchains.find(({ id }: Json) => !running.has(id));
    if (!other) throw new CannotShow("the network has no chain that the node does not run");
    assert.equal(await chainStatus(node, other.id), "Created");
  }),
  rule("platform.getBlockchainStatus: an unknown chain is Unknown", async (node) => {
    assert.equal(await chainStatus(node, unknownId), "Unknown");
  }),
  rule("platform.getBlockchainStatus: a transaction that does not create a chain is also Unknown", async (node) => {
    assert.equal(await chainStatus(node, (await node.permissioned()).id), "Unknown");
  }),
  rule("platform.getBlockchainStatus: accepts an alias or an ID", async (node) => {
    const { chains } = await node.network();
    for (const [alias, id] of [
      ["P", chains.P],
      ["platform", chains.P],
      ["X", chains.X],
      ["avm", chains.X],
      ["C", chains.C],
    ] as const) {
      assert.equal(await chainStatus(node, alias), await chainStatus(node, id));
    }
  }),
];

export const states = [...ofX, ...ofP, ...ofChains];
