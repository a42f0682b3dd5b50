/** Returned stake and rewards of ended stakers. */

import type { Identified } from "./chain-ledger.ts";
import { transferTo } from "./genesis.ts";
import { ownersOf, type Utxo } from "./types.ts";
import { stakeOf } from "./utxo-effects.ts";
import type { Utxos } from "./utxos.ts";

/** Rewards in the smallest unit of the asset. */
type EndedStake = Identified & { readonly rewards: readonly bigint[] };

export function createRewards(utxos: Utxos) {
  const byTx = new Map<string, readonly Utxo[]>();
  return {
    give({ txID, tx, rewards }: EndedStake) {
      const staked = stakeOf(txID, tx);
      const [first] = staked;
      if (!first) return;
      const { addresses } = ownersOf(first.output);
      const given = rewards.map((amount, i) => ({
        txID,
        assetID: first.assetID,
        outputIndex: first.outputIndex + staked.length + i,
        output: transferTo(addresses, amount),
      }));
      if (given.length > 0) byTx.set(txID, given);
      [...staked, ...given].forEach(utxos.add);
    },
    of: (txID: string): readonly Utxo[] => byTx.get(txID) ?? [],
  };
}
