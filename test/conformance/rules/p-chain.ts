/** Heights, clock, supply, balances and stake of the P-Chain. */
import assert from "node:assert/strict";
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import { pollLimit } from "../../support/limits.ts";
import { addressOn, readStakedOutput, readUtxo, type Utxo } from "../bytes.ts";
import type { Json } from "../calls.ts";
import { CannotShow, needed } from "../cannot-show.ts";
import type { Node } from "../node.ts";
import { rule } from "../rule.ts";
import { assertDecimal, assertNumber, strangerBytes, sum } from "../values.ts";

const stranger = async ({ network }: Node) => addressOn("P", (await network()).hrp, strangerBytes);
const now = () => BigInt(Math.floor(Date.now() / 1000));
const kinds = ["unlockeds", "lockedStakeables", "lockedNotStakeables"] as const;
const singular = {
  unlockeds: "unlocked",
  lockedStakeables: "lockedStakeable",
  lockedNotStakeables: "lockedNotStakeable",
};

function kindOf({ locktime, stakeableUntil }: Utxo): (typeof kinds)[number] {
  if (locktime > now()) return "lockedNotStakeables";
  return stakeableUntil > now() ? "lockedStakeables" : "unlockeds";
}
const utxosOf = async ({ call }: Node, addresses: readonly string[]): Promise<Utxo[]> =>
  (await call("platform.getUTXOs", { addresses })).utxos.map(readUtxo);

async function assertBalance(node: Node, addresses: readonly string[]) {
  const utxos = (await utxosOf(node, addresses)).filter(({ amount }) => amount > 0n);
  const balance = await node.call("platform.getBalance", { addresses });
  for (const kind of kinds) {
    const ofKind = Object.groupBy(
      utxos.filter((utxo) => kindOf(utxo) === kind),
      ({ assetId }) => assetId,
    );
    const expected = Object.entries(ofKind).map(([id, list = []]) => [
      id,
      String(sum(list.map(({ amount }) => amount))),
    ]);
    assert.deepEqual(balance[kind], Object.fromEntries(expected), kind);
  }
  const names = (list: readonly string[]) => [...list].sort();
  assert.deepEqual(
    names((balance.utxoIDs ?? []).map(({ txID, outputIndex }: Json) => `${txID}:${outputIndex}`)),
    names(utxos.map(({ txId, outputIndex }) => `${txId}:${outputIndex}`)),
  );
  return balance;
}

const heights = [
  rule("platform.getProposedHeight is not above getHeight, and at most 64 below", async ({ call }) => {
    const proposed = BigInt((await call("platform.getProposedHeight")).height);
    const height = BigInt((await call("platform.getHeight")).height);
    assert.ok(proposed <= height && height - proposed <= 64n, `proposed ${proposed}, accepted ${height}`);
  }),
  rule(
    "platform.getTimestamp: the member is timestamp, the time of the last accepted block",
    async ({ call, blocks }) => {
      const answer = await call("platform.getTimestamp");
      assert.deepEqual(Object.keys(answer), ["timestamp"]);
      const [last] = await blocks("P");
      const { time } = needed(last, "the P-Chain has only its first block");
      const { block } = await call("platform.getBlockByHeight", { height: await tip(call), encoding: "json" });
      assert.equal(Date.parse(answer.timestamp) / 1000, block.time ?? time);
    },
  ),
  rule("the chain time never decreases from block to block", async ({ blocks }) => {
    const times = (await blocks("P")).map(({ time }) => time);
    assert.deepEqual(
      times,
      [...times].sort((left, right) => right - left),
    );
  }),
];
const tip = async (call: Node["call"]) => (await call("platform.getHeight")).height;

const supply = [
  rule("platform.getCurrentSupply: supply, and its height", async ({ call }) => {
    const { supply: amount, height, ...rest } = await call("platform.getCurrentSupply");
    assertDecimal(amount, height);
    assert.deepEqual([rest, height], [{}, await tip(call)]);
  }),
  rule("platform.getCurrentSupply: omitted, the subnet is the primary network", async ({ call }) => {
    const omitted = await call("platform.getCurrentSupply");
    assert.deepEqual(await call("platform.getCurrentSupply", { subnetID: primaryNetwork }), omitted);
  }),
  rule("platform.getCurrentSupply is above the total stake, and below 720 million AVAX", async ({ call }) => {
    const amount = BigInt((await call("platform.getCurrentSupply")).supply);
    assert.ok(amount >= BigInt((await call("platform.getTotalStake")).weight));
    assert.ok(amount <= 720_000_000n * 10n ** 9n);
  }),
  rule(
    "platform.getCurrentSupply: burned fees are not deducted: a transfer does not change it",
    async (node) => {
      const before = await node.call("platform.getCurrentSupply");
      const { txID } = await node.call("platform.issueTx", { tx: await node.signer().onP() });
      await committed(node, txID);
      const { supply: after } = await node.call("platform.getCurrentSupply");
      assert.equal(after, before.supply);
    },
    { writes: true },
  ),
  rule(
    "platform.getCurrentSupply: a permissioned subnet and an L1 have none",
    async ({ refusal, permissioned, l1 }) => {
      for (const { id } of [await permissioned(), await l1()]) {
        assert.equal(
          await refusal("platform.getCurrentSupply", { subnetID: id }),
          "fetching current supply failed: not found",
        );
      }
    },
  ),
  rule("platform.getCurrentSupply: an elastic subnet has its own", async ({ call, elastic }) => {
    const { id: subnetID } = await elastic();
    const { supply: ofSubnet } = await call("platform.getCurrentSupply", { subnetID });
    assertDecimal(ofSubnet);
  }),
];

