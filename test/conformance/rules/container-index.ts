/** The index of accepted containers. */
import assert from "node:assert/strict";
import { pollLimit } from "../../support/limits.ts";
import { checkedBytes } from "../bytes.ts";
import type { Json } from "../calls.ts";
import { CannotShow } from "../cannot-show.ts";
import type { Ledger } from "../landmarks.ts";
import type { Node } from "../node.ts";
import { type Rule, rule } from "../rule.ts";
import { assertDecimal, assertId, assertTime, unknownId } from "../values.ts";
import { untilEnd } from "./states.ts";

const services = { P: "platform", X: "avm" } as const;
const none = "no containers have been accepted";
const isEmpty = async ({ last }: Node, index: string) => {
  try {
    await last(index);
    return false;
  } catch (error) {
    if (error instanceof CannotShow) return true;
    throw error;
  }
};

function ofChain(chain: Ledger): readonly Rule[] {
  const index = `${chain}/block`;
  const ruleOf = (sentence: string, check: Rule["check"], kind?: object) => rule(`${index}: ${sentence}`, check, kind);
  const range = async ({ call }: Node, startIndex: number | string, numToFetch: number): Promise<Json[]> =>
    (await call("index.getContainerRange", { startIndex, numToFetch }, index)).containers;
  const height = async ({ call }: Node) => Number((await call(`${services[chain]}.getHeight`)).height);
  /** Containers from the first one on. */
  async function complete(node: Node): Promise<number> {
    const last = Number((await node.last(index)).index);
    if (last + 1 !== (await height(node))) throw new CannotShow("the index was not enabled from the first block");
    return last;
  }

  return [
    ruleOf("a container is id, bytes, timestamp, encoding and index", async ({ last }) => {
      const container = await last(index);
      assert.deepEqual(Object.keys(container).sort(), ["bytes", "encoding", "id", "index", "timestamp"]);
      assertId(container.id);
      assertTime(container.timestamp);
      assertDecimal(container.index);
      assert.equal(container.encoding, "hex");
      checkedBytes(container.bytes);
    }),
    ruleOf("the same container is returned by ID, by index, in a range and as the last", async (node) => {
      const container = await node.last(index);
      const { id, index: position } = container;
      assert.deepEqual(await node.call("index.getContainerByID", { id }, index), container);
      assert.deepEqual(await node.call("index.getContainerByIndex", { index: position }, index), container);
      assert.deepEqual(await range(node, position, 1), [container]);
    }),
    ruleOf("getIndex returns its position, and isAccepted returns true", async ({ call, last }) => {
      const { id, index: position } = await last(index);
      assert.deepEqual(await call("index.getIndex", { id }, index), { index: position });
      assert.deepEqual(await call("index.isAccepted", { id }, index), { isAccepted: true });
    }),
    ruleOf("a container that was not accepted is not found", async ({ call, refusal, last }) => {
      await last(index);
      assert.deepEqual(await call("index.isAccepted", { id: unknownId }, index), { isAccepted: false });
      assert.equal(await refusal("index.getIndex", { id: unknownId }, index), "not found");
      assert.equal(await refusal("index.getContainerByID", { id: unknownId }, index), "not found");
    }),
    ruleOf("indexes start at 0 and increase by one; acceptance times never decrease", async (node) => {
      const last = Number((await node.last(index)).index);
      const containers = await range(node, 0, 100);
      assert.equal(containers.length, Math.min(100, last + 1));
      assert.deepEqual(
        containers.map((each) => each.index),
        containers.map((_, i) => String(i)),
      );
      const times = containers.map(({ timestamp }) => Date.parse(timestamp));
      assert.deepEqual(
        times,
        [...times].sort((left, right) => left - right),
      );
    }),
    ruleOf("contains every accepted block in order: the block of height 1 has index 0", async (node) => {
      const count = await complete(node);
      const containers = await range(node, 0, 64);
      assert.ok(containers.length > Math.min(63, count));
      for (const [i, { bytes }] of containers.entries()) {
        const params = { height: String(i + 1), encoding: "hexnc" };
        const { block } = await node.call(`${services[chain]}.getBlockByHeight`, params);
        assert.ok(bytes.includes(block.slice(2)), `container ${i} holds the block of height ${i + 1}`);
      }
    }),
    ruleOf(
      "a container wraps the block: getBlock does not find the container ID, and the index not the block ID",
      async (node) => {
        const { id } = await node.last(index);
        const message = await node.refusal(`${services[chain]}.getBlock`, { blockID: id });
        assert.equal(message, `couldn't get block with id ${id}: not found`);
        const { id: inner } = await node.block(chain);
        assert.deepEqual(await node.call("index.isAccepted", { id: inner }, index), { isAccepted: false });
        assert.equal(await node.refusal("index.getIndex", { id: inner }, index), "not found");
      },
    ),
    ruleOf("iterating over all positions finds the ID of every transaction, and getTx returns it", async (node) => {
      const last = await complete(node);
      for (let position = 0; position <= Math.min(last, 20); position++) {
        await node.call("index.getContainerByIndex", { index: position }, index);
        const params = { height: String(position + 1), encoding: "json" };
        const { block } = await node.call(`${services[chain]}.getBlockByHeight`, params);
        for (const { id: txID } of block.txs ?? []) await node.call(`${services[chain]}.getTx`, { txID });
      }
    }),
    ruleOf("a range is in the member containers", async (node) => {
      const { index: last } = await node.last(index);
      const answer = await node.call("index.getContainerRange", { startIndex: last, numToFetch: 1 }, index);
      assert.deepEqual(Object.keys(answer), ["containers"]);
    }),
    ruleOf("a range is the requested number of containers from startIndex", async (node) => {
      const last = Number((await node.last(index)).index);
      const count = Math.min(3, last + 1);
      const containers = await range(node, last + 1 - count, count);
      assert.deepEqual(
        containers.map((each) => Number(each.index)),
        Array.from({ length: count }, (_, i) => last + 1 - count + i),
      );
    }),
    ruleOf("a range of 0 containers is an error", async ({ refusal, last }) => {
      await last(index);
      const message = "numToFetch must be in [1,1024] but is 0";
      assert.equal(await refusal("index.getContainerRange", { startIndex: 0, numToFetch: 0 }, index), message);
      assert.equal(await refusal("index.getContainerRange", { startIndex: 0 }, index), message);
      assert.equal(
        await refusal("index.getContainerRange", { startIndex: 999_999_999, numToFetch: 0 }, index),
        message,
      );
    }),
    ruleOf("a startIndex above the last is an error that names both", async (node) => {
      const { index: last } = await node.last(index);
      const startIndex = BigInt(last) + 1n;
      const message = await node.refusal(
        "index.getContainerRange",
        { startIndex: String(startIndex), numToFetch: 1 },
        index,
      );
      assert.equal(message, `start index (${startIndex}) > last accepted index (${last})`);
    }),
    ruleOf("a range of more than 1024 is an error", async ({ refusal, last }) => {
      await last(index);
      const message = "numToFetch must be in [1,1024] but is 1025";
      assert.equal(await refusal("index.getContainerRange", { startIndex: 0, numToFetch: 1025 }, index), message);
    }),
    ruleOf("a range beyond the last container is shortened", async (node) => {
      const container = await node.last(index);
      assert.deepEqual(await range(node, container.index, 1024), [container]);
    }),
    ruleOf("a position above the last is an error that names it", async (node) => {
      const above = BigInt((await node.last(index)).index) + 1n;
      const message = await node.refusal("index.getContainerByIndex", { index: String(above) }, index);
      assert.equal(message, `no container at index ${above}`);
    }),
    ruleOf(
      "the next accepted container has the next index and its acceptance time",
      async (node) => {
        const { index: before } = await node.last(index);
        const start = Date.now();
        const tx = chain === "P" ? await node.signer().onP() : await node.signer().onX();
        const { txID } = await node.call(`${services[chain]}.issueTx`, { tx });
        const container = await next(node, index, before);
        assert.equal(container.index, String(BigInt(before) + 1n));
        const accepted = Date.parse(container.timestamp);
        assert.ok(start - 1000 <= accepted && accepted <= Date.now() + 1000, container.timestamp);
        // the container can be of another transaction: while this one is pending, no other can spend its UTXO
        await untilEnd(() => node.call(`${services[chain]}.getTxStatus`, { txID }), ["Committed", "Accepted"]);
      },
      { writes: true },
    ),
  ];
}

