import { from, fromAll } from "../api/source.ts";
import { kindOf } from "../exposition/metric.ts";

/** A balance in nAVAX. `state`: unlocked, locked_stakeable or locked_not_stakeable. */
type Balance = {
  readonly address: string;
  readonly alias: string;
  readonly chain: "P" | "X";
  readonly state: string;
  readonly amount: bigint;
};
export const balance = kindOf<Balance>().with("address", "alias", "chain", "state");
export const addressBalance = balance.avax("avax_address_balance_avax", {
  help: "Balance of a watched address in AVAX. state is unlocked, locked_stakeable or locked_not_stakeable (X-Chain: only unlocked). P-Chain: includes outputs that need other signatures too, in full for each address. X-Chain: without shared and time-locked outputs.",
  from: fromAll(from("platform.getUTXOs", "utxos"), from("avm.getUTXOs", "utxos")),
  of: ({ amount }) => amount,
});

/** nAVAX that the chain `source_chain` has exported to an address, and that waits on `chain`. */
type Exported = {
  readonly address: string;
  readonly alias: string;
  readonly chain: "P" | "X" | "C";
  readonly source_chain: "P" | "X" | "C";
  readonly amount: bigint;
};
export const exported = kindOf<Exported>().with("address", "alias", "chain", "source_chain");
export const addressExported = exported.avax("avax_address_exported_avax", {
  help: "AVAX exported from source_chain to a watched address, not yet imported on chain. Outputs that need several signatures count in full for each address. Absent while the node does not run source_chain.",
  from: fromAll(
    ...(["platform.getUTXOs", "avm.getUTXOs", "avax.getUTXOs"] as const).map((method) => from(method, "utxos")),
  ),
  of: ({ amount }) => amount,
});
