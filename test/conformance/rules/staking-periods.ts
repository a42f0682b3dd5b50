/** How staking periods end, and those that renew themselves. */
import assert from "node:assert/strict";
import { readUtxo } from "../bytes.ts";
import type { Json } from "../calls.ts";
import { CannotShow, needed } from "../cannot-show.ts";
import type { Node } from "../node.ts";
import { rule } from "../rule.ts";
import { assertAddress, assertDecimal } from "../values.ts";

const rewardUtxos = async ({ call }: Node, txID: string) =>
  Number((await call("platform.getRewardUTXOs", { txID })).numFetched);

type End = {
  readonly id: string;
  /** Of the transaction that added the staker. */
  readonly stakerId: string;
  readonly isRenewal: boolean;
  readonly status: string;
};
/** The transactions that end the period of a staker. */
async function endsOf({ transactions, call }: Node): Promise<End[]> {
  const ends = (await transactions("P")).filter(({ unsignedTx }) => unsignedTx.txID);
  return Promise.all(
    ends.map(async ({ id, unsignedTx }: Json) => {
      const { status } = await call("platform.getTxStatus", { txID: id });
      return { id, stakerId: unsignedTx.txID, isRenewal: unsignedTx.timestamp !== undefined, status };
    }),
  );
}

export const stakingPeriods = [
  rule("platform.getRewardUTXOs: none for a staker whose period has not ended", async ({ call, validators }) => {
    const { txID } = needed((await validators())[0], "there is no validator");
    assert.deepEqual(await call("platform.getRewardUTXOs", { txID }), { numFetched: "0", utxos: [], encoding: "hex" });
  }),
  rule(
    "platform.getRewardUTXOs: for a staker whose period has ended, numFetched equals the number of reward UTXOs",
    async ({ call, transactions }) => {
      const now = Date.now() / 1000;
      for (const { unsignedTx, id: txID } of await transactions("P")) {
        if (!unsignedTx.stake || !unsignedTx.validator || unsignedTx.validator.end > now) continue;
        const { numFetched, utxos } = await call("platform.getRewardUTXOs", { txID });
        assert.equal(numFetched, String(utxos.length));
        for (const utxo of utxos) assert.equal(readUtxo(utxo).txId, txID);
        if (utxos.length > 0) return;
      }
      throw new CannotShow("no staking period has ended with a reward");
    },
  ),
  rule(
    "platform.getTxStatus: the transaction that ends a staking period is Committed with a reward, otherwise Aborted",
    async (node) => {
      const ends = (await endsOf(node)).filter(({ isRenewal }) => !isRenewal);
      for (const { status, stakerId } of ends) {
        if (status === "Committed") assert.ok((await rewardUtxos(node, stakerId)) > 0);
        else assert.equal(status, "Aborted");
      }
      const lost = needed(
        ends.find(({ status }) => status === "Aborted"),
        "no staking period has ended without a reward",
      );
      assert.equal(await rewardUtxos(node, lost.stakerId), 0);
    },
  ),
  rule(
    "platform.getRewardUTXOs: the reward of an auto-renewed period is under the transaction that ends it",
    async (node) => {
      for (const { id, stakerId, isRenewal, status } of await endsOf(node)) {
        if (!isRenewal || status !== "Committed" || (await rewardUtxos(node, id)) === 0) continue;
        assert.equal(await rewardUtxos(node, stakerId), 0);
        return;
      }
      throw new CannotShow("no auto-renewed period has ended with a reward");
    },
  ),
  rule(
    "an auto-renewed validator also has validatorAuthority, nextPeriod and autoCompoundRewardShares",
    async (node) => {
      const validator = await node.validator("auto-renewed validator", (each) => "nextPeriod" in each);
      const { validatorAuthority, nextPeriod, autoCompoundRewardShares } = validator;
      const { addresses, locktime, threshold } = validatorAuthority;
      assertAddress("P", ...addresses);
      assertDecimal(locktime, threshold, nextPeriod, autoCompoundRewardShares);
      assert.ok(BigInt(autoCompoundRewardShares) <= 1_000_000n);
    },
  ),
  rule(
    "P-Chain: the transaction of an auto-renewed validator has stake, signer and delegationShares, but no validator and subnetID",
    async (node) => {
      const { txID } = await node.validator("auto-renewed validator", (each) => "nextPeriod" in each);
      const { unsignedTx } = (await node.call("platform.getTx", { txID, encoding: "json" })).tx;
      const members = ["stake", "signer", "delegationShares", "validator", "subnetID"];
      assert.deepEqual(
        members.map((member) => member in unsignedTx),
        [true, true, true, false, false],
      );
    },
  ),
];
