/** Validators of the primary network, of subnets and of L1s. */
import assert from "node:assert/strict";
import { emptyNodeId, primaryNetwork } from "../../../src/node-api/ids.ts";
import type { Json } from "../calls.ts";
import { needed } from "../cannot-show.ts";
import type { Node } from "../node.ts";
import { rule } from "../rule.ts";
import {
  assertAddress,
  assertDecimal,
  assertHex,
  assertId,
  assertNodeId,
  badArgument,
  sum,
  unknownId,
  unknownNode,
} from "../values.ts";

const names = (object: object) => Object.keys(object).sort();
const always = ["endTime", "nodeID", "startTime", "txID", "weight"];
const rewarded = [
  "accruedDelegateeReward",
  "delegationFee",
  "delegationRewardOwner",
  "delegatorCount",
  "delegatorWeight",
  "potentialReward",
  "validationRewardOwner",
];
const ofPrimary = [...always, ...rewarded, "connected", "uptime"].sort();
/** With a BLS key; where it renews itself. */
const sometimes = ["signer", "validatorAuthority", "nextPeriod", "autoCompoundRewardShares"];
const ofL1 = [
  "balance",
  "deactivationOwner",
  "minNonce",
  "nodeID",
  "publicKey",
  "remainingBalanceOwner",
  "startTime",
  "validationID",
  "weight",
];

function assertOwner(owner: Json) {
  assert.deepEqual(names(owner), ["addresses", "locktime", "threshold"]);
  assertDecimal(owner.locktime, owner.threshold);
  assertAddress("P", ...owner.addresses);
}
const delegated = ({ validator }: Node) =>
  validator("validator with delegators", ({ delegatorCount }) => delegatorCount !== "0");
const current = async ({ call }: Node, params: object): Promise<Json[]> =>
  (await call("platform.getCurrentValidators", params)).validators;
const byTx = (left: Json, right: Json) =>
  (left.txID ?? left.validationID) < (right.txID ?? right.validationID) ? -1 : 1;

