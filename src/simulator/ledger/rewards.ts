/** Returned stake and rewards of ended stakers. */
import type { Identified } from "./chain-ledger.ts";
import { transferTo } from "./genesis.ts";
import { ownersOf, type Utxo } from "./types.ts";
import { stakeOf } from "./utxo-effects.ts";
import type { Utxos } from "./utxos.ts";

/** Rewards in the smallest unit of the asset. */
type EndedStake = Identified & {
  readonly rewards: readonly bigint[];
  /** Whether the stake stays for another cycle. */
  readonly isRenewed: boolean;
  /** Transaction that rewards a cycle, which has the reward UTXOs; undefined if the staking transaction has them. */
  readonly cycleTxID: string | undefined;
};

export function createRewards(utxos: Utxos) {
  const byTx = new Map<string, readonly Utxo[]>();
  return {
    give({ txID, tx, rewards, isRenewed, cycleTxID }: EndedStake) {
      const staked = stakeOf(txID, tx);
      const [first] = staked;
      if (!first) return;
      const { addresses } = ownersOf(first.output);
      const by = cycleTxID ?? txID;
      const begin = cycleTxID === undefined ? first.outputIndex + staked.length : 0;
      const given = rewards.map((amount, i) => ({
        txID: by,
        assetID: first.assetID,
        outputIndex: begin + i,
        output: transferTo(addresses, amount),
      }));
      if (given.length > 0) byTx.set(by, given);
      [...(isRenewed ? [] : staked), ...given].forEach(utxos.add);
    },
    of: (txID: string): readonly Utxo[] => byTx.get(txID) ?? [],
  };
}
