/** Generated user transactions of every kind, all of them valid. */
import type { Names } from "../identities.ts";
import type { Network } from "../networks.ts";
import { scatter } from "../random.ts";
import type { Accounts } from "./accounts.ts";
import { type ChainLedger, chainIdOf, type Identified } from "./chain-ledger.ts";
import { stakeableOf, transferTo } from "./genesis.ts";
import { amountOf, type Output, otherChain, type Utxo } from "./types.ts";
import { createWallet, sumOf } from "./wallet.ts";

type Options = {
  readonly ledger: ChainLedger;
  readonly accounts: Accounts;
  readonly network: Network;
  readonly names: Names;
  readonly seed: number;
};
/** `time` in Unix seconds; fees in nAVAX, by the number of inputs. */
export type TxContext = {
  readonly time: number;
  readonly feeOf: (inputs: number) => bigint;
  readonly assetFee: bigint;
};
/** Selected UTXOs, their owner, and the amount after the fee. */
type CoinSelection = { readonly spent: readonly Utxo[]; readonly owner: string; readonly left: bigint };
type Make = (moment: TxContext) => Identified | undefined;

const day = 86_400;
/** An owner with more UTXOs consolidates them. */
const consolidateAbove = 8;
const maxInputs = 4;
/** Exports that stay pending, and the maximum per import. */
const waiting = 3;
const maxImported = 64;
const crowdInputs = 2;

const cycles = {
  P: ["transfer", "crowd", "exports", "together", "transfer", "imports", "transfer", "locked"],
  X: ["transfer", "crowd", "exports", "together", "imports", "transfer", "transfer", "asset"],
} as const;
type Kind = (typeof cycles)["P" | "X"][number];
/** Kinds that are generated only every nth cycle, since their outputs accumulate. */
const everyNthCycle: Partial<Record<Kind, number>> = { locked: 4, asset: 6 };

/** A share of the amount, in thousandths. */
const part = (amount: bigint, share: number) => (amount * BigInt(1 + Math.floor(1000 * share))) / 1001n;

function createMakers({ ledger, accounts, network, names, seed }: Options, turn: () => number) {
  const { spendable, base, signed, toInputs, toOutputs } = createWallet({ ledger, network, names });
  const drawn = (of: number) => scatter(seed + of, turn());
  const drawAccount = (of: number) => accounts.active[Math.floor(drawn(of) * accounts.active.length)] as string;
  const [payer, payee, share] = [() => drawAccount(1), () => drawAccount(2), () => drawn(3)];
  const there = chainIdOf(otherChain[ledger.name], network);

  function selectCoins(owners: readonly string[], { time, feeOf }: TxContext, fee?: bigint): CoinSelection | undefined {
    const all = spendable(owners, time, consolidateAbove + maxInputs);
    const spent = all.slice(0, Math.max(all.length - consolidateAbove, 1));
    const left = sumOf(spent) - (fee ?? feeOf(spent.length));
    return left > 0n ? { spent, owner: owners[0] as string, left } : undefined;
  }
  /** Sends `elsewhere`; the owner keeps the rest. */
  const transfer = ({ spent, owner, left }: CoinSelection, elsewhere: readonly Output[]) => {
    const kept = elsewhere.reduce((rest, output) => rest - amountOf(output), left);
    return signed({ type: "BaseTx", ...base(spent, [...elsewhere, transferTo([owner], kept)]) }, spent);
  };
  const withCoins =
    (make: (from: CoinSelection, moment: TxContext) => Identified, feeOf?: (moment: TxContext) => bigint): Make =>
    (moment) => {
      const from = selectCoins([payer()], moment, feeOf?.(moment));
      return from && make(from, moment);
    };

  function imports({ feeOf }: TxContext) {
    const spent = [...ledger.inbound.all()].slice(0, -waiting).slice(0, maxImported);
    const left = sumOf(spent) - feeOf(spent.length);
    if (left <= 0n || spent.some(ledger.isReserved)) return undefined;
    const unsigned = { ...base([], [transferTo([payee()], left)]), importedInputs: toInputs(spent) };
    return signed({ type: "ImportTx", ...unsigned, sourceChain: there }, spent);
  }
  /** Splits outputs, so that the account keeps many. */
  function crowd({ time, feeOf }: TxContext) {
    const spent = spendable([accounts.crowd], time, crowdInputs);
    const left = sumOf(spent) - feeOf(spent.length);
    const from = { spent, owner: accounts.crowd, left };
    return left > 1n ? transfer(from, [transferTo([accounts.crowd], left / 2n)]) : undefined;
  }
  /** Sends the UTXOs of the co-owners to themselves. */
  function together(moment: TxContext) {
    const from = selectCoins(accounts.pair, moment);
    return from && signed({ type: "BaseTx", ...base(from.spent, [transferTo(accounts.pair, from.left)]) }, from.spent);
  }
  const locked = withCoins((from, { time }) => {
    const [amount, until] = [part(from.left, share() / 100), time + day];
    return transfer(from, [transferTo([payee()], amount, until), stakeableOf([payee()], amount, until)]);
  });
  const exports = withCoins(({ spent, owner, left }) => {
    const half = part(left, share() / 20);
    const unsigned = { ...base(spent, [transferTo([owner], left - 2n * half)]), destinationChain: there };
    const exportedOutputs = toOutputs([transferTo([payee()], half), transferTo([payee()], half)]);
    return signed({ type: "ExportTx", ...unsigned, exportedOutputs }, spent);
  });
  const asset = withCoins(
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
    transfer: withCoins((from) => transfer(from, [transferTo([payee()], part(from.left, share()))])),
    crowd,
    together,
    locked,
    exports,
    imports,
    asset,
  };
  return makers;
}

export function createTraffic(options: Options) {
  let turn = 0;
  const makers = createMakers(options, () => turn);
  const cycle = cycles[options.ledger.name];

  /** Returns a transaction of the next kind, or a plain transfer if that is not possible. */
  return function next(moment: TxContext): Identified | undefined {
    const kind: Kind = cycle[turn % cycle.length] as Kind;
    const isDue = Math.floor(turn / cycle.length) % (everyNthCycle[kind] ?? 1) === 0;
    const made = (isDue ? makers[kind](moment) : undefined) ?? makers.transfer(moment);
    turn++;
    return made;
  };
}