const primary = [
  rule("a primary network validator has all members that the document lists", async ({ validators }) => {
    for (const validator of await validators()) {
      assert.deepEqual(
        names(validator).filter((name) => !sometimes.includes(name)),
        ofPrimary,
      );
    }
  }),
  rule("accruedDelegateeReward is also present, as a decimal string", async ({ validators }) => {
    for (const { accruedDelegateeReward } of await validators()) assertDecimal(accruedDelegateeReward);
  }),
  rule("the fee is delegationFee, in percent with four decimals", async ({ validators }) => {
    for (const { delegationFee } of await validators()) assert.match(delegationFee, /^\d{1,3}\.\d{4}$/);
  }),
  rule("the signer has publicKey and proofOfPossession", async ({ validator }) => {
    const { signer } = await validator("validator with a BLS key", (each) => each.signer);
    assert.deepEqual(names(signer), ["proofOfPossession", "publicKey"]);
  }),
  rule("a validator's transaction, owners, weight and times have the documented formats", async ({ validators }) => {
    for (const validator of await validators()) {
      assertId(validator.txID);
      assertNodeId(validator.nodeID);
      assertOwner(validator.validationRewardOwner);
      assertOwner(validator.delegationRewardOwner);
      assertDecimal(validator.weight, validator.startTime, validator.endTime, validator.potentialReward);
      assert.ok(BigInt(validator.startTime) < BigInt(validator.endTime));
      assert.equal(typeof validator.connected, "boolean");
    }
  }),
  rule(
    "by the chain time, the staking period of every validator has started and not ended",
    async ({ call, validators }) => {
      const { timestamp } = await call("platform.getTimestamp");
      const seconds = Date.parse(timestamp) / 1000;
      for (const { startTime, endTime } of await validators()) assert.ok(startTime <= seconds && seconds < endTime);
    },
  ),
  rule("without nodeIDs, all validators, each node once, without delegators", async ({ validators }) => {
    const all = await validators();
    assert.equal(new Set(all.map(({ nodeID }) => nodeID)).size, all.length);
    for (const validator of all) assert.ok(!("delegators" in validator));
  }),
  rule("omitted, the subnet is the primary network", async (node) => {
    const stable = (list: readonly Json[]) => list.map(({ uptime: _, ...rest }) => rest).sort(byTx);
    assert.deepEqual(stable(await current(node, { subnetID: primaryNetwork })), stable(await current(node, {})));
  }),
  rule("exactly one node ID gives that validator with its delegators", async (node) => {
    const { nodeID, delegatorCount, delegatorWeight } = await delegated(node);
    const [validator, ...others] = await current(node, { nodeIDs: [nodeID] });
    assert.deepEqual([validator.nodeID, others], [nodeID, []]);
    assert.equal(String(validator.delegators.length), delegatorCount);
    assert.equal(String(sum(validator.delegators.map(({ weight }: Json) => weight))), delegatorWeight);
  }),
  rule("a delegator has txID, times, weight, nodeID, rewardOwner and potentialReward", async (node) => {
    const { nodeID } = await delegated(node);
    const [{ delegators }] = (await current(node, { nodeIDs: [nodeID] })) as [Json];
    for (const delegator of delegators) {
      assert.deepEqual(names(delegator), [...always, "potentialReward", "rewardOwner"].sort());
      assert.equal(delegator.nodeID, nodeID);
      assertOwner(delegator.rewardOwner);
      assertDecimal(delegator.weight, delegator.startTime, delegator.endTime, delegator.potentialReward);
    }
  }),
  rule("a validator without delegators has an empty list of them", async (node) => {
    const { nodeID } = await node.validator("validator without delegators", (each) => each.delegatorCount === "0");
    const [validator] = (await current(node, { nodeIDs: [nodeID] })) as [Json];
    assert.deepEqual([validator.delegators, validator.delegatorWeight], [[], "0"]);
  }),
  rule("two node IDs give both validators without delegators, but with their number and weight", async (node) => {
    const { nodeID, delegatorCount, delegatorWeight } = await delegated(node);
    const other = (await node.validators()).find((each) => each.nodeID !== nodeID);
    const nodeIDs = [nodeID, needed(other, "there is only one validator").nodeID];
    const found = await current(node, { nodeIDs });
    assert.deepEqual(found.map((each) => each.nodeID).sort(), [...nodeIDs].sort());
    for (const each of found) assert.ok(!("delegators" in each));
    const first = found.find((each) => each.nodeID === nodeID);
    assert.deepEqual([first.delegatorCount, first.delegatorWeight], [delegatorCount, delegatorWeight]);
  }),
  rule("a duplicate node ID counts once: the delegators are included", async (node) => {
    const { nodeID } = await delegated(node);
    const found = await current(node, { nodeIDs: [nodeID, nodeID] });
    assert.deepEqual([found.length, found[0].delegators.length > 0], [1, true]);
  }),
  rule("a node ID that is not a current validator is omitted", async (node) => {
    const { nodeID } = await node.validator("validator", () => true);
    assert.deepEqual(await current(node, { nodeIDs: [unknownNode] }), []);
    const found = await current(node, { nodeIDs: [unknownNode, emptyNodeId, nodeID] });
    assert.deepEqual(
      found.map((each) => each.nodeID),
      [nodeID],
    );
  }),
  rule("an empty list of node IDs counts as omitted", async (node) => {
    assert.equal((await current(node, { nodeIDs: [] })).length, (await node.validators()).length);
  }),
  rule("a node ID with a wrong checksum or without its prefix is an error", async ({ refusal }) => {
    for (const nodeID of [`${unknownNode.slice(0, -1)}W`, unknownNode.slice(7), "nope", 5]) {
      assert.equal(await refusal("platform.getCurrentValidators", { nodeIDs: [nodeID] }), badArgument);
    }
  }),
  rule("an unknown subnet has no validators, which is not an error", async (node) => {
    assert.deepEqual(await current(node, { subnetID: unknownId }), []);
  }),
];