async function committed({ call }: Node, txID: string) {
  const end = Date.now() + pollLimit;
  while ((await call("platform.getTxStatus", { txID })).status !== "Committed") {
    assert.ok(Date.now() < end, `${txID} was not accepted within ${pollLimit / 1000} s`);
  }
}

const balances = [
  rule(
    "platform.getBalance: unlocked, locked but stakeable, and locked amounts per asset, equal to the UTXOs",
    async (node) => {
      await assertBalance(node, [await node.holder("P")]);
    },
  ),
  rule("platform.getBalance: for several addresses the total, counting each UTXO once", async (node) => {
    await assertBalance(node, [await node.holder("P"), await node.secondHolder("P")]);
    await assertBalance(node, await node.coOwners("P"));
  }),
  rule("platform.getBalance: locked amounts are separated by whether they can be staked", async (node) => {
    const locked = await node.transaction("P", "locked output", ({ outputs }) =>
      outputs?.some(({ output }: Json) => output.locktime > 0 || output.output),
    );
    const output = locked.unsignedTx.outputs.find((each: Json) => each.output.locktime > 0 || each.output.output);
    const owners = output.output.addresses ?? output.output.output.addresses;
    const { lockedStakeable, lockedNotStakeable } = await assertBalance(node, owners);
    if (lockedStakeable === "0" && lockedNotStakeable === "0") throw new CannotShow("no output is locked any more");
  }),
  rule("platform.getBalance: the total is the sum of the three, for each asset", async ({ call, holder }) => {
    const balance = await call("platform.getBalance", { addresses: [await holder("P")] });
    for (const [asset, total] of Object.entries<string>(balance.balances)) {
      assert.equal(BigInt(total), sum(kinds.map((kind) => balance[kind][asset] ?? "0")));
    }
  }),
  rule(
    "platform.getBalance: balance, unlocked, lockedStakeable and lockedNotStakeable are those of AVAX",
    async (node) => {
      const { avax } = await node.network();
      const balance = await node.call("platform.getBalance", { addresses: [await node.holder("P")] });
      assert.equal(balance.balance, balance.balances[avax] ?? "0");
      for (const kind of kinds) assert.equal(balance[singular[kind]], balance[kind][avax] ?? "0");
      assertNumber(...balance.utxoIDs.map(({ outputIndex }: Json) => outputIndex));
    },
  ),
  rule("platform.getBalance: without UTXOs all members are 0 or empty, and utxoIDs is null", async (node) => {
    assert.deepEqual(await node.call("platform.getBalance", { addresses: [await stranger(node)] }), {
      balance: "0",
      unlocked: "0",
      lockedStakeable: "0",
      lockedNotStakeable: "0",
      balances: {},
      unlockeds: {},
      lockedStakeables: {},
      lockedNotStakeables: {},
      utxoIDs: null,
    });
  }),
];

/** The owners of a staker's outputs, and what they are together. */
async function stakedBy({ call }: Node, txID: string) {
  const { tx } = await call("platform.getTx", { txID, encoding: "json" });
  const { stake } = tx.unsignedTx;
  const inner = stake.map(({ output }: Json) => output.output ?? output);
  return { addresses: [...new Set<string>(inner.flatMap(({ addresses }: Json) => addresses))], inner };
}

