/** Epochs of chains, and validators of an L1 as the Subnet-EVM of its chain counts them. */
import assert from "node:assert/strict";
import { isPrimaryChain } from "../../../src/node-api/ids.ts";
import type { Json } from "../calls.ts";
import { needed } from "../cannot-show.ts";
import type { Node } from "../node.ts";
import { rule } from "../rule.ts";
import { assertDecimal, assertId, assertNodeId, assertNumber, unknownNode } from "../values.ts";

const name = "validators.getCurrentValidators";

/** Returns the ID of a chain of an L1 that the node runs: its health check has that name. */
async function l1Chain({ call }: Node): Promise<string> {
  const { checks } = await call("health.health");
  const ids = Object.entries<Json>(checks).flatMap(([check, { message }]) =>
    !isPrimaryChain(check) && message?.engine ? [check] : [],
  );
  return needed(ids[0], "the node runs no chain of an L1");
}

export const l1Chains = [
  rule("proposervm.getCurrentEpoch: number, start and P-Chain height are decimal; the height exists", async (node) => {
    const { number, startTime, pChainHeight } = await node.call("proposervm.getCurrentEpoch", {}, "C");
    for (const value of [number, startTime, pChainHeight]) assertDecimal(value);
    const { height } = await node.call("platform.getHeight");
    assert.ok(BigInt(pChainHeight) <= BigInt(height));
  }),
  rule("proposervm.getProposedHeight: not below the P-Chain height of the epoch", async (node) => {
    const { pChainHeight } = await node.call("proposervm.getCurrentEpoch", {}, "C");
    const { height } = await node.call("proposervm.getProposedHeight", {}, "C");
    assertDecimal(height);
    assert.ok(BigInt(height) >= BigInt(pChainHeight));
  }),
  rule(`${name}: weight, start and uptime are numbers; the uptime is a percentage`, async (node) => {
    const { validators } = await node.call(name, {}, await l1Chain(node));
    assert.ok(validators.length > 0);
    for (const one of validators) {
      assertId(one.validationID);
      assertNodeId(one.nodeID);
      for (const value of [one.weight, one.startTimestamp, one.uptimePercentage, one.uptimeSeconds])
        assertNumber(value);
      assert.ok(one.uptimePercentage >= 0 && one.uptimePercentage <= 100);
      for (const flag of [one.isActive, one.isL1Validator, one.isConnected]) assert.equal(typeof flag, "boolean");
    }
  }),
  rule(`${name}: the set is that of the P-Chain, inactive validators included`, async (node) => {
    const chain = await l1Chain(node);
    const { subnetID } = await node.call("platform.validatedBy", { blockchainID: chain });
    const counted = (await node.call(name, {}, chain)).validators;
    const { validators } = await node.call("platform.getCurrentValidators", { subnetID });
    const weights = (all: readonly Json[]) =>
      new Map(all.map(({ validationID, txID, weight }) => [validationID ?? txID, String(weight)]));
    assert.deepEqual(weights(counted), weights(validators));
    for (const { validationID, isActive } of counted) {
      const one = validators.find((other: Json) => other.validationID === validationID);
      if (one) assert.equal(isActive, one.balance !== "0");
    }
  }),
  rule(`${name}: nodeIDs selects validators; without a match the list is empty`, async (node) => {
    const chain = await l1Chain(node);
    const [{ nodeID }] = (await node.call(name, {}, chain)).validators;
    const idsOf = async (nodeIDs: readonly string[]) =>
      (await node.call(name, { nodeIDs }, chain)).validators.map((one: Json) => one.nodeID);
    assert.deepEqual(new Set(await idsOf([nodeID, unknownNode])), new Set([nodeID]));
    assert.deepEqual(await idsOf([unknownNode]), []);
  }),
  rule(`${name}: only chains of Subnet-EVM have the path`, async (node) => {
    await l1Chain(node);
    const { status } = await node.http({ path: "/ext/bc/P/validators", body: "{}" });
    assert.equal(status, 404);
  }),
];
