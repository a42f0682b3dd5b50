/** The ledgers of the P-Chain and the X-Chain. They follow the chain's blocks when somebody asks: until then a block is no more
 *  than its time. */
import type { Names } from "../names.ts";
import type { Network } from "../networks.ts";
import type { SideChain } from "../side-chain.ts";
import { type Accepted, createPClerk, createXClerk } from "./clerks.ts";
import { type SideName, sides, type Tx, type Utxo } from "./forms.ts";
import { createsAvax, genesisBlock, genesisUtxos } from "./genesis.ts";
import { issue } from "./issue.ts";
import type { Opening } from "./opening.ts";
import type { Origins } from "./origins.ts";
import { peopleOf } from "./people.ts";
import { createSide, type Side } from "./side.ts";
import type { Stakes } from "./stakes.ts";

type Options = {
  readonly names: Names;
  readonly network: Network;
  readonly seed: number;
  /** Unix seconds. */
  readonly time: number;
  readonly x: SideChain;
  readonly stakes: Stakes;
  readonly origins: Origins;
  /** The blocks before the simulation begins. */
  readonly history: readonly Accepted[];
  readonly opening: () => Opening;
  /** Has the P-Chain's next block come soon. */
  readonly hurry: (now: number) => void;
};
const never = Number.POSITIVE_INFINITY;
/** Blocks in less than a millisecond. */
const atOnce = 4;

/** As it is before the first block. */
function open({ names, network, seed, time, x, stakes, origins, opening }: Options) {
  const people = peopleOf(names, network);
  const begin = (name: SideName): Side =>
    createSide(name, network, genesisBlock(name, names, x.begins / 1000), (to) => all[to].inbound);
  const all: Readonly<Record<SideName, Side>> = { P: begin("P"), X: begin("X") };
  for (const name of sides) genesisUtxos(name, people, network, time).forEach(all[name].utxos.add);
  const options = { sides: all, people, names, network, seed, opening: opening() };
  return {
    ...all,
    onP: createPClerk(options, stakes, origins),
    acceptOnX: createXClerk(options),
    avaxTx: createsAvax(people, network, time),
  };
}

export function createLedger(options: Options) {
  const { network, x, stakes, history, hurry } = options;
  let opened: ReturnType<typeof open> | undefined;
  let queue = [...history];
  let followedTo = x.begins;

  /** Everything that was accepted until then, in its order; `most`: of the P-Chain's blocks. */
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
    /** Follows by a few blocks, so that who asks seldom does not wait for all of them. */
    keepUp: (now: number) => void follow(now, atOnce),
    /** As it is at that time, in milliseconds. */
    at: (name: SideName, now: number): Side => follow(now)[name],
    /** Of one that is in no block: of before the first, or of a staker. */
    txBesides(name: SideName, txID: string, now: number): Tx | undefined {
      if (name === "P") return stakes.find(txID);
      return txID === network.avax ? follow(now).avaxTx : undefined;
    },
    /** Of a transaction with which somebody staked whose time is over. */
    rewardsOf: (txID: string, now: number): readonly Utxo[] => follow(now).onP.rewardsOf(txID),
    issue(name: SideName, bytes: Uint8Array, now: number): string {
      const txID = issue(follow(now)[name], bytes);
      if (name === "P") hurry(now);
      else x.hurry(now);
      return txID;
    },
  };
}
export type Ledger = ReturnType<typeof createLedger>;
