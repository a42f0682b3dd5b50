/** Write the blocks of the two chains: what waits, what the simulation brings, and a transfer of somebody's. */
import { primaryNetwork } from "../../contract/ids.ts";
import type { Names } from "../names.ts";
import type { Network } from "../networks.ts";
import type { Frame } from "./book.ts";
import type { Changes, Coming } from "./comings.ts";
import type { Block, SideName, Utxo } from "./forms.ts";
import type { People } from "./people.ts";
import { createRewards, type Over } from "./rewards.ts";
import type { Identified, Side } from "./side.ts";
import type { Stakes } from "./stakes.ts";
import { createTransfers } from "./transfers.ts";

/** A block of the P-Chain, as the chain has it. Seconds are Unix seconds. */
export type Accepted = {
  readonly time: number;
  /** Milliseconds. */
  readonly acceptedAt: number;
  readonly hasTransactions: boolean;
  /** nAVAX per gas. */
  readonly price: bigint;
  /** None where nobody begins or ends to stake. */
  readonly changes?: Changes | undefined;
  /** None before Granite. */
  readonly epoch?: { readonly number: number; readonly start: number; readonly height: number } | undefined;
};
/** Transactions of the P-Chain's first blocks, and a staker among them who ends before the simulation begins. */
export type Opening = {
  readonly at: (height: number) => readonly Identified[];
  readonly endings: readonly Ending[];
};
/** `end` in Unix seconds. */
export type Ending = Over & { readonly end: number };
type Options = {
  readonly sides: Readonly<Record<SideName, Side>>;
  readonly people: People;
  readonly names: Names;
  readonly network: Network;
  readonly seed: number;
};

const gasEach = { transaction: 6000n, input: 3000n };
const xFee = 1_000_000n;
const xAssetFee = 10_000_000n;
const nobody: Changes = { comings: [], goings: [] };
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
const headOf = ({ book }: Side, time: number, txs: readonly Identified[]) => ({
  time: BigInt(time),
  parentID: book.lastId(),
  height: BigInt(book.height() + 1),
  txs: txs.map(({ tx }) => tx),
});

export function createPClerk(options: Options, stakes: Stakes, opening: Opening) {
  const side = options.sides.P;
  const { book, utxos, take, accept } = side;
  const transfer = createTransfers({ ...options, side });
  const rewards = createRewards(utxos);
  let { endings } = opening;

  const txOf = ({ staker, place }: Coming): Identified => ({
    txID: stakes.idOf(staker, place),
    tx: stakes.tx(staker, place),
  });
  function reward({ goings }: Changes, now: number) {
    const over = endings.filter(({ end }) => end <= now);
    endings = endings.filter(({ end }) => end > now);
    over.forEach(rewards.give);
    for (const going of goings) rewards.give({ ...txOf(going), rewards: going.rewards });
  }

  return {
    accept({ time, acceptedAt, hasTransactions, price, epoch, changes = nobody }: Accepted) {
      const feeOf = (inputs: number) => price * (gasEach.transaction + BigInt(inputs) * gasEach.input);
      // before what waits is taken: nothing of that is spent
      const used = hasTransactions ? transfer({ time, feeOf, assetFee: 0n }) : undefined;
      const brought = [...opening.at(book.height() + 1), ...changes.comings.map(txOf)];
      const txs = [...brought, ...take(), ...(used ? [used] : [])];
      const block = { type: "BanffStandardBlock", ...headOf(side, time, txs) };
      accept(block as Block, txs, frameOf(time, book.height(), epoch), acceptedAt);
      reward(changes, time);
    },
    /** Of a transaction with which somebody staked whose time is over. */
    rewardsOf: (txID: string): readonly Utxo[] => rewards.of(txID),
  };
}

export function createXClerk(options: Options) {
  const side = options.sides.X;
  const { take, accept } = side;
  const transfer = createTransfers({ ...options, side });

  /** In milliseconds. */
  return function acceptAt(acceptedAt: number) {
    const time = Math.floor(acceptedAt / 1000);
    const used = transfer({ time, feeOf: () => xFee, assetFee: xAssetFee });
    const txs = [...take(), ...(used ? [used] : [])];
    const block = { ...headOf(side, time, txs), merkleRoot: primaryNetwork };
    accept(block as Block, txs, frameOf(time, options.sides.P.book.height(), undefined), acceptedAt);
  };
}
