/** Subnets, L1s and their chains. */
import assert from "node:assert/strict";
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import type { Json } from "../calls.ts";
import { rule } from "../rule.ts";
import { assertAddress, assertDecimal, assertHex, assertId, badArgument, unknownId } from "../values.ts";

const ofSubnet = [
  "controlKeys",
  "conversionID",
  "isPermissioned",
  "locktime",
  "managerAddress",
  "managerChainID",
  "subnetTransformationTxID",
  "threshold",
];

const one = [
  rule("platform.getSubnet: the eight members of the document", async ({ call, permissioned, l1 }) => {
    for (const { id: subnetID } of [await permissioned(), await l1()]) {
      const subnet = await call("platform.getSubnet", { subnetID });
      assert.deepEqual(Object.keys(subnet).sort(), ofSubnet);
      assertAddress("P", ...subnet.controlKeys);
      assertDecimal(subnet.threshold, subnet.locktime);
      assertId(subnet.subnetTransformationTxID, subnet.conversionID, subnet.managerChainID);
    }
  }),
  rule(
    "platform.getSubnet: a permissioned subnet has control keys and a threshold, and no manager",
    async ({ permissioned }) => {
      const { isPermissioned, controlKeys, threshold, managerAddress } = await permissioned();
      assert.deepEqual([isPermissioned, managerAddress], [true, null]);
      assert.ok(BigInt(threshold) >= 1n && BigInt(threshold) <= BigInt(controlKeys.length));
    },
  ),
  rule("platform.getSubnet: an L1 has a conversion, and the chain and address of its manager", async ({ l1 }) => {
    const { isPermissioned, conversionID, managerChainID, managerAddress } = await l1();
    assert.equal(isPermissioned, false);
    for (const id of [conversionID, managerChainID]) assert.notEqual(id, primaryNetwork);
    assertHex(managerAddress);
  }),
  rule("platform.getSubnet: an L1 also has control keys and a threshold", async ({ l1 }) => {
    const { controlKeys, threshold } = await l1();
    assert.ok(controlKeys.length > 0 && threshold !== "0");
  }),
  rule("platform.getSubnet: an elastic subnet has the ID of its transformation transaction", async ({ elastic }) => {
    const { isPermissioned, subnetTransformationTxID } = await elastic();
    assert.equal(isPermissioned, false);
    assert.notEqual(subnetTransformationTxID, primaryNetwork);
  }),
  rule(
    "platform.getSubnet and getSubnets: for an elastic subnet getSubnet returns the owner, getSubnets leaves it empty",
    async ({ elastic, call }) => {
      const { id, controlKeys } = await elastic();
      assert.ok(controlKeys.length > 0);
      const { subnets: listed } = await call("platform.getSubnets", { ids: [id] });
      assert.deepEqual(listed, [{ id, controlKeys: [], threshold: "0" }]);
    },
  ),
];

const all = [
  rule(
    "platform.getSubnets: without ids, all subnets, and the primary network last",
    async ({ call, permissioned, l1 }) => {
      const { subnets: listed } = await call("platform.getSubnets");
      assert.deepEqual(listed.at(-1), { id: primaryNetwork, controlKeys: [], threshold: "0" });
      const ids = listed.map(({ id }: Json) => id);
      assert.ok(ids.includes((await permissioned()).id) && ids.includes((await l1()).id));
      assert.deepEqual((await call("platform.getSubnets", { ids: [] })).subnets, listed);
    },
  ),
  rule(
    "platform.getSubnets: id, controlKeys and threshold, as getSubnet has them",
    async ({ call, permissioned, l1 }) => {
      for (const { id, controlKeys, threshold } of [await permissioned(), await l1()]) {
        const { subnets: listed } = await call("platform.getSubnets", { ids: [id] });
        assert.deepEqual(listed, [{ id, controlKeys, threshold }]);
      }
    },
  ),
  rule("platform.getSubnets: with ids, those subnets in order, each once; unknown ones are omitted", async (node) => {
    const [first, second] = [(await node.permissioned()).id, (await node.l1()).id];
    const ids = [first, unknownId, second, first];
    const { subnets: listed } = await node.call("platform.getSubnets", { ids });
    assert.deepEqual(
      listed.map(({ id }: Json) => id),
      [first, second],
    );
  }),
  rule("platform.getSubnets: if none of the ids is known, the list is null", async ({ call }) =>
    assert.deepEqual(await call("platform.getSubnets", { ids: [unknownId] }), { subnets: null }),
  ),
];

const chains = [
  rule(
    "platform.getBlockchains: id, name, subnetID and vmID of every chain but the P-Chain",
    async ({ call, network }) => {
      const { blockchains } = await call("platform.getBlockchains");
      const ids = await network();
      for (const record of blockchains)
        assert.deepEqual(Object.keys(record).sort(), ["id", "name", "subnetID", "vmID"]);
      const byId = new Map<string, Json>(blockchains.map((record: Json) => [record.id, record]));
      assert.deepEqual([byId.get(ids.chains.X).name, byId.get(ids.chains.C).name], ["X-Chain", "C-Chain"]);
      assert.deepEqual([byId.get(ids.chains.X).subnetID, byId.has(ids.chains.P)], [primaryNetwork, false]);
    },
  ),
  rule(
    "platform.validatedBy and validates: the first names the subnet of a chain, the second the chains of a subnet",
    async ({ call }) => {
      const { blockchains } = await call("platform.getBlockchains");
      for (const { id, subnetID } of blockchains.slice(0, 20)) {
        assert.deepEqual(await call("platform.validatedBy", { blockchainID: id }), { subnetID });
        const { blockchainIDs } = await call("platform.validates", { subnetID });
        assert.ok(blockchainIDs.includes(id));
      }
    },
  ),
  rule(
    "platform.validates: omitted, the subnet is the primary network, with X- and C-Chain",
    async ({ call, network }) => {
      const { chains: ids } = await network();
      const { blockchainIDs } = await call("platform.validates");
      assert.deepEqual([...blockchainIDs].sort(), [ids.C, ids.X].sort());
      assert.deepEqual(await call("platform.validates", { subnetID: primaryNetwork }), { blockchainIDs });
    },
  ),
  rule(
    "platform.validates: an unknown subnet is an error, and so is a transaction that does not create a subnet",
    async ({ refusal, permissioned, members }) => {
      const unknown = `problem retrieving subnet "${unknownId}": not found`;
      assert.equal(await refusal("platform.validates", { subnetID: unknownId }), unknown);
      const [{ txID }] = (await members((await permissioned()).id)) as [Json];
      assert.equal(await refusal("platform.validates", { subnetID: txID }), `"${txID}" is not a subnet`);
    },
  ),
  rule("platform.validatedBy: accepts an ID, not an alias; an unknown chain is an error", async ({ refusal }) => {
    assert.equal(await refusal("platform.validatedBy", { blockchainID: "X" }), badArgument);
    const unknown = `problem retrieving blockchain "${unknownId}": not found`;
    assert.equal(await refusal("platform.validatedBy", { blockchainID: unknownId }), unknown);
  }),
  rule(
    "platform.validatedBy: a transaction that does not create a chain is an error",
    async ({ refusal, permissioned }) => {
      const { id } = await permissioned();
      assert.equal(await refusal("platform.validatedBy", { blockchainID: id }), `"${id}" is not a blockchain`);
    },
  ),
  rule(
    "platform.validatedBy: omitted, the chain is the P-Chain, which the primary network validates",
    async ({ call }) => assert.deepEqual(await call("platform.validatedBy"), { subnetID: primaryNetwork }),
  ),
];

export const subnets = [...one, ...all, ...chains];
