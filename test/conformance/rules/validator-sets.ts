/** Who had which weight at a height, samples of them, and the sum of all. */
import assert from "node:assert/strict";
import { emptyNodeId, fromCb58, primaryNetwork } from "../../../src/node-api/ids.ts";
import type { Json } from "../calls.ts";
import type { Node } from "../node.ts";
import { rule } from "../rule.ts";
import { assertDecimal, assertId, assertNodeId, sum, unknownId } from "../values.ts";

const names = (object: object) => Object.keys(object).sort();
const key = /^0x[0-9a-f]{96}$/;
const membersAt = ({ call }: Node, subnetID?: string): Promise<Json> =>
  call("platform.getValidatorsAt", { height: "proposed", ...(subnetID !== undefined && { subnetID }) });
const tip = async ({ call }: Node) => (await call("platform.getHeight")).height;

const atHeights = [
  rule("platform.getValidatorsAt: the result is the map itself, of node ID to publicKey and weight", async (node) => {
    const members = await node.call("platform.getValidatorsAt", { height: await tip(node) });
    for (const [nodeID, { publicKey, weight, ...rest }] of Object.entries<Json>(members)) {
      assertNodeId(nodeID);
      assertDecimal(weight);
      assert.deepEqual([publicKey === null || key.test(publicKey), rest], [true, {}]);
    }
  }),
  rule(
    "platform.getValidatorsAt: at the last height, the current validators of the primary network, including delegations",
    async (node) => {
      const members = await node.call("platform.getValidatorsAt", { height: await tip(node) });
      const expected = (await node.validators()).map(({ nodeID, weight, delegatorWeight, signer }) => [
        nodeID,
        { publicKey: signer?.publicKey ?? null, weight: String(BigInt(weight) + BigInt(delegatorWeight)) },
      ]);
      assert.deepEqual(members, Object.fromEntries(expected));
    },
  ),
  rule("platform.getValidatorsAt: proposed means the height of getProposedHeight", async (node) => {
    const { height } = await node.call("platform.getProposedHeight");
    assert.deepEqual(await membersAt(node), await node.call("platform.getValidatorsAt", { height }));
  }),
  rule(
    "platform.getValidatorsAt: omitted, the subnet is the primary network; an unknown one is empty",
    async (node) => {
      const height = await tip(node);
      const omitted = await node.call("platform.getValidatorsAt", { height });
      assert.deepEqual(await node.call("platform.getValidatorsAt", { height, subnetID: primaryNetwork }), omitted);
      assert.deepEqual(await node.call("platform.getValidatorsAt", { height, subnetID: unknownId }), {});
    },
  ),
  rule("platform.getValidatorsAt: a subnet has no validators at heights before its creation", async (node) => {
    const { id: subnetID } = await node.permissioned();
    assert.deepEqual(await node.call("platform.getValidatorsAt", { height: "0", subnetID }), {});
  }),
  rule(
    "platform.getValidatorsAt: the inactive validators of an L1 are combined into one with the empty node ID and no key",
    async (node) => {
      const { subnetID } = await node.inactive();
      const members = await node.call("platform.getValidatorsAt", { height: await tip(node), subnetID });
      const listed = await node.members(subnetID);
      const inactive = listed.filter(({ balance }) => balance === "0").map(({ weight }) => weight);
      assert.deepEqual(members[emptyNodeId], { publicKey: null, weight: String(sum(inactive)) });
      const active = listed.filter(({ balance }) => balance !== "0").map(({ nodeID }) => nodeID);
      assert.deepEqual(names(members), [...active, emptyNodeId].sort());
    },
  ),
  rule(
    "platform.getValidatorsAt and getAllValidatorsAt: a height above the last is an error that names both",
    async (node) => {
      const last = await tip(node);
      const above = String(BigInt(last) + 1n);
      const numbers = `current P-chain height (${last}) < requested P-Chain height (${above})`;
      const failed = "failed to fetch validator set at unfinalized height";
      assert.equal(
        await node.refusal("platform.getValidatorsAt", { height: above }),
        `failed to get validator set at ${above}: ${failed} with SubnetID = ${primaryNetwork}: ${numbers}`,
      );
      assert.equal(
        await node.refusal("platform.getAllValidatorsAt", { height: above }),
        `failed to get validator sets at ${above}: ${failed}: ${numbers}`,
      );
    },
  ),
  rule(
    "platform.getAllValidatorsAt: per subnet, validators with publicKey, weight and nodeIDs, and totalWeight",
    async (node) => {
      const { validatorSets, ...rest } = await node.call("platform.getAllValidatorsAt", { height: await tip(node) });
      assert.deepEqual(rest, {});
      assert.ok(primaryNetwork in validatorSets);
      for (const [subnetID, { validators, totalWeight }] of Object.entries<Json>(validatorSets)) {
        assertId(subnetID);
        assertDecimal(totalWeight);
        for (const { publicKey, weight, nodeIDs, ...more } of validators) {
          assert.match(publicKey, key);
          assertDecimal(weight);
          assertNodeId(...nodeIDs);
          assert.deepEqual(more, {});
        }
      }
    },
  ),
  rule(
    "platform.getAllValidatorsAt: each subnet's validators are those of getValidatorsAt that have a key",
    async (node) => {
      const { validatorSets } = await node.call("platform.getAllValidatorsAt", { height: "proposed" });
      for (const [subnetID, { validators, totalWeight }] of Object.entries<Json>(validatorSets).slice(0, 20)) {
        const members = Object.entries<Json>(await membersAt(node, subnetID));
        assert.equal(totalWeight, String(sum(members.map(([, { weight }]) => weight))));
        const keyed = members.filter(([, { publicKey }]) => publicKey !== null).map(([nodeID]) => nodeID);
        assert.deepEqual(validators.flatMap(({ nodeIDs }: Json) => nodeIDs).sort(), keyed.sort());
      }
    },
  ),
];

