/** Encodings of bytes, and objects instead of bytes. */
import assert from "node:assert/strict";
import type { RpcMethodName } from "../../../src/node-api/contract.ts";
import { bytesOf, checkedBytes, hashId, plainHex } from "../bytes.ts";
import type { Json } from "../calls.ts";
import { CannotShow, needed } from "../cannot-show.ts";
import type { Node } from "../node.ts";
import { rule } from "../rule.ts";
import { badArgument } from "../values.ts";

type Getter = {
  readonly name: RpcMethodName;
  readonly member: "block" | "tx";
  readonly params: (node: Node) => Promise<object>;
};
const getters: readonly Getter[] = [
  { name: "platform.getBlock", member: "block", params: async (node) => ({ blockID: (await node.block("P")).id }) },
  {
    name: "platform.getBlockByHeight",
    member: "block",
    params: async (node) => ({ height: (await node.block("P")).height }),
  },
  { name: "platform.getTx", member: "tx", params: async (node) => ({ txID: (await node.block("P")).txs[0].id }) },
  { name: "avm.getBlock", member: "block", params: async (node) => ({ blockID: (await node.block("X")).id }) },
  {
    name: "avm.getBlockByHeight",
    member: "block",
    params: async (node) => ({ height: (await node.block("X")).height }),
  },
  { name: "avm.getTx", member: "tx", params: async (node) => ({ txID: (await node.block("X")).txs[0].id }) },
];

const ofGetters = getters.flatMap(({ name, member, params }) => [
  rule(`${name}: encoding defaults to hex, which ends with a checksum`, async (node) => {
    const given = await params(node);
    const answer = await node.call(name, given);
    assert.equal(answer.encoding, "hex");
    checkedBytes(answer[member]);
    assert.deepEqual(await node.call(name, { ...given, encoding: "hex" }), answer);
  }),
  rule(`${name}: with json the ${member} is an object instead of a string`, async (node) => {
    const answer = await node.call(name, { ...(await params(node)), encoding: "json" });
    assert.deepEqual([typeof answer[member], answer.encoding], ["object", "json"]);
  }),
  rule(`${name}: hexc is hex, and hexnc has no checksum`, async (node) => {
    const given = await params(node);
    const { [member]: hex } = await node.call(name, given);
    const hexc = await node.call(name, { ...given, encoding: "hexc" });
    const hexnc = await node.call(name, { ...given, encoding: "hexnc" });
    assert.deepEqual([hexc[member], hexc.encoding], [hex, "hexc"]);
    assert.deepEqual([hexnc[member], hexnc.encoding], [plainHex(checkedBytes(hex)), "hexnc"]);
  }),
  rule(`${name}: the encoding is case-insensitive; any other word is rejected`, async (node) => {
    const given = await params(node);
    assert.equal((await node.call(name, { ...given, encoding: "HEX" })).encoding, "hex");
    for (const encoding of ["cb58", "", 1]) assert.equal(await node.refusal(name, { ...given, encoding }), badArgument);
  }),
]);

const last = async (node: Node) => {
  const { id, index } = await node.last("P/block");
  return { id, index, startIndex: index, numToFetch: 1 };
};
const containerGetters: readonly (readonly [RpcMethodName, (result: Json) => Json])[] = [
  ["index.getLastAccepted", (result) => result],
  ["index.getContainerByIndex", (result) => result],
  ["index.getContainerByID", (result) => result],
  ["index.getContainerRange", ({ containers }) => containers[0]],
];

const ofContainers = containerGetters.flatMap(([name, containerOf]) => [
  rule(`${name}: bytes are hex with a checksum, also if encoding is omitted`, async (node) => {
    const params = await last(node);
    for (const given of [params, { ...params, encoding: "hex" }]) {
      const { bytes, encoding } = containerOf(await node.call(name, given, "P/block"));
      assert.equal(encoding, "hex");
      checkedBytes(bytes);
    }
  }),
  rule(`${name}: hexnc is also accepted; json is rejected`, async (node) => {
    const params = await last(node);
    const { bytes } = containerOf(await node.call(name, { ...params, encoding: "hex" }, "P/block"));
    const plain = containerOf(await node.call(name, { ...params, encoding: "hexnc" }, "P/block"));
    assert.deepEqual([plain.bytes, plain.encoding], [plainHex(checkedBytes(bytes)), "hexnc"]);
    const message = await node.refusal(name, { ...params, encoding: "json" }, "P/block");
    assert.equal(message, "unsupported encoding in method");
  }),
]);

