import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { fromCb58, toCb58, toNodeId } from "../../../src/api/ids.ts";
import type { Chain } from "../../../src/simulator/chain.ts";
import { txsOf } from "../../../src/simulator/ledger/types.ts";
import { after, ask, create, rowsOf, start, txOn } from "./ask.ts";

type Strings = Readonly<Record<string, string>>;
const typesAt = (chain: Chain, height: number) => {
  const block = chain.ledger.at("P", chain.now()).blockStore.at(height);
  return (block ? txsOf(block) : []).map(({ unsignedTx }) => unsignedTx.type);
};
const subnetsOfKind = (chain: Chain, kind: string) => chain.subnets.all().filter((subnet) => subnet.kind === kind);

test("the transactions that created the subnets are in the first block", () => {
  const types = typesAt(create(), 1);
  const most = ["CreateSubnetTx", "CreateChainTx", "AddSubnetValidatorTx", "TransformSubnetTx", "ConvertSubnetToL1Tx"];
  expect(types.slice(0, 14).toSorted()).toEqual(
    [3, 3, 6, 1, 1].flatMap((times, i) => Array<string>(times).fill(most[i] as string)).toSorted(),
  );
});

test("every transaction ID in a subnet or its entries refers to the transaction that created it", () => {
  const chain = create({ l1s: 2 });
  for (const { id: subnetID, chain: chainID, name, vm } of chain.subnets.all()) {
    expect(txOn(chain, "platform", subnetID)).toMatchObject({ id: subnetID, unsignedTx: { owner: {} } });
    expect(txOn(chain, "platform", chainID).unsignedTx).toMatchObject({ chainName: name, subnetID, vmID: vm });
    for (const { txID = "", nodeID, startTime, endTime } of rowsOf(chain, subnetID)) {
      if (txID === "") continue;
      const { validator, subnetID: staked } = txOn(chain, "platform", txID).unsignedTx;
      expect(validator).toMatchObject({ nodeID, start: Number(startTime), end: Number(endTime) });
      expect(staked ?? (validator as { subnetID?: string }).subnetID).toBe(subnetID);
    }
  }
});

test("the elastic subnet's transformation has the reported terms, and its asset is from the X-Chain", () => {
  const chain = create();
  const [elastic] = subnetsOfKind(chain, "elastic");
  const subnetID = elastic?.id ?? "";
  const subnet = ask<Strings>(chain, "platform.getSubnet", { subnetID });
  const { assetID } = ask<{ assetID: string }>(chain, "platform.getStakingAssetID", { subnetID });
  const minStake = ask<Strings>(chain, "platform.getMinStake", { subnetID });
  expect(txOn(chain, "platform", subnet["subnetTransformationTxID"] ?? "").unsignedTx).toMatchObject({
    subnetID,
    assetID,
    initialSupply: chain.elastic.terms.supply,
    minValidatorStake: Number(minStake["minValidatorStake"]),
    minDelegatorStake: Number(minStake["minDelegatorStake"]),
  });
  expect(txOn(chain, "avm", assetID)).toMatchObject({ id: assetID, unsignedTx: { symbol: "SIMT" } });
  expect(chain.ledger.at("X", chain.now()).blockStore.has(assetID)).toBe(true);
});

const sha256 = (...parts: readonly Uint8Array[]) => toCb58(hash("sha256", Buffer.concat(parts), "buffer"));
const uint = (bytes: number, value: bigint) => Buffer.from(value.toString(16).padStart(2 * bytes, "0"), "hex");
const counted = (bytes: Uint8Array) => Buffer.concat([uint(4, BigInt(bytes.length)), bytes]);

/** Returns the content of an L1's conversion and the IDs derived from it, calculated like a client. */
function conversionOf(chain: Chain, subnetID: string) {
  const { blockStore } = chain.ledger.at("P", chain.now());
  const heights = Array.from({ length: blockStore.height() }, (_, i) => i + 1);
  const found = heights.flatMap((height) => {
    const block = blockStore.at(height);
    return (block ? txsOf(block) : []).flatMap(({ unsignedTx: tx }) =>
      tx.type === "ConvertSubnetToL1Tx" && tx.subnetID === subnetID ? [{ height, block, tx }] : [],
    );
  });
  expect(found).toHaveLength(1);
  const { tx, block, height } = found[0] as (typeof found)[0];
  const idBytes = (id: string) => fromCb58(id, 32) as Buffer;
  const validators = tx.validators.flatMap(({ nodeID, signer, weight }) => [
    ...[counted(nodeID), signer.publicKey, uint(8, weight)],
  ]);
  return {
    tx,
    block,
    height,
    conversionID: sha256(
      ...[uint(2, 0n), idBytes(subnetID), idBytes(tx.chainID), counted(tx.address)],
      ...[uint(4, BigInt(tx.validators.length)), ...validators],
    ),
    validationIDs: new Map(
      tx.validators.map(({ nodeID }, i) => [toNodeId(nodeID), sha256(idBytes(subnetID), uint(4, BigInt(i)))]),
    ),
  };
}

test.each([{}, { l1Validators: 150 }, { l1s: 4, l1Validators: 31 }, { convertsAfter: 60 }, { convertsAfter: -30 }])(
  "with %j the IDs of L1s and their validators are derived from their conversions, which list all of them",
  (options) => {
    const chain = create(options);
    after(chain, 90_000);
    const l1s = subnetsOfKind(chain, "l1");
    for (const { id, n } of l1s) {
      const { tx, block, conversionID, validationIDs } = conversionOf(chain, id);
      const rows = rowsOf(chain, id).filter(({ validationID }) => validationID);
      expect(rows).toHaveLength(chain.l1s.of(n).length);
      expect(ask<Strings>(chain, "platform.getSubnet", { subnetID: id })["conversionID"]).toBe(conversionID);
      expect(validationIDs).toEqual(new Map(rows.map(({ nodeID, validationID }) => [nodeID, validationID])));
      const nodes = tx.validators.map(({ nodeID }) => Buffer.from(nodeID).toString("hex"));
      expect(nodes).toEqual(nodes.toSorted());
      for (const { startTime } of rows) expect(block).toMatchObject({ time: BigInt(startTime ?? 0) });
    }
  },
);

test("the initial balance of an L1 validator has paid for it since", () => {
  const chain = create({ elsewhere: 0 });
  const [{ id } = { id: "" }] = subnetsOfKind(chain, "l1");
  const { tx } = conversionOf(chain, id);
  const rows = new Map(rowsOf(chain, id).map((row) => [row.nodeID, row]));
  for (const { nodeID, balance } of tx.validators) {
    const { balance: left, startTime } = rows.get(toNodeId(nodeID)) ?? {};
    const seconds = BigInt(chain.blocks.time()) - BigInt(startTime ?? 0);
    if (left !== "0") expect(BigInt(left ?? 0)).toBe(balance - 512n * seconds);
  }
});

test("converting: the conversion is in the block of its second, and in no earlier block", () => {
  const chain = create({ convertsAfter: 60 });
  const [permissioned] = subnetsOfKind(chain, "permissioned");
  const earlier = chain.blocks.height();
  expect(typesAt(chain, 1).filter((type) => type === "ConvertSubnetToL1Tx")).toHaveLength(1);
  after(chain, 61_000);
  const { block, height } = conversionOf(chain, permissioned?.id ?? "");
  expect(height).toBeGreaterThan(earlier);
  expect(block).toMatchObject({ type: "BanffStandardBlock", time: BigInt(start / 1000 + 60) });
});
