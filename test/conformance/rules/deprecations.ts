/** Deprecated methods, which are still available. */
import assert from "node:assert/strict";
import { contract, type RpcMethodName } from "../../../src/api/contract.ts";
import { needed } from "../cannot-show.ts";
import type { Node } from "../node.ts";
import { rule } from "../rule.ts";

type Deprecation = readonly [name: RpcMethodName, since: string, params: (node: Node) => Promise<object>];
const deprecated: readonly Deprecation[] = [
  ["avm.getAllBalances", "1.9.12", async ({ holder }) => ({ address: await holder("X") })],
  ["avm.getBalance", "1.9.12", async ({ holder }) => ({ address: await holder("X"), assetID: "AVAX" })],
  ["platform.getBalance", "1.9.12", async ({ holder }) => ({ addresses: [await holder("P")] })],
  ["platform.getBlockchains", "1.9.12", async () => ({})],
  [
    "platform.getRewardUTXOs",
    "1.9.12",
    async ({ validators }) => ({ txID: needed((await validators())[0], "there is no validator").txID }),
  ],
  ["platform.getStake", "1.9.12", async ({ holder }) => ({ addresses: [await holder("P")] })],
  ["platform.getSubnets", "1.9.12", async () => ({})],
  ["avm.getTxStatus", "1.10.0", async ({ block }) => ({ txID: (await block("X")).txs[0].id })],
];

export const deprecations = [
  ...deprecated.map(([name, since, params]) =>
    rule(`${name} is deprecated as of v${since} and still works`, async (node) => {
      await node.call(name, await params(node));
      assert.equal((contract[name] as { readonly deprecated?: string }).deprecated, since);
    }),
  ),
  rule("wallet.issueTx and its path are deprecated as of v1.9.12 and still available", async ({ refusal }) => {
    assert.match(await refusal("wallet.issueTx", { tx: "0x" }), /^problem decoding transaction: /);
    assert.equal(contract["wallet.issueTx"].deprecated, "1.9.12");
  }),
  rule("all services speak JSON-RPC 2.0", async ({ post }) => {
    for (const path of ["/ext/admin", "/ext/bc/P", "/ext/bc/X", "/ext/bc/X/wallet", "/ext/index/P/block"]) {
      const { status, text } = await post({ jsonrpc: "1.0", id: 1, method: "a.b" }, path);
      if (status === 404) continue; // administration and index can be off
      assert.equal(JSON.parse(text).error.message, "jsonrpc must be 2.0");
    }
  }),
  rule("/ext/index/X/vtx remains readable", async ({ call }) => {
    const { isAccepted } = await call("index.isAccepted", { id: "11111111111111111111111111111111LpoYY" }, "X/vtx");
    assert.equal(isAccepted, false);
  }),
  rule(
    "neither /ext/index/X/vtx nor /ext/index/X/tx gets new containers: /ext/index/X/block has the accepted blocks",
    async (node) => {
      const newest = await node.last("X/block");
      for (const index of ["X/tx", "X/vtx"]) {
        const { isAccepted } = await node.call("index.isAccepted", { id: newest.id }, index);
        assert.equal(isAccepted, false);
        const { txs } = await node.block("X");
        for (const { id } of txs) {
          assert.equal((await node.call("index.isAccepted", { id }, index)).isAccepted, false);
          assert.equal(await node.refusal("index.getIndex", { id }, index), "not found");
        }
      }
    },
    { document: "only X/vtx gets no new containers" },
  ),
];
