/** Write the blocks of the two chains: what waits, what the simulation brings, and a transfer of somebody's. */
import { primaryNetwork } from "../../contract/ids.ts";
import { identify } from "../codec/combinators.ts";
import type { Names } from "../names.ts";
import type { Network } from "../networks.ts";
import type { Frame } from "./book.ts";
import type { Changes, Coming, Going } from "./comings.ts";
import { type Block, codecs, type SideName, type Tx, type Utxo } from "./forms.ts";
import type { Opening } from "./opening.ts";
import type { Origins } from "./origins.ts";
import type { People } from "./people.ts";
import { createRewards } from "./rewards.ts";
import type { Identified, Side } from "./side.ts";
import type { Stakes } from "./stakes.ts";
import { createTransfers } from "./transfers.ts";

/** Blocks of the P-Chain that come together, as the chain has them: two for each who ends to stake, and then one for all the
 *  rest. Seconds are Unix seconds. */
export type Accepted = {
  readonly time: number;
  /** Milliseconds. */
  readonly acceptedAt: number;
  readonly hasTransactions: boolean;
  /** Whether there is a block for all the rest. */
  readonly isStandard: boolean;
  /** nAVAX per gas. */
  readonly price: bigint;
  readonly changes: Changes;
  /** None before Granite. */
  readonly epoch?: { readonly number: number; readonly start: number; readonly height: number } | undefined;
};
type Options = {
  readonly sides: Readonly<Record<SideName, Side>>;
  readonly people: People;
  readonly names: Names;
  readonly network: Network;
  readonly seed: number;
  readonly opening: Opening;
};

const gasEach = { transaction: 6000n, input: 3000n };
const noCertificate = { certificate: Buffer.alloc(0), signature: Buffer.alloc(0) };

function frameOf(time: number, pHeight: number, epoch: Accepted["epoch"]): Frame {
  const frame = { timestamp: BigInt(time), pChainHeight: BigInt(pHeight), ...noCertificate };
  if (!epoch) return frame;
  const { number, start, height } = epoch;
  return {
    ...frame,
    epoch: { pChainHeight: BigInt(height), number: BigInt(number), startTime: BigInt(start) },
  };
}

/** What every block has. */
const headOf = ({ book }: Side, time: number) => ({
  time: BigInt(time),
  parentID: book.lastId(),
  height: BigInt(book.height() + 1),
});
/** What the first block has before all else. */
const firstOf = ({ name, book }: Side, opening: Opening) => (book.height() === 0 ? opening[name] : []);

export function createPClerk(options: Options, stakes: Stakes, origins: Origins) {
  const side = options.sides.P;
  const { book, utxos, take, accept } = side;
  const transfer = createTransfers({ ...options, side });
  const rewards = createRewards(utxos);

  const txOf = ({ staker, place }: Coming): Identified => ({
    txID: stakes.idOf(staker, place),
    tx: stakes.tx(staker, place),
  });
  /** That a staker is rewarded is proposed, and decided in a block of its own. */
  function end({ isRewarded, ...going }: Going, { time, acceptedAt, epoch }: Accepted) {
    const over = txOf(going);
    const tx: Tx = { unsignedTx: { type: "RewardValidatorTx", txID: over.txID }, credentials: [] };
    const proposal: Block = { type: "BanffProposalBlock", transactions: [], ...headOf(side, time), tx };
    const proposed = { txID: identify(codecs.P.tx, tx), tx };
    accept(proposal, [proposed], frameOf(time, book.height(), epoch), acceptedAt);
    const type = isRewarded ? "BanffCommitBlock" : "BanffAbortBlock";
    accept({ type, ...headOf(side, time) }, [], undefined, acceptedAt);
    rewards.give({ ...over, rewards: going.rewards });
  }
  function standard({ time, acceptedAt, hasTransactions, price, epoch, changes }: Accepted) {
    const feeOf = (inputs: number) => price * (gasEach.transaction + BigInt(inputs) * gasEach.input);
    // before what waits is taken: nothing of that is spent
    const used = hasTransactions ? transfer({ time, feeOf, assetFee: 0n }) : undefined;
    const brought = [...changes.conversions.map(origins.conversion), ...changes.comings.map(txOf)];
    const txs = [...firstOf(side, options.opening), ...brought, ...take(), ...(used ? [used] : [])];
    const block = { type: "BanffStandardBlock", ...headOf(side, time), txs: txs.map(({ tx }) => tx) };
    accept(block as Block, txs, frameOf(time, book.height(), epoch), acceptedAt);
  }

  return {
    accept(all: Accepted) {
      for (const going of all.changes.goings) end(going, all);
      if (all.isStandard) standard(all);
    },
    /** Of a transaction with which somebody staked whose time is over. */
    rewardsOf: (txID: string): readonly Utxo[] => rewards.of(txID),
  };
}

export function createXClerk(options: Options) {
  const side = options.sides.X;
  const { take, accept } = side;
  const transfer = createTransfers({ ...options, side });
  const { xFee } = options.network;

  /** In milliseconds. */
  return function acceptAt(acceptedAt: number) {
    const time = Math.floor(acceptedAt / 1000);
    const used = transfer({ time, feeOf: () => xFee.transaction, assetFee: xFee.asset });
    const txs = [...firstOf(side, options.opening), ...take(), ...(used ? [used] : [])];
    const block = { ...headOf(side, time), txs: txs.map(({ tx }) => tx), merkleRoot: primaryNetwork };
    accept(block as Block, txs, frameOf(time, options.sides.P.book.height(), undefined), acceptedAt);
  };
}
