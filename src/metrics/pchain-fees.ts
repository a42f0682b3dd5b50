import { avax, gauge, timestamp } from "../prometheus/metric.ts";

const state = (field: string) => `platform.getFeeState ${field}`;
export const gasCapacity = gauge("avax_pchain_gas_capacity", {
  help: "Gas the P-Chain can still take before its blocks are full, at the fee state's time.",
  from: state("capacity"),
});
export const gasExcess = gauge("avax_pchain_gas_excess", {
  help: "Gas used beyond the target so far, at the fee state's time; the price grows with it exponentially.",
  from: state("excess"),
});
export const gasPrice = avax("avax_pchain_gas_price_avax", {
  help: "Price of one unit of gas, at the fee state's time.",
  from: state("price"),
});
export const feeStateTime = timestamp("avax_pchain_fee_state_timestamp_seconds", {
  help: "Chain time of the fee state: it stands still while no block comes.",
  from: state("timestamp"),
});

const config = (field: string) => `platform.getFeeConfig ${field}`;
export const gasCapacityMax = gauge("avax_pchain_gas_capacity_max", {
  help: "Most gas that can be stored up.",
  from: config("maxCapacity"),
});
export const gasMaxPerSecond = gauge("avax_pchain_gas_max_per_second", {
  help: "Gas that becomes available every second.",
  from: config("maxPerSecond"),
});
export const gasTargetPerSecond = gauge("avax_pchain_gas_target_per_second", {
  help: "Use of gas per second at which the price is stable.",
  from: config("targetPerSecond"),
});
export const gasPriceMin = avax("avax_pchain_gas_price_min_avax", {
  help: "Lowest price of one unit of gas.",
  from: config("minPrice"),
});
export const gasExcessConversion = gauge("avax_pchain_gas_excess_conversion_constant", {
  help: "K in price = min price x e^(excess / K).",
  from: config("excessConversionConstant"),
});
export const gasWeight = gauge(
  "avax_pchain_gas_weight",
  {
    help: "Gas per unit of a fee dimension: bandwidth (bytes), db_read, db_write, compute (microseconds).",
    from: config("weights"),
  },
  ["dimension"],
);
