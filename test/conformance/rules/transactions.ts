/** Blocks and transactions as objects, of both chains. */
import assert from "node:assert/strict";
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import type { Json } from "../calls.ts";
import { needed } from "../cannot-show.ts";
import type { Ledger } from "../landmarks.ts";
import type { Node } from "../node.ts";
import { rule } from "../rule.ts";
import { assertAddress, assertHex, assertId, assertNumber } from "../values.ts";

const services = { P: "platform", X: "avm" } as const;
const memberNames = (object: object) => Object.keys(object).sort();

function assertOutput(chain: Ledger, { assetID, fxID, output }: Json) {
  assertId(assetID, fxID);
  const { addresses, amount, locktime, threshold } = output.output ?? output;
  assertAddress(chain, ...addresses);
  assertNumber(amount, locktime, threshold);
  assert.ok(threshold <= addresses.length);
}
function assertInput({ txID, outputIndex, assetID, fxID, input }: Json) {
  assertId(txID, assetID, fxID);
  const { amount, signatureIndices } = input.input ?? input;
  assertNumber(outputIndex, amount, ...signatureIndices);
}

const inSigs = ({ input }: Json): number[] => (input.input ?? input).signatureIndices;

async function assertTransaction(chain: Ledger, { call, network, transaction }: Node) {
  const { id, chains } = await network();
  const { id: txID } = await transaction(chain, "transaction with inputs", ({ inputs }) => inputs?.length > 0);
  const { tx, encoding, ...rest } = await call(`${services[chain]}.getTx`, { txID, encoding: "json" });
  assert.deepEqual([encoding, rest, memberNames(tx), tx.id], ["json", {}, ["credentials", "id", "unsignedTx"], txID]);
  const { networkID, blockchainID, outputs, inputs, memo } = tx.unsignedTx;
  assert.deepEqual([String(networkID), blockchainID], [id, chains[chain]]);
  for (const output of outputs) assertOutput(chain, output);
  for (const input of inputs) assertInput(input);
  assert.match(memo, /^0x([0-9a-f]{2})*$/);
  const signatures: string[][] = tx.credentials.map((each: Json) => (each.credential ?? each).signatures);
  assert.ok(signatures.length >= inputs.length);
  for (const [i, input] of inputs.entries()) assert.equal(signatures[i]?.length, inSigs(input).length);
  for (const signature of signatures.flat()) {
    assertHex(signature);
    assert.equal(signature.length, 2 + 130);
  }
}

const ofBoth = (["P", "X"] as const).flatMap((chain) => {
  const service = services[chain];
  const isFirst = ({ parentID }: Json, blocks: readonly Json[]) => !blocks.some(({ id }) => id === parentID);
  return [
    rule(`${service}.getBlock gives the block that ${service}.getBlockByHeight gives`, async ({ call, block }) => {
      const { id: blockID, height } = await block(chain);
      for (const encoding of ["hex", "json"]) {
        const byHeight = await call(`${service}.getBlockByHeight`, { height: String(height), encoding });
        assert.deepEqual(await call(`${service}.getBlock`, { blockID, encoding }), byHeight);
      }
    }),
    rule(
      `${service}.getHeight is the height of the last block; there is no block above it`,
      async ({ call, refusal }) => {
        const { height } = await call(`${service}.getHeight`);
        const { block } = await call(`${service}.getBlockByHeight`, { height, encoding: "json" });
        assert.equal(String(block.height), height);
        const above = String(BigInt(height) + 1n);
        const message = await refusal(`${service}.getBlockByHeight`, { height: above });
        assert.equal(message, `couldn't get block at height ${above}: not found`);
      },
    ),
    rule(`${service}.getBlockByHeight: omitted, the height is 0, that of the first block`, async ({ call }) => {
      const first = await call(`${service}.getBlockByHeight`, { height: "0" });
      assert.deepEqual(await call(`${service}.getBlockByHeight`), first);
    }),
    rule(`${chain}-Chain: each block names its parent, whose height is one less`, async ({ blocks, call }) => {
      const all = await blocks(chain);
      needed(all[0], `the ${chain}-Chain has no block but its first`);
      for (const [i, { parentID, height }] of all.entries()) {
        const before = all[i + 1] ?? (await call(`${service}.getBlock`, { blockID: parentID, encoding: "json" })).block;
        assert.deepEqual([before.id, before.height], [parentID, height - 1]);
      }
      assert.equal(all.filter((each) => isFirst(each, all)).length, 1);
    }),
    rule(
      `${chain}-Chain: a transaction is unsignedTx, credentials and id, with inputs, outputs and signatures`,
      (node) => assertTransaction(chain, node),
    ),
    rule(`${chain}-Chain: an export has destinationChain and exportedOutputs, an import neither`, async (node) => {
      const { chains } = await node.network();
      const { unsignedTx } = await node.transaction(chain, "export", ({ destinationChain }) => destinationChain);
      assert.ok(Object.values(chains).includes(unsignedTx.destinationChain));
      for (const output of unsignedTx.exportedOutputs) assertOutput(chain, output);
      assert.ok(unsignedTx.exportedOutputs.length > 0 && !("importedInputs" in unsignedTx));
    }),
    rule(`${chain}-Chain: an import has sourceChain and importedInputs, an export neither`, async (node) => {
      const { chains } = await node.network();
      const { unsignedTx } = await node.transaction(chain, "import", ({ sourceChain }) => sourceChain);
      assert.ok(Object.values(chains).includes(unsignedTx.sourceChain));
      for (const input of unsignedTx.importedInputs) assertInput(input);
      assert.ok(unsignedTx.importedInputs.length > 0 && !("exportedOutputs" in unsignedTx));
    }),
  ];
});

