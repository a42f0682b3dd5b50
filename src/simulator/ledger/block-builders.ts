/** Builds P- and X-Chain blocks from the mempool, simulation events and generated traffic. */
import { primaryNetwork } from "../../node-api/ids.ts";
import { identify } from "../codec/combinators.ts";
import type { Names } from "../identities.ts";
import type { Network } from "../networks.ts";
import type { Accounts } from "./accounts.ts";
import type { ProposerHeader } from "./block-store.ts";
import type { ChainLedger, Identified } from "./chain-ledger.ts";
import type { CreationTransactions } from "./creation-transactions.ts";
import type { InitialTransactions } from "./initial-transactions.ts";
import { createRewards } from "./rewards.ts";
import type { BlockChanges, StakerEnd, StakerStart } from "./staker-changes.ts";
import type { Stakes } from "./staking-transactions.ts";
import { createTraffic } from "./traffic.ts";
import { type Block, codecs, type Tx, type Unsigned, type Utxo, type UtxoChain } from "./types.ts";

/** Blocks of the P-Chain at one time: two for each ended staking period, and then one for all the
 *  rest. Seconds are Unix seconds. */
export type Accepted = {
  readonly time: number;
  /** Milliseconds. */
  readonly acceptedAt: number;
  readonly hasTransactions: boolean;
  /** Whether there is a standard block. */
  readonly isStandard: boolean;
  /** nAVAX per gas. */
  readonly price: bigint;
  readonly changes: BlockChanges;
  /** Undefined for blocks before the simulation. */
  readonly epoch?: { readonly number: number; readonly start: number; readonly height: number } | undefined;
};
type Options = {
  readonly ledgers: Readonly<Record<UtxoChain, ChainLedger>>;
  readonly accounts: Accounts;
  readonly names: Names;
  readonly network: Network;
  readonly seed: number;
  readonly opening: InitialTransactions;
};

const gasPerTx = { transaction: 6000n, input: 3000n };
const noCertificate = { certificate: Buffer.alloc(0), signature: Buffer.alloc(0) };

function frameOf(time: number, pHeight: number, epoch: Accepted["epoch"]): ProposerHeader {
  const frame = { timestamp: BigInt(time), pChainHeight: BigInt(pHeight), ...noCertificate };
  if (!epoch) return frame;
  const { number, start, height } = epoch;
  return {
    ...frame,
    epoch: { pChainHeight: BigInt(height), number: BigInt(number), startTime: BigInt(start) },
  };
}

/** Members of every block. */
const headOf = ({ blockStore }: ChainLedger, time: number) => ({
  time: BigInt(time),
  parentID: blockStore.lastId(),
  height: BigInt(blockStore.height() + 1),
});
/** Initial transactions, for the first block. */
const firstOf = ({ name, blockStore }: ChainLedger, opening: InitialTransactions) =>
  blockStore.height() === 0 ? opening[name] : [];

export function createPBlockBuilder(options: Options, stakes: Stakes, origins: CreationTransactions) {
  const ledger = options.ledgers.P;
  const { blockStore, utxos, take, accept } = ledger;
  const transfer = createTraffic({ ...options, ledger });
  const rewards = createRewards(utxos);

  const txOf = ({ staker, place }: StakerStart): Identified => ({
    txID: stakes.idOf(staker, place),
    tx: stakes.tx(staker, place),
  });
  /** Ends a staking period or a cycle: a proposal block, and a separate block that commits or aborts it. */
  function end({ isRewarded, isRenewed, ...going }: StakerEnd, { time, acceptedAt, epoch }: Accepted) {
    const over = txOf(going);
    const { end: timestamp } = going.staker;
    const isCycle = "renewal" in going.staker && going.staker.renewal !== undefined;
    const unsignedTx: Unsigned = isCycle
      ? { type: "RewardAutoRenewedValidatorTx", txID: over.txID, timestamp: BigInt(timestamp) }
      : { type: "RewardValidatorTx", txID: over.txID };
    const tx: Tx = { unsignedTx, credentials: [] };
    const proposal: Block = { type: "BanffProposalBlock", transactions: [], ...headOf(ledger, time), tx };
    const proposed = { txID: identify(codecs.P.tx, tx), tx };
    accept(proposal, [proposed], frameOf(time, blockStore.height(), epoch), acceptedAt);
    const type = isRewarded ? "BanffCommitBlock" : "BanffAbortBlock";
    accept({ type, ...headOf(ledger, time) }, [], undefined, acceptedAt);
    rewards.give({ ...over, rewards: going.rewards, isRenewed, cycleTxID: isCycle ? proposed.txID : undefined });
  }
  function standard({ time, acceptedAt, hasTransactions, price, epoch, changes }: Accepted) {
    const feeOf = (inputs: number) => price * (gasPerTx.transaction + BigInt(inputs) * gasPerTx.input);
    // before take(), so that it spends no UTXO of a pending transaction
    const used = hasTransactions ? transfer({ time, feeOf, assetFee: 0n }) : undefined;
    const brought = [...changes.conversions.map(origins.conversion), ...changes.starts.map(txOf)];
    const txs = [...firstOf(ledger, options.opening), ...brought, ...take(), ...(used ? [used] : [])];
    const block = { type: "BanffStandardBlock", ...headOf(ledger, time), txs: txs.map(({ tx }) => tx) };
    accept(block as Block, txs, frameOf(time, blockStore.height(), epoch), acceptedAt);
  }

  return {
    accept(all: Accepted) {
      for (const going of all.changes.ends) end(going, all);
      if (all.isStandard) standard(all);
    },
    /** Returns the reward UTXOs of an ended staking transaction. */
    rewardsOf: (txID: string): readonly Utxo[] => rewards.of(txID),
  };
}

export function createXBlockBuilder(options: Options) {
  const ledger = options.ledgers.X;
  const { take, accept } = ledger;
  const transfer = createTraffic({ ...options, ledger });
  const { xFee } = options.network;

  /** Builds a block. `acceptedAt` is in milliseconds. */
  return function acceptAt(acceptedAt: number) {
    const time = Math.floor(acceptedAt / 1000);
    const used = transfer({ time, feeOf: () => xFee.transaction, assetFee: xFee.asset });
    const txs = [...firstOf(ledger, options.opening), ...take(), ...(used ? [used] : [])];
    const block = { ...headOf(ledger, time), txs: txs.map(({ tx }) => tx), merkleRoot: primaryNetwork };
    accept(block as Block, txs, frameOf(time, options.ledgers.P.blockStore.height(), undefined), acceptedAt);
  };
}