const bytesOf = (nodeID: string) => Buffer.from(fromCb58(nodeID.slice("NodeID-".length), 20));
const byBytes = (left: string, right: string) => Buffer.compare(bytesOf(left), bytesOf(right));

const samples = [
  rule(
    "platform.sampleValidators: as many node IDs as requested, sorted; duplicates are possible",
    async ({ call, validators }) => {
      const known = new Set((await validators()).map(({ nodeID }) => nodeID));
      for (const size of [1, 2, known.size, known.size + 1]) {
        const { validators: sample } = await call("platform.sampleValidators", { size });
        assert.equal(sample.length, size);
        assert.deepEqual(sample, [...sample].sort(byBytes));
        for (const nodeID of sample) assert.ok(known.has(nodeID));
      }
    },
  ),
  rule("platform.sampleValidators: with size 0 or without a size, the result is empty", async ({ call }) => {
    assert.deepEqual(await call("platform.sampleValidators", { size: 0 }), { validators: [] });
    assert.deepEqual(await call("platform.sampleValidators"), { validators: [] });
  }),
  rule("platform.sampleValidators: for a subnet, its validators", async ({ call, permissioned, members }) => {
    const { id: subnetID } = await permissioned();
    const { validators } = await call("platform.sampleValidators", { size: 1, subnetID });
    assert.ok((await members(subnetID)).some(({ nodeID }) => nodeID === validators[0]));
  }),
  rule("platform.sampleValidators: a subnet without validators is an error", async ({ refusal }) => {
    const message = `sampling ${unknownId} errored with missing validators`;
    assert.equal(await refusal("platform.sampleValidators", { size: 1, subnetID: unknownId }), message);
  }),
  rule(
    "platform.sampleValidators: a size above the total weight is an error",
    async ({ refusal, permissioned, members }) => {
      const { id: subnetID } = await permissioned();
      const size = sum((await members(subnetID)).map(({ weight }) => weight)) + 1n;
      const message = await refusal("platform.sampleValidators", { size: String(size), subnetID });
      assert.equal(message, `sampling ${subnetID} errored with insufficient weight`);
    },
  ),
];

const totals = [
  rule(
    "platform.getTotalStake: stake and weight are equal, also for subnets and L1s",
    async ({ call, permissioned, l1: anL1 }) => {
      for (const subnetID of [undefined, primaryNetwork, (await permissioned()).id, (await anL1()).id]) {
        const { stake, weight, ...rest } = await call("platform.getTotalStake", { subnetID });
        assertDecimal(weight);
        assert.deepEqual([stake, rest], [weight, {}]);
      }
    },
  ),
  rule("platform.getTotalStake is the sum of all weights, including inactive validators of an L1", async (node) => {
    const { weight } = await node.call("platform.getTotalStake");
    const own = sum((await node.validators()).map((each) => each.weight));
    assert.equal(BigInt(weight), own + sum((await node.validators()).map((each) => each.delegatorWeight)));
    for (const { subnetID } of [await node.inactive(), { subnetID: (await node.permissioned()).id }]) {
      const total = await node.call("platform.getTotalStake", { subnetID });
      assert.equal(BigInt(total.weight), sum((await node.members(subnetID)).map((each) => each.weight)));
    }
  }),
  rule("platform.getTotalStake: 0 for an unknown subnet, which is not an error", async ({ call }) => {
    assert.deepEqual(await call("platform.getTotalStake", { subnetID: unknownId }), { stake: "0", weight: "0" });
  }),
];

export const validatorSets = [...atHeights, ...samples, ...totals];