const stake = [
  rule("platform.getStake: the stake of the addresses per asset, equal to the staked outputs", async (node) => {
    const { avax } = await node.network();
    const { txID } = await node.validator("validator", () => true);
    const { addresses, inner } = await stakedBy(node, txID);
    const { staked, stakeds, stakedOutputs } = await node.call("platform.getStake", { addresses });
    const outputs = stakedOutputs.map(readStakedOutput);
    const byAsset = Object.groupBy<string, (typeof outputs)[number]>(outputs, ({ assetId }) => assetId);
    const expected = Object.entries(byAsset).map(([id, list = []]) => [
      id,
      String(sum(list.map(({ amount }) => amount))),
    ]);
    assert.deepEqual(stakeds, Object.fromEntries(expected));
    assert.equal(staked, stakeds[avax] ?? "0");
    assert.ok(BigInt(staked) >= sum(inner.map(({ amount }: Json) => amount)));
  }),
  rule("platform.getStake: with validatorsOnly, delegations do not count", async (node) => {
    const { nodeID } = await node.validator(
      "validator with delegators",
      ({ delegatorCount }) => delegatorCount !== "0",
    );
    const { validators } = await node.call("platform.getCurrentValidators", { nodeIDs: [nodeID] });
    const { addresses } = await stakedBy(node, validators[0].delegators[0].txID);
    const all = await node.call("platform.getStake", { addresses, validatorsOnly: false });
    const validatorsOnly = await node.call("platform.getStake", { addresses, validatorsOnly: true });
    assert.deepEqual(await node.call("platform.getStake", { addresses }), all);
    const delegated = BigInt(all.staked) - BigInt(validatorsOnly.staked);
    assert.ok(delegated >= BigInt(validators[0].delegators[0].weight));
  }),
  rule("platform.getStake: rewards are not included", async (node) => {
    const { txID, weight } = await node.validator(
      "validator with a reward to come",
      (each) => each.potentialReward !== "0" && !("nextPeriod" in each), // what a renewed one has kept counts as its weight
    );
    const { inner } = await stakedBy(node, txID);
    assert.equal(sum(inner.map(({ amount }: Json) => amount)), BigInt(weight));
  }),
  rule(
    "platform.getStake: an address without stake has none, and without addresses the result is empty",
    async (node) => {
      const nothing = { staked: "0", stakeds: {}, stakedOutputs: [], encoding: "hex" };
      assert.deepEqual(await node.call("platform.getStake", { addresses: [await stranger(node)] }), nothing);
      assert.deepEqual(await node.call("platform.getStake", { addresses: [] }), nothing);
    },
  ),
  rule("platform.getMinStake: the minimum stake of a validator and of a delegator", async ({ call }) => {
    const { minValidatorStake, minDelegatorStake } = await call("platform.getMinStake");
    assert.ok(BigInt(minValidatorStake) >= BigInt(minDelegatorStake) && BigInt(minDelegatorStake) > 0n);
    assert.deepEqual(await call("platform.getMinStake", { subnetID: primaryNetwork }), {
      minValidatorStake,
      minDelegatorStake,
    });
  }),
  rule("no validator and no delegator has staked less than the minimum", async ({ call, validators, validator }) => {
    const { minValidatorStake, minDelegatorStake } = await call("platform.getMinStake");
    for (const { weight } of await validators()) assert.ok(BigInt(weight) >= BigInt(minValidatorStake));
    const { nodeID } = await validator("validator with delegators", ({ delegatorCount }) => delegatorCount !== "0");
    const { validators: one } = await call("platform.getCurrentValidators", { nodeIDs: [nodeID] });
    for (const { weight } of one[0].delegators) assert.ok(BigInt(weight) >= BigInt(minDelegatorStake));
  }),
  rule("platform.getMinStake and getStakingAssetID: permissioned subnets and L1s have none", async (node) => {
    for (const { id } of [await node.permissioned(), await node.l1()]) {
      for (const name of ["platform.getMinStake", "platform.getStakingAssetID"] as const) {
        const message = `failed fetching subnet transformation for ${id}: not found`;
        assert.equal(await node.refusal(name, { subnetID: id }), message);
      }
    }
  }),
  rule(
    "platform.getMinStake and getStakingAssetID: an elastic subnet has its own",
    async ({ call, elastic, network }) => {
      const { id: subnetID } = await elastic();
      const { minValidatorStake, minDelegatorStake } = await call("platform.getMinStake", { subnetID });
      assertDecimal(minValidatorStake, minDelegatorStake);
      const { assetID } = await call("platform.getStakingAssetID", { subnetID });
      assert.notEqual(assetID, (await network()).avax);
    },
  ),
  rule(
    "platform.getStakingAssetID: omitted, the subnet is the primary network, which is staked with AVAX",
    async (node) => {
      const { avax } = await node.network();
      assert.deepEqual(await node.call("platform.getStakingAssetID"), { assetID: avax });
      assert.deepEqual(await node.call("platform.getStakingAssetID", { subnetID: primaryNetwork }), { assetID: avax });
    },
  ),
];

export const pChain = [...heights, ...supply, ...balances, ...stake];
