import type { Result } from "../api/contract.ts";
import { type FieldOf, from } from "../api/source.ts";
import { kindOf } from "../exposition/metric.ts";

const state = (field: FieldOf<"platform.getFeeState">) => from("platform.getFeeState", field);
export const pFeeState = kindOf<Omit<Result<"platform.getFeeState">, "timestamp">>().with();
export const gasCapacity = pFeeState.gauge("avax_pchain_gas_capacity", {
  help: "Gas available for P-Chain transactions, as of avax_pchain_timestamp_seconds.",
  from: state("capacity"),
  of: ({ capacity }) => capacity,
});
export const gasExcess = pFeeState.gauge("avax_pchain_gas_excess", {
  help: "Accumulated P-Chain gas above the target, as of avax_pchain_timestamp_seconds. The gas price grows exponentially with it.",
  from: state("excess"),
  of: ({ excess }) => excess,
});
export const gasPrice = pFeeState.avax("avax_pchain_gas_price_avax", {
  help: "P-Chain gas price in AVAX per unit of gas, as of avax_pchain_timestamp_seconds.",
  from: state("price"),
  of: ({ price }) => price,
});
