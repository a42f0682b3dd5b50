/** Chains whose virtual machine is an EVM. */
import assert from "node:assert/strict";
import type { Node } from "../node.ts";
import { rule } from "../rule.ts";

const quantity = /^0x(0|[1-9a-f][0-9a-f]*)$/;

/** Address of a well-known key. */
const address = "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC";

/** Contracts of every C-Chain: one that returns its input, and one of the genesis. */
const identity = "0x0000000000000000000000000000000000000004";
const ofGenesis = "0x0100000000000000000000000000000000000000";
const noContract = "0x0feedc0de0000000000000000000000000000000";

/** Returns the header of a block of the C-Chain. */
const headerOf = ({ call }: Node, block: string) => call("eth.getHeaderByNumber", { block }, "C");

export const evmChains = [
  rule("eth_getHeaderByNumber: number, timestamp, gasLimit, gasUsed and baseFeePerGas are quantities", async (node) => {
    const { number, timestamp, gasLimit, gasUsed, baseFeePerGas } = await headerOf(node, "latest");
    for (const value of [number, timestamp, gasLimit, gasUsed, baseFeePerGas]) assert.match(value, quantity);
  }),
  rule("eth_getHeaderByNumber: the finalized block is the latest one, or before it", async (node) => {
    const finalized = await headerOf(node, "finalized");
    const latest = await headerOf(node, "latest");
    assert.ok(BigInt(finalized.number) <= BigInt(latest.number));
    assert.ok(BigInt(finalized.timestamp) <= BigInt(latest.timestamp));
  }),
  rule("eth_getHeaderByNumber: a block has the same header by its height as by its name", async (node) => {
    const { number, timestamp } = await headerOf(node, "finalized");
    const again = await headerOf(node, number);
    assert.deepEqual([again.number, again.timestamp], [number, timestamp]);
  }),
  rule("eth_getHeaderByNumber: a height that does not exist yet is an error", async (node) => {
    const { message } = await node.attempt("eth.getHeaderByNumber", { block: "0xffffffff" }, "C");
    assert.equal(message, "cannot query unfinalized data");
  }),
  rule("eth_getBalance: a quantity, whose address may have digits of either case", async (node) => {
    const { number } = await headerOf(node, "finalized");
    const balanceOf = (address: string) => node.call("eth.getBalance", { address, block: number }, "C");
    const balance = await balanceOf(address);
    assert.match(balance, quantity);
    assert.equal(await balanceOf(address.toLowerCase()), balance);
  }),
  rule(
    "eth_getBalance: an address of another length, and a height that does not exist yet, are errors",
    async (node) => {
      const messageOf = async (params: object) => (await node.attempt("eth.getBalance", params, "C")).message;
      assert.equal(
        await messageOf({ address: address.slice(0, -2), block: "latest" }),
        "invalid argument 0: hex string has length 38, want 40 for common.Address",
      );
      assert.match(String(await messageOf({ address, block: "0xffffffff" })), /cannot query unfinalized data/);
    },
  ),
  rule("eth_call: the bytes that a contract returns, and none of an address without a contract", async (node) => {
    const { number } = await headerOf(node, "finalized");
    const returned = (to: string) => node.call("eth.call", { transaction: { to, data: "0x01ab" }, block: number }, "C");
    assert.deepEqual([await returned(identity), await returned(noContract)], ["0x01ab", "0x"]);
  }),
  rule("eth_call: a contract without the function reverts, which is an error", async (node) => {
    const transaction = { to: ofGenesis, data: "0x8da5cb5b" };
    const { message } = await node.attempt("eth.call", { transaction, block: "latest" }, "C");
    assert.equal(message, "execution reverted");
  }),
  rule("the Ethereum API: a method that does not exist is an error of go-ethereum with status 200", async (node) => {
    await headerOf(node, "latest");
    const { status, text } = await node.post(
      { jsonrpc: "2.0", id: 1, method: "eth_nothing", params: [] },
      "/ext/bc/C/rpc",
    );
    const { code, message } = JSON.parse(text).error;
    assert.deepEqual([status, code, message], [200, -32_601, "the method eth_nothing does not exist/is not available"]);
  }),
];
