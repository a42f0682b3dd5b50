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

const config = (field: FieldOf<"platform.getFeeConfig">) => from("platform.getFeeConfig", field);
export const pFeeParameters = kindOf<Result<"platform.getFeeConfig">>().with();
export const gasCapacityMax = pFeeParameters.gauge("avax_pchain_gas_capacity_max", {
  help: "Maximum gas capacity of the P-Chain.",
  from: config("maxCapacity"),
  of: ({ maxCapacity }) => maxCapacity,
});
export const gasMaxPerSecond = pFeeParameters.gauge("avax_pchain_gas_max_per_second", {
  help: "Gas capacity of the P-Chain added per second.",
  from: config("maxPerSecond"),
  of: ({ maxPerSecond }) => maxPerSecond,
});
export const gasTargetPerSecond = pFeeParameters.gauge("avax_pchain_gas_target_per_second", {
  help: "Target gas consumption of the P-Chain per second. The gas price is stable at this rate.",
  from: config("targetPerSecond"),
  of: ({ targetPerSecond }) => targetPerSecond,
});
export const gasPriceMin = pFeeParameters.avax("avax_pchain_gas_price_min_avax", {
  help: "Minimum P-Chain gas price in AVAX per unit of gas.",
  from: config("minPrice"),
  of: ({ minPrice }) => minPrice,
});
export const gasExcessConversion = pFeeParameters.gauge("avax_pchain_gas_excess_conversion_constant", {
  help: "K of the P-Chain gas price: price = min price * e^(excess / K).",
  from: config("excessConversionConstant"),
  of: ({ excessConversionConstant }) => excessConversionConstant,
});
const dimensions = ["bandwidth", "db_read", "db_write", "compute"] as const;
export const gasWeight = pFeeParameters.gauges("avax_pchain_gas_weight", "dimension", {
  help: "Gas per unit of a fee dimension: byte, read, write or microsecond of compute.",
  from: config("weights"),
  of: ({ weights }) => dimensions.map((dimension, i) => [dimension, weights[i]] as const),
});
