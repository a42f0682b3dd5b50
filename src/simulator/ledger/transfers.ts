/** The transactions of who uses the simulated chain: one of each kind after the other, all of which really move something. */
import type { Names } from "../names.ts";
import type { Network } from "../networks.ts";
import { scatter } from "../random.ts";
import { amountOf, type Output, otherSide, type Utxo } from "./forms.ts";
import { stakeableOf, transferTo } from "./genesis.ts";
import type { People } from "./people.ts";
import { chainIdOf, type Identified, type Side } from "./side.ts";
import { createWallet, sumOf } from "./wallet.ts";

type Options = {
  readonly side: Side;
  readonly people: People;
  readonly network: Network;
  readonly names: Names;
  readonly seed: number;
};
/** `time` in Unix seconds; fees in nAVAX, by the number of inputs. */
export type Moment = {
  readonly time: number;
  readonly feeOf: (inputs: number) => bigint;
  readonly assetFee: bigint;
};
/** What somebody spends, and what of it is left after the fee. */
type Purse = { readonly spent: readonly Utxo[]; readonly owner: string; readonly left: bigint };
type Make = (moment: Moment) => Identified | undefined;

const day = 86_400;
/** An owner with more spends several at once. */
const fewest = 8;
const mostInputs = 4;
/** Exports that are left to wait, and how many are imported at once. */
const waiting = 3;
const mostImported = 64;
const crowdInputs = 2;

const cycles = {
  P: ["transfer", "crowd", "exports", "together", "transfer", "imports", "transfer", "locked"],
  X: ["transfer", "crowd", "exports", "together", "imports", "transfer", "transfer", "asset"],
} as const;
type Kind = (typeof cycles)["P" | "X"][number];
/** Rounds of the cycle from one to the next of those that stay. */
const rare: Partial<Record<Kind, number>> = { locked: 4, asset: 6 };

/** In thousandths, and a little more. */
const part = (amount: bigint, share: number) => (amount * BigInt(1 + Math.floor(1000 * share))) / 1001n;

function createMakers({ side, people, network, names, seed }: Options, turn: () => number) {
  const { spendable, base, signed, toInputs, toOutputs } = createWallet({ side, network, names });
  const drawn = (of: number) => scatter(seed + of, turn());
  const somebody = (of: number) => people.active[Math.floor(drawn(of) * people.active.length)] as string;
  const [payer, payee, share] = [() => somebody(1), () => somebody(2), () => drawn(3)];
  const there = chainIdOf(otherSide[side.name], network);

  function purse(owners: readonly string[], { time, feeOf }: Moment, fee?: bigint): Purse | undefined {
    const all = spendable(owners, time, fewest + mostInputs);
    const spent = all.slice(0, Math.max(all.length - fewest, 1));
    const left = sumOf(spent) - (fee ?? feeOf(spent.length));
    return left > 0n ? { spent, owner: owners[0] as string, left } : undefined;
  }
  /** What of it goes elsewhere; the owner keeps the rest. */
  const transfer = ({ spent, owner, left }: Purse, elsewhere: readonly Output[]) => {
    const kept = elsewhere.reduce((rest, output) => rest - amountOf(output), left);
    return signed({ type: "BaseTx", ...base(spent, [...elsewhere, transferTo([owner], kept)]) }, spent);
  };
  const withPurse =
    (make: (from: Purse, moment: Moment) => Identified, feeOf?: (moment: Moment) => bigint): Make =>
    (moment) => {
      const from = purse([payer()], moment, feeOf?.(moment));
      return from && make(from, moment);
    };

  function imports({ feeOf }: Moment) {
    const spent = [...side.inbound.all()].slice(0, -waiting).slice(0, mostImported);
    const left = sumOf(spent) - feeOf(spent.length);
    if (left <= 0n || spent.some(side.isReserved)) return undefined;
    const unsigned = { ...base([], [transferTo([payee()], left)]), importedInputs: toInputs(spent) };
    return signed({ type: "ImportTx", ...unsigned, sourceChain: there }, spent);
  }
  /** Who has many outputs keeps as many. */
  function crowd({ time, feeOf }: Moment) {
    const spent = spendable([people.crowd], time, crowdInputs);
    const left = sumOf(spent) - feeOf(spent.length);
    const from = { spent, owner: people.crowd, left };
    return left > 1n ? transfer(from, [transferTo([people.crowd], left / 2n)]) : undefined;
  }
  /** What two own, again and again. */
  function together(moment: Moment) {
    const from = purse(people.pair, moment);
    return from && signed({ type: "BaseTx", ...base(from.spent, [transferTo(people.pair, from.left)]) }, from.spent);
  }
  const locked = withPurse((from, { time }) => {
    const [amount, until] = [part(from.left, share() / 100), time + day];
    return transfer(from, [transferTo([payee()], amount, until), stakeableOf([payee()], amount, until)]);
  });
  const exports = withPurse(({ spent, owner, left }) => {
    const half = part(left, share() / 20);
    const unsigned = { ...base(spent, [transferTo([owner], left - 2n * half)]), destinationChain: there };
    const exportedOutputs = toOutputs([transferTo([payee()], half), transferTo([payee()], half)]);
    return signed({ type: "ExportTx", ...unsigned, exportedOutputs }, spent);
  });
  const asset = withPurse(
    ({ spent, owner, left }) => {
      const n = Math.floor(turn() / cycles.X.length);
      const initialStates = [{ fxIndex: 0, outputs: [transferTo([payee()], BigInt(1000 * (n + 1)))] }];
      const description = { name: `Simulated asset ${n}`, symbol: "SIM", denomination: 2 };
      const unsigned = { ...base(spent, [transferTo([owner], left)]), ...description, initialStates };
      return signed({ type: "CreateAssetTx", ...unsigned }, spent);
    },
    ({ assetFee }) => assetFee,
  );

  const makers: Readonly<Record<Kind, Make>> = {
    transfer: withPurse((from) => transfer(from, [transferTo([payee()], part(from.left, share()))])),
    crowd,
    together,
    locked,
    exports,
    imports,
    asset,
  };
  return makers;
}

export function createTransfers(options: Options) {
  let turn = 0;
  const makers = createMakers(options, () => turn);
  const cycle = cycles[options.side.name];

  /** The kind whose turn it is; where it cannot be, a plain transfer. */
  return function next(moment: Moment): Identified | undefined {
    const kind: Kind = cycle[turn % cycle.length] as Kind;
    const isDue = Math.floor(turn / cycle.length) % (rare[kind] ?? 1) === 0;
    const made = (isDue ? makers[kind](moment) : undefined) ?? makers.transfer(moment);
    turn++;
    return made;
  };
}
