import { avax, gauge, withLabels } from "../exposition/metric.ts";

const state = (field: string) => `platform.getFeeState ${field}`;
export const gasCapacity = gauge("avax_pchain_gas_capacity", {
  help: "Gas currently available for P-Chain transactions, as of avax_pchain_timestamp_seconds.",
  from: state("capacity"),
});
export const gasExcess = gauge("avax_pchain_gas_excess", {
  help: "Accumulated P-Chain gas consumption above the target, as of avax_pchain_timestamp_seconds. The gas price grows exponentially with it.",
  from: state("excess"),
});
export const gasPrice = avax("avax_pchain_gas_price_avax", {
  help: "P-Chain gas price in AVAX per unit of gas, as of avax_pchain_timestamp_seconds.",
  from: state("price"),
});
const config = (field: string) => `platform.getFeeConfig ${field}`;
export const gasCapacityMax = gauge("avax_pchain_gas_capacity_max", {
  help: "Maximum gas capacity of the P-Chain.",
  from: config("maxCapacity"),
});
export const gasMaxPerSecond = gauge("avax_pchain_gas_max_per_second", {
  help: "Gas capacity of the P-Chain added per second.",
  from: config("maxPerSecond"),
});
export const gasTargetPerSecond = gauge("avax_pchain_gas_target_per_second", {
  help: "Target gas consumption of the P-Chain per second. The gas price is stable at this rate.",
  from: config("targetPerSecond"),
});
export const gasPriceMin = avax("avax_pchain_gas_price_min_avax", {
  help: "Minimum P-Chain gas price in AVAX per unit of gas.",
  from: config("minPrice"),
});
export const gasExcessConversion = gauge("avax_pchain_gas_excess_conversion_constant", {
  help: "Excess conversion constant K of the P-Chain gas price: price = min price * e^(excess / K).",
  from: config("excessConversionConstant"),
});
export const gasWeight = withLabels("dimension").gauge("avax_pchain_gas_weight", {
  help: "Gas per unit of a fee dimension: bandwidth (bytes), db_read, db_write, compute (microseconds).",
  from: config("weights"),
});