async function next({ last }: Node, index: string, before: string): Promise<Json> {
  const end = Date.now() + pollLimit;
  for (;;) {
    const container = await last(index);
    if (container.index !== before) return container;
    assert.ok(Date.now() < end, `nothing was accepted within ${pollLimit / 1000} s`);
  }
}

const ofOthers = [
  rule("C/block: containers have the same members and positions", async (node) => {
    if (await isEmpty(node, "C/block")) return assertEmpty(node, "C/block");
    const { id, index, ...rest } = await node.last("C/block");
    assert.deepEqual(Object.keys(rest).sort(), ["bytes", "encoding", "timestamp"]);
    assert.deepEqual(await node.call("index.getIndex", { id }, "C/block"), { index });
  }),
  ...(["X/tx", "X/vtx"] as const).map((index) =>
    rule(`${index}: an empty index gives an error that states it`, async (node) => {
      if (!(await isEmpty(node, index))) throw new CannotShow("it has containers from before Cortina");
      await assertEmpty(node, index);
    }),
  ),
  rule("neither X/tx nor X/vtx gets new containers: X/block has the accepted blocks", async (node) => {
    const newest = await node.last("X/block");
    for (const index of ["X/tx", "X/vtx"])
      assert.deepEqual(await node.call("index.isAccepted", { id: newest.id }, index), { isAccepted: false });
  }),
  rule("there are these five indexes and no others", async ({ post, last }) => {
    await last("P/block");
    for (const index of ["P/tx", "P/vtx", "C/tx", "C/vtx", "X", "P/blocks"]) {
      const { status, text } = await post(
        { jsonrpc: "2.0", id: 1, method: "index.getLastAccepted" },
        `/ext/index/${index}`,
      );
      assert.deepEqual([status, text], [404, "404 page not found\n"]);
    }
  }),
];

async function assertEmpty({ refusal, call }: Node, index: string) {
  assert.equal(await refusal("index.getLastAccepted", {}, index), none);
  assert.equal(await refusal("index.getContainerRange", { startIndex: 0, numToFetch: 1 }, index), none);
  assert.equal(await refusal("index.getContainerByIndex", { index: 0 }, index), "no container at index 0");
  assert.equal(await refusal("index.getContainerByID", { id: unknownId }, index), "not found");
  assert.deepEqual(await call("index.isAccepted", { id: unknownId }, index), { isAccepted: false });
}

export const containerIndex = [...ofChain("P"), ...ofChain("X"), ...ofOthers];
