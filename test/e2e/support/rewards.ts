/** What the P-Chain has paid for a staking period that has ended. */
import { readUtxo, type Utxo } from "../../conformance/bytes.ts";
import type { Asked } from "./avalanche-node.ts";

/** In nAVAX. */
export async function rewardOf({ ask }: Asked, txID: string): Promise<bigint> {
  const { utxos } = await ask("/ext/bc/P", "platform.getRewardUTXOs", { txID });
  const read: Utxo[] = utxos.map(readUtxo);
  return read.reduce((total, { amount }) => total + amount, 0n);
}
