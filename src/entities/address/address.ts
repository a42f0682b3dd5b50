/** A watched address on a chain: its states, record, facts, JSON and words. Collectors have the metrics of its balance. */
import * as z from "zod";
import { addressBalance, addressExported } from "../../collectors/addresses.ts";
import { evmAddressBalance } from "../../collectors/evm.ts";
import { entity } from "../../engine/entity.ts";
import { fieldsOf, formatAvax, orNone } from "../../engine/field.ts";
import { ok, stateTable } from "../../engine/states.ts";
import type { Observations } from "../../engine/store.ts";
import { isPrimaryChain } from "../../node-api/ids.ts";
import { lowBalance, tokensOf } from "../../protocol/balance.ts";
import type { ChainFacts } from "../chain/fields.ts";
import type { ChainState } from "../chain/state.ts";
import { judge, judgedFields } from "../evidence.ts";
import type { Observer } from "../observer.ts";
import { detailOf, explanationOf, nameOf, tableOf, withAlias } from "../words.ts";

const addressStates = stateTable({
  low_balance: {
    tone: "warn",
    meaning: `The unlocked balance is below ${lowBalance} AVAX on the P-Chain, or ${lowBalance} native token of an EVM chain.`,
    fix: "Top up the address: transactions that it pays for will soon fail.",
  },
  ok,
});

const evidence = ["balance", "block"] as const;

/** States of a chain on a node that does not follow it. */
const stopped: ReadonlySet<ChainState | undefined> = new Set(["bootstrapping", "isolated", "halted", "not_executing"]);

/** Returns a record of each watched address, also of one that has not been read. Amounts are in AVAX or native tokens. */
export function addressRecords(of: Observations, observer: Observer, chains: readonly ChainFacts[]) {
  const { watched, isBehind, isIsolated } = observer;
  const outdatedOn = new Set(chains.flatMap(({ chain, state }) => (stopped.has(state) ? chain : [])));
  const amounts = new Map<string, number>();
  const add = (key: string, amount: number) => amounts.set(key, (amounts.get(key) ?? 0) + amount);
  for (const { value: one } of of(addressBalance.kind))
    add(`${one.state} ${one.chain} ${one.address}`, Number(one.amount) / 1e9);
  for (const { value: one } of of(addressExported.kind))
    add(`exported ${one.chain} ${one.address}`, Number(one.amount) / 1e9);
  for (const { value: one } of of(evmAddressBalance.kind))
    add(`unlocked ${one.chain} ${one.address}`, tokensOf(one.balance));
  const all = [...watched.addresses.map((one) => ({ ...one, chain: one.id.charAt(0) })), ...watched.evm_addresses];
  return all.map(({ id: address, chain, alias }) => {
    const amountOf = (kind: string) => amounts.get(`${kind} ${chain} ${address}`);
    const [balance, exported] = [amountOf("unlocked"), amountOf("exported")];
    // an address that begins with C- has no balance, and is watched for what it can import
    const known = { balance: address.startsWith("C-") ? exported : balance, block: isBehind };
    const judged = judge(
      evidence,
      balance !== undefined && balance < lowBalance && chain !== "X" ? "low_balance" : undefined,
      known,
    );
    const isEvidence = !isBehind && !isIsolated && !outdatedOn.has(chain);
    return { address, chain, alias, judged, isEvidence, balance, exported, amountOf };
  });
}
type AddressRecord = ReturnType<typeof addressRecords>[number];

const stateNames = z.enum(Object.keys(addressStates) as (keyof typeof addressStates)[]);
const field = fieldsOf<AddressRecord>();
export const address = entity<AddressRecord>()({
  labels: ["address", "chain", "alias"],
  isOfNode: false,
  fields: {
    /** Without a metric: those of the balance are enough for alerts. */
    state: {
      ...field.parts(stateNames.nullable().default(null), { of: ({ judged }) => judged.state ?? null }),
      states: addressStates,
      evidence,
    },
    ...judgedFields,
    /** Unlocked. */
    balance: field.count({ of: ({ balance }) => balance, lasts: true, column: "Balance" }),
    locked_stakeable: field.count({ of: ({ amountOf }) => amountOf("locked_stakeable"), lasts: true }),
    locked_not_stakeable: field.count({ of: ({ amountOf }) => amountOf("locked_not_stakeable"), lasts: true }),
    /** Exported to it from other chains. */
    to_import: field.count({ of: ({ exported }) => exported, lasts: true, column: "To import" }),
  },
});

/** Returns a function that returns an amount with its unit. */
const formatOn = (chain: string) => (amount: number) =>
  isPrimaryChain(chain) ? formatAvax(amount) : `${amount.toFixed(3)} tokens`;

export const addressTable = tableOf("address", address, ({ address: id, chain, alias, ...one }, { chainName }) => {
  const format = formatOn(chain);
  const cells = { balance: orNone(one.balance, format), to_import: orNone(one.to_import, format) };
  const outlook = one.state === "low_balance" ? `has ${cells.balance}` : undefined;
  return { name: `${nameOf(alias, id)} on ${chainName(chain)}`, cells, outlook };
});

export const explainAddress = explanationOf(address, {
  names: ({ address: id, alias }) => [id, alias],
  title: ({ address: id, chain, alias }, { chainName }) => `Address ${withAlias(id, alias)} on ${chainName(chain)}`,
  details({ chain, ...one }) {
    const format = formatOn(chain);
    const { locked_stakeable: stakeable, locked_not_stakeable: notStakeable, to_import: exported } = one;
    return [
      detailOf("Balance", one.balance, format),
      stakeable ? ["Locked", `${format(stakeable)}, which can be staked`] : undefined,
      notStakeable ? ["Locked", `${format(notStakeable)}, which cannot be staked`] : undefined,
      detailOf("To import", exported, format),
    ];
  },
});