const ofX = [
  rule("X-Chain: a credential has fxID and a nested member signatures", async ({ block }) => {
    const { txs } = await block("X");
    for (const each of txs[0].credentials) {
      assert.deepEqual([memberNames(each), memberNames(each.credential)], [["credential", "fxID"], ["signatures"]]);
      assertId(each.fxID);
    }
  }),
  rule(
    "X-Chain: a block has parentID, height, time, merkleRoot, txs and id, integers as numbers",
    async ({ block }) => {
      const found = await block("X");
      assert.deepEqual(memberNames(found), ["height", "id", "merkleRoot", "parentID", "time", "txs"]);
      assertId(found.id, found.parentID, found.merkleRoot);
      assertNumber(found.height, found.time);
    },
  ),
];

/** Auto-renewed validators have transactions of another form. */
const isOrdinary = (validator: Json) => !("nextPeriod" in validator);

const stakers = [
  rule("P-Chain: a credential has signatures and nothing else", async ({ block }) => {
    const { txs } = await block("P");
    for (const each of txs[0].credentials) assert.deepEqual(memberNames(each), ["signatures"]);
  }),
  rule(
    "P-Chain: a block has parentID, height and txs, and also time and id; its integers are numbers",
    async ({ block }) => {
      const found = await block("P");
      assert.deepEqual(memberNames(found), ["height", "id", "parentID", "time", "txs"]);
      assertId(found.id, found.parentID);
      assertNumber(found.height, found.time);
      assert.deepEqual(memberNames(found.txs[0]), ["credentials", "id", "unsignedTx"]);
    },
  ),
  rule("P-Chain: a staking transaction has validator with nodeID, start, end and weight, and stake", async (node) => {
    const { txID, nodeID, weight, endTime } = await node.validator("validator", isOrdinary);
    const { tx } = await node.call("platform.getTx", { txID, encoding: "json" });
    const { validator, stake } = tx.unsignedTx;
    assert.deepEqual(
      [validator.nodeID, String(validator.weight), String(validator.end), memberNames(validator).includes("start")],
      [nodeID, weight, endTime, true],
    );
    assertNumber(validator.start, validator.end, validator.weight);
    for (const output of stake) assertOutput("P", output);
  }),
  rule("P-Chain: a delegation has a rewardsOwner with addresses, locktime and threshold", async (node) => {
    const { nodeID } = await node.validator(
      "validator with delegators",
      ({ delegatorCount }) => delegatorCount !== "0",
    );
    const { validators } = await node.call("platform.getCurrentValidators", { nodeIDs: [nodeID] });
    const { tx } = await node.call("platform.getTx", { txID: validators[0].delegators[0].txID, encoding: "json" });
    const { rewardsOwner, validator, stake } = tx.unsignedTx;
    assert.equal(validator.nodeID, nodeID);
    assert.ok(stake.length > 0);
    assertAddress("P", ...rewardsOwner.addresses);
    assertNumber(rewardsOwner.locktime, rewardsOwner.threshold);
  }),
  rule(
    "P-Chain: a validator transaction has two reward owners, one for validation and one for delegation rewards",
    async (node) => {
      const { txID } = await node.validator("validator with a BLS key", (each) => each.signer && isOrdinary(each));
      const { tx } = await node.call("platform.getTx", { txID, encoding: "json" });
      const { validationRewardsOwner, delegationRewardsOwner, signer, shares, subnetID } = tx.unsignedTx;
      for (const { addresses, locktime, threshold } of [validationRewardsOwner, delegationRewardsOwner]) {
        assertAddress("P", ...addresses);
        assertNumber(locktime, threshold);
      }
      assert.deepEqual([memberNames(signer), subnetID], [["proofOfPossession", "publicKey"], primaryNetwork]);
      assertNumber(shares);
    },
  ),
  rule("P-Chain: the transaction of a new subnet names its owner, and its ID is the subnet ID", async (node) => {
    const { id, unsignedTx } = await node.transaction("P", "new subnet", ({ owner }) => owner);
    const { controlKeys, threshold } = await node.call("platform.getSubnet", { subnetID: id });
    assert.deepEqual([controlKeys, threshold], [unsignedTx.owner.addresses, String(unsignedTx.owner.threshold)]);
  }),
  rule(
    "P-Chain: the transaction of a new chain names chain, subnet and virtual machine, and its ID is the chain ID",
    async (node) => {
      const { id, unsignedTx } = await node.transaction("P", "new chain", ({ chainName }) => chainName);
      const { blockchains } = await node.call("platform.getBlockchains");
      const { chainName: name, subnetID, vmID } = unsignedTx;
      assert.deepEqual(
        blockchains.find((each: Json) => each.id === id),
        { id, name, subnetID, vmID },
      );
    },
  ),
  rule("P-Chain: a conversion names the initial validators, and the chain and address of the manager", async (node) => {
    const { unsignedTx } = await node.transaction(
      "P",
      "conversion",
      ({ validators, address }) => validators && address,
    );
    const { managerChainID, managerAddress } = await node.call("platform.getSubnet", { subnetID: unsignedTx.subnetID });
    assert.deepEqual([unsignedTx.chainID, unsignedTx.address], [managerChainID, managerAddress]);
    for (const { nodeID, weight, balance } of unsignedTx.validators) {
      assertHex(nodeID);
      assertNumber(weight, balance);
    }
  }),
];

export const transactions = [...ofBoth, ...ofX, ...stakers];
