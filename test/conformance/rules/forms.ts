/** Forms of values, for all services. */
import assert from "node:assert/strict";
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import type { Json } from "../calls.ts";
import { needed } from "../cannot-show.ts";
import { rule } from "../rule.ts";
import {
  assertAddress,
  assertDecimal,
  assertHex,
  assertId,
  assertNodeId,
  assertNumber,
  assertTime,
  sum,
} from "../values.ts";

export const forms = [
  rule(
    "heights, supply, stakes, weights, counts and times of validators are decimal strings",
    async ({ call, validators }) => {
      const { supply, height } = await call("platform.getCurrentSupply");
      const { minValidatorStake, minDelegatorStake } = await call("platform.getMinStake");
      const { weight } = await call("platform.getTotalStake");
      assertDecimal(supply, height, minValidatorStake, minDelegatorStake, weight);
      assertDecimal((await call("platform.getHeight")).height, (await call("platform.getProposedHeight")).height);
      assertDecimal((await call("avm.getHeight")).height);
      const [{ startTime, endTime, delegatorCount, delegatorWeight, potentialReward, ...first }] = await validators();
      assertDecimal(startTime, endTime, delegatorCount, delegatorWeight, potentialReward, first.weight);
    },
  ),
  rule("all integers of the four fee methods are JSON numbers", async ({ call }) => {
    const { weights, ...config } = await call("platform.getFeeConfig");
    assertNumber(...weights, ...Object.values(config), ...Object.values(await call("platform.getValidatorFeeConfig")));
    const { timestamp: _, ...gas } = await call("platform.getFeeState");
    const { timestamp: __, ...validatorFee } = await call("platform.getValidatorFeeState");
    assertNumber(...Object.values(gas), ...Object.values(validatorFee));
  }),
  rule("percentages are strings with four decimals, from 0 to 100", async ({ validators }) => {
    for (const { uptime, delegationFee } of await validators()) {
      for (const text of [uptime, delegationFee]) {
        assert.match(text, /^\d{1,3}\.\d{4}$/);
        assert.ok(Number(text) <= 100, text);
      }
    }
  }),
  rule("IDs of blocks, transactions, assets, chains and subnets are in cb58 with a valid checksum", async (node) => {
    const { avax, chains } = await node.network();
    const { id, parentID, txs } = await node.block("P");
    assertId(avax, chains.P, chains.X, chains.C, id, parentID, txs[0].id);
    for (const { id: chain, subnetID, vmID } of (await node.call("platform.getBlockchains")).blockchains) {
      assertId(chain, subnetID, vmID);
    }
  }),
  rule("a node ID is NodeID- and 20 bytes in cb58", async ({ call, validators }) => {
    assertNodeId((await call("info.getNodeID")).nodeID, ...(await validators()).map(({ nodeID }) => nodeID));
  }),
  rule(
    "an address is the chain's alias, a hyphen and bech32 with the network's prefix",
    async ({ validators, holder, network }) => {
      const { hrp } = await network();
      const owners = (await validators()).flatMap(({ validationRewardOwner: { addresses } }) => addresses);
      for (const address of [...owners, await holder("P")]) assert.ok(address.startsWith(`P-${hrp}1`), address);
      assertAddress("P", ...owners, await holder("P"));
      assertAddress("X", await holder("X"));
    },
  ),
  rule("fees are in nAVAX: a transfer on the X-Chain burns the fee of getTxFee", async ({ call, transaction }) => {
    const { txFee } = await call("avm.getTxFee");
    const { unsignedTx } = await transaction(
      "X",
      "plain transfer",
      (unsigned) =>
        unsigned.inputs?.length > 0 && !unsigned.exportedOutputs && !unsigned.importedInputs && !unsigned.initialStates,
    );
    const consumed = sum(unsignedTx.inputs.map(({ input }: Json) => input.amount));
    const left = sum(unsignedTx.outputs.map(({ output }: Json) => output.amount));
    assert.equal(consumed - left, BigInt(txFee));
  }),
  rule("the native token has a network-specific asset ID, the same on both chains", async ({ call, network }) => {
    const { id, avax } = await network();
    assert.equal((await call("avm.getAssetDescription", { assetID: "AVAX" })).assetID, avax);
    const known: Readonly<Record<string, string>> = {
      1: "FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z",
      5: "U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK",
      12345: "2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe",
    };
    assert.equal(avax, needed(known[id], "the asset ID of this network is not known in advance"));
  }),
  rule("the primary network's ID is all ones", async ({ call, network }) => {
    const { chains } = await network();
    assert.equal((await call("platform.validatedBy", { blockchainID: chains.X })).subnetID, primaryNetwork);
    const { subnets } = await call("platform.getSubnets", { ids: [primaryNetwork] });
    assert.deepEqual(subnets, [{ id: primaryNetwork, controlKeys: [], threshold: "0" }]);
  }),
  rule(
    "the same ID means none: a subnet that is neither elastic nor an L1 has it three times",
    async ({ permissioned }) => {
      const { subnetTransformationTxID, conversionID, managerChainID } = await permissioned();
      assert.deepEqual([subnetTransformationTxID, conversionID, managerChainID], Array(3).fill(primaryNetwork));
    },
  ),
  rule("timestamps are RFC 3339; those of the chain have whole seconds", async ({ call }) => {
    for (const method of ["platform.getTimestamp", "platform.getFeeState", "platform.getValidatorFeeState"] as const) {
      const { timestamp } = await call(method);
      assertTime(timestamp);
      assert.equal(Date.parse(timestamp) % 1000, 0);
    }
  }),
  rule("a BLS key is 48 bytes, its proof of possession 96", async ({ validator, call }) => {
    const { signer } = await validator("validator with a BLS key", (each) => each.signer);
    const { nodePOP } = await call("info.getNodeID");
    for (const { publicKey, proofOfPossession } of [signer, nodePOP]) {
      assertHex(publicKey);
      assert.deepEqual([publicKey.length, proofOfPossession.length], [2 + 96, 2 + 192]);
    }
  }),
];