const subnets = [
  rule(
    "a validator of a permissioned subnet has txID, times, weight and nodeID, and no other members",
    async (node) => {
      const { id } = await node.permissioned();
      for (const validator of await node.members(id)) {
        assert.deepEqual(names(validator), always);
        assertId(validator.txID);
        assertDecimal(validator.weight, validator.startTime, validator.endTime);
      }
    },
  ),
  rule("a permissioned subnet can be queried for one of its validators", async (node) => {
    const { id: subnetID } = await node.permissioned();
    const [first] = (await node.members(subnetID)) as [Json];
    assert.deepEqual(await current(node, { subnetID, nodeIDs: [first.nodeID] }), [first]);
  }),
  rule(
    "validators of an elastic subnet have rewards, fee and delegators, but no uptime and connected",
    async (node) => {
      const { id } = await node.elastic();
      for (const { signer: _, ...validator } of await node.members(id)) {
        assert.deepEqual(names(validator), [...always, ...rewarded].sort());
      }
    },
  ),
  rule(
    "an L1 validator has nodeID, weight, startTime and the documented members of L1s, but no txID and endTime",
    async ({ active, inactive }) => {
      for (const { subnetID: _, ...validator } of [await active(), await inactive()]) {
        assert.deepEqual(names(validator), ofL1);
        assertId(validator.validationID);
        assertHex(validator.publicKey);
        assert.equal(validator.publicKey.length, 2 + 96);
        assertOwner(validator.remainingBalanceOwner);
        assertOwner(validator.deactivationOwner);
        assertDecimal(validator.weight, validator.startTime, validator.minNonce, validator.balance);
      }
    },
  ),
  rule(
    "validators from before the conversion of an L1 are included, with txID and endTime as in a permissioned subnet",
    async ({ legacy }) => {
      const { subnetID: _, ...validator } = await legacy();
      assert.deepEqual(names(validator), always);
    },
  ),
  rule("an inactive L1 validator is included: its balance is 0, its weight is unchanged", async ({ inactive }) => {
    const { balance, weight } = await inactive();
    assert.deepEqual([balance, weight === "0"], ["0", false]);
  }),
  rule("an L1 can be queried for one of its validators", async (node) => {
    const { subnetID, ...validator } = await node.active();
    assert.deepEqual(await current(node, { subnetID, nodeIDs: [validator.nodeID] }), [validator]);
    assert.deepEqual(await current(node, { subnetID, nodeIDs: [unknownNode] }), []);
  }),
];

const l1 = [
  rule(
    "platform.getL1Validator: the members of the validator list of the L1, and subnetID and height",
    async ({ call, active, inactive }) => {
      for (const listed of [await active(), await inactive()]) {
        const { height, ...validator } = await call("platform.getL1Validator", { validationID: listed.validationID });
        assert.deepEqual(validator, listed);
        assert.equal(height, (await call("platform.getHeight")).height);
      }
    },
  ),
  rule(
    "platform.getL1Validator: validationID is a plain string: in an array it is an error",
    async ({ refusal, active }) => {
      const { validationID } = await active();
      assert.equal(await refusal("platform.getL1Validator", { validationID: [validationID] }), badArgument);
    },
  ),
  rule(
    "platform.getL1Validator: the transaction of a subnet or a legacy validator is not a validation",
    async (node) => {
      for (const validationID of [(await node.l1()).id, (await node.legacy()).txID]) {
        const message = `fetching L1 validator "${validationID}" failed: not found`;
        assert.equal(await node.refusal("platform.getL1Validator", { validationID }), message);
      }
    },
  ),
];

export const validators = [...primary, ...subnets, ...l1];
