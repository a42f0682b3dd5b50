/** Ledgers of the P-Chain and the X-Chain. They apply the blocks of the chain on demand. */
import type { Names } from "../identities.ts";
import type { Network } from "../networks.ts";
import type { PeriodicChain } from "../periodic-chain.ts";
import { createAccounts } from "./accounts.ts";
import { type Accepted, createPBlockBuilder, createXBlockBuilder } from "./block-builders.ts";
import { type ChainLedger, createChainLedger } from "./chain-ledger.ts";
import type { CreationTransactions } from "./creation-transactions.ts";
import { createsAvax, genesisBlock, genesisUtxos } from "./genesis.ts";
import type { InitialTransactions } from "./initial-transactions.ts";
import { issue } from "./mempool.ts";
import type { Stakes } from "./staking-transactions.ts";
import { type Tx, type Utxo, type UtxoChain, utxoChains } from "./types.ts";

type Options = {
  readonly names: Names;
  readonly network: Network;
  readonly seed: number;
  /** Unix seconds. */
  readonly time: number;
  readonly x: PeriodicChain;
  readonly stakes: Stakes;
  readonly origins: CreationTransactions;
  /** The blocks before the simulation begins. */
  readonly history: readonly Accepted[];
  readonly opening: () => InitialTransactions;
  /** Brings the next P-Chain block forward. */
  readonly expedite: (now: number) => void;
};
const never = Number.POSITIVE_INFINITY;
/** Number of blocks that are applied in less than a millisecond. */
const blocksPerTurn = 4;

/** Creates the ledgers before the first block. */
function open({ names, network, seed, time, x, stakes, origins, opening }: Options) {
  const accounts = createAccounts(names, network);
  const begin = (name: UtxoChain): ChainLedger =>
    createChainLedger(name, network, genesisBlock(name, names, x.begins / 1000), (to) => all[to].inbound);
  const all: Readonly<Record<UtxoChain, ChainLedger>> = { P: begin("P"), X: begin("X") };
  for (const name of utxoChains) genesisUtxos(name, accounts, network, time).forEach(all[name].utxos.add);
  const options = { ledgers: all, accounts, names, network, seed, opening: opening() };
  return {
    ...all,
    onP: createPBlockBuilder(options, stakes, origins),
    acceptOnX: createXBlockBuilder(options),
    avaxTx: createsAvax(accounts, network, time),
  };
}

export function createLedger(options: Options) {
  const { network, x, stakes, history, expedite } = options;
  let opened: ReturnType<typeof open> | undefined;
  let queue = [...history];
  let followedTo = x.begins;

  /** Applies all blocks accepted until then in order, but at most `most` P-Chain blocks. */
  function follow(now: number, most = queue.length) {
    opened ??= open(options);
    const { onP, acceptOnX } = opened;
    const accepted = queue.slice(0, most);
    queue = queue.slice(most);
    const until = queue.length > 0 ? (accepted.at(-1)?.acceptedAt ?? followedTo) : now;
    let next = 0;
    for (const at of x.between(followedTo, until)) {
      for (; (accepted[next]?.acceptedAt ?? never) <= at; next++) onP.accept(accepted[next] as Accepted);
      acceptOnX(at);
    }
    for (; next < accepted.length; next++) onP.accept(accepted[next] as Accepted);
    followedTo = until;
    return opened;
  }

  return {
    stakes,
    accept: (block: Accepted) => void queue.push(block),
    /** Applies a few blocks, so that a rare call does not wait for all of them. */
    keepUp: (now: number) => void follow(now, blocksPerTurn),
    /** Returns the ledger at that time, in milliseconds. */
    at: (name: UtxoChain, now: number): ChainLedger => follow(now)[name],
    /** Returns a transaction that is in no block: of the genesis or of a staker. */
    txOutsideBlocks(name: UtxoChain, txID: string, now: number): Tx | undefined {
      if (name === "P") return stakes.find(txID);
      return txID === network.avax ? follow(now).avaxTx : undefined;
    },
    /** Returns the reward UTXOs of an ended staking transaction. */
    rewardsOf: (txID: string, now: number): readonly Utxo[] => follow(now).onP.rewardsOf(txID),
    issue(name: UtxoChain, bytes: Uint8Array, now: number): string {
      const txID = issue(follow(now)[name], bytes);
      if (name === "P") expedite(now);
      else x.expedite(now);
      return txID;
    },
  };
}
export type Ledger = ReturnType<typeof createLedger>;
