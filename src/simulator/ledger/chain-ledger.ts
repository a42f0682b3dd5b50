/** Ledger of one chain: blocks, UTXOs, pending imports, mempool. */
import type { ChainName } from "../chain-names.ts";
import { chainIdsOf, type Network } from "../networks.ts";
import { type BlockStore, createBlockStore, type ProposerHeader } from "./block-store.ts";
import { type Block, codecs, keyOf, otherChain, type Reference, type Tx, type UtxoChain } from "./types.ts";
import { utxoEffectsOf } from "./utxo-effects.ts";
import { createUtxos, type Utxos } from "./utxos.ts";

const maxDropped = 64;
export type Identified = { readonly txID: string; readonly tx: Tx };

export type ChainLedger = {
  readonly name: UtxoChain;
  readonly chainId: string;
  readonly blockStore: BlockStore;
  readonly utxos: Utxos;
  readonly inbound: Utxos;
  readonly pending: ReadonlyMap<string, Tx>;
  /** Reason by transaction ID. */
  readonly dropped: ReadonlyMap<string, string>;
  /** Whether a pending transaction spends it. */
  readonly isReserved: (of: Reference) => boolean;
  readonly add: (waiting: Identified) => void;
  readonly drop: (txID: string, reason: string) => void;
  /** Returns and removes the pending transactions. */
  readonly take: () => Identified[];
  readonly accept: (
    block: Block,
    txs: readonly Identified[],
    frame: ProposerHeader | undefined,
    acceptedAt: number,
  ) => void;
};

export const chainIdOf = (name: ChainName, network: Network): string => chainIdsOf(network)[name];

/** `exportTo` returns the pending imports of another chain. */
export function createChainLedger(
  name: UtxoChain,
  network: Network,
  genesis: Block,
  exportTo: (name: UtxoChain) => Utxos,
): ChainLedger {
  const { block, utxo } = codecs[name];
  const blockStore = createBlockStore(block, genesis);
  const utxos = createUtxos(utxo);
  const inbound = createUtxos(codecs[name].utxo);
  const pending = new Map<string, Tx>();
  const dropped = new Map<string, string>();
  const reserved = new Set<string>();

  function move({ txID, tx }: Identified) {
    const { spent, imported, made, exported } = utxoEffectsOf(txID, tx);
    spent.forEach(utxos.remove);
    imported.forEach(inbound.remove);
    made.forEach(utxos.add);
    exported.forEach(exportTo(otherChain[name]).add);
  }
  const inputsOf = ({ txID, tx }: Identified) => {
    const { spent, imported } = utxoEffectsOf(txID, tx);
    return [...spent, ...imported];
  };

  return {
    name,
    chainId: chainIdOf(name, network),
    blockStore,
    utxos,
    inbound,
    pending,
    dropped,
    isReserved: (of) => reserved.has(keyOf(of)),
    add(waiting) {
      pending.set(waiting.txID, waiting.tx);
      dropped.delete(waiting.txID);
      for (const input of inputsOf(waiting)) reserved.add(keyOf(input));
    },
    drop(txID, reason) {
      dropped.set(txID, reason);
      for (const oldest of [...dropped.keys()].slice(0, -maxDropped)) dropped.delete(oldest);
    },
    take() {
      const all = [...pending].map(([txID, tx]) => ({ txID, tx }));
      pending.clear();
      reserved.clear();
      return all;
    },
    accept(next, txs, frame, acceptedAt) {
      txs.forEach(move);
      const ids = txs.map(({ txID }) => txID);
      blockStore.add(next, ids, frame, acceptedAt);
    },
  };
}