const ofUtxos = (["P", "X"] as const).map((chain) => {
  const name = chain === "P" ? "platform.getUTXOs" : "avm.getUTXOs";
  return rule(
    `${name}: the default is hex, hexnc has no checksum, and json is rejected if there is a UTXO`,
    async (node) => {
      const params = { addresses: [await node.holder(chain)], limit: 1 };
      const { utxos, encoding } = await node.call(name, params);
      const hexnc = await node.call(name, { ...params, encoding: "hexnc" });
      assert.deepEqual([encoding, hexnc.utxos], ["hex", [plainHex(checkedBytes(utxos[0]))]]);
      const as = chain === "P" ? "json" : "string";
      const message = await node.refusal(name, { ...params, encoding: "json" });
      assert.match(message, new RegExp(`^couldn't encode UTXO \\w+ as ${as}: unsupported encoding in method$`));
    },
  );
});

const others = [
  rule("platform.getStake: the default is hex, and json is rejected if there is an output", async (node) => {
    const [owner] = await stakeOwners(node);
    const { stakedOutputs, encoding } = await node.call("platform.getStake", { addresses: [owner] });
    assert.equal(encoding, "hex");
    for (const output of stakedOutputs) checkedBytes(output);
    assert.match(
      await node.refusal("platform.getStake", { addresses: [owner], encoding: "json" }),
      /^couldn't encode output \w+ as json: unsupported encoding in method$/,
    );
  }),
  rule("platform.getRewardUTXOs: encoding defaults to hex, and is returned", async (node) => {
    const { txID } = needed((await node.validators())[0], "the primary network has no validator");
    assert.equal((await node.call("platform.getRewardUTXOs", { txID })).encoding, "hex");
    assert.equal((await node.call("platform.getRewardUTXOs", { txID, encoding: "hexnc" })).encoding, "hexnc");
  }),
  ...(["platform.issueTx", "avm.issueTx", "wallet.issueTx"] as const).map((name) =>
    rule(`${name}: the transaction is hex with 0x and a checksum; json is rejected`, async ({ refusal }) => {
      const problem = (what: string) => `problem decoding transaction: ${what}`;
      assert.equal(await refusal(name, { tx: "0x00" }), problem("input string is smaller than the checksum size"));
      assert.equal(await refusal(name, { tx: "0x0000000000" }), problem("invalid input checksum"));
      assert.equal(await refusal(name, { tx: "00" }), problem("missing 0x prefix to hex encoding"));
      assert.match(await refusal(name, { tx: "0xzz" }), /^problem decoding transaction: encoding\/hex: invalid byte: /);
      assert.equal(
        await refusal(name, { tx: "0x0", encoding: "hexnc" }),
        problem("encoding/hex: odd length hex string"),
      );
      assert.equal(await refusal(name, { tx: "0x00", encoding: "json" }), problem("unsupported encoding in method"));
    }),
  ),
  rule("the ID of a block or a transaction is the hash of its bytes", async ({ call, block }) => {
    for (const chain of ["P", "X"] as const) {
      const service = chain === "P" ? "platform" : "avm";
      const { id, txs } = await block(chain);
      const { block: blockHex } = await call(`${service}.getBlock`, { blockID: id, encoding: "hexnc" });
      const { tx } = await call(`${service}.getTx`, { txID: txs[0].id, encoding: "hexnc" });
      assert.deepEqual([hashId(bytesOf(blockHex)), hashId(bytesOf(tx))], [id, txs[0].id]);
    }
  }),
];

/** Who has staked, by the transactions of the validators. */
async function stakeOwners({ validators, call }: Node): Promise<string[]> {
  for (const { txID } of await validators()) {
    const { tx } = await call("platform.getTx", { txID, encoding: "json" });
    const [output] = tx.unsignedTx.stake;
    const { addresses } = output.output.output ?? output.output;
    if (addresses?.length > 0) return addresses;
  }
  throw new CannotShow("no validator's stake has an owner");
}

export const encodings = [...ofGetters, ...ofContainers, ...ofUtxos, ...others];
