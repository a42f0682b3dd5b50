import { avax, gauge, timestamp } from "../exposition/metric.ts";

export const height = gauge("avax_pchain_height", {
  help: "Height of the last accepted P-Chain block.",
  from: "platform.getHeight height",
});
export const proposedHeight = gauge("avax_pchain_proposed_height", {
  help: "P-Chain height proposed for new blocks. Lags the accepted height by the blocks of the last 30 seconds, at most 64.",
  from: "platform.getProposedHeight height",
});
export const chainTime = timestamp("avax_pchain_timestamp_seconds", {
  help: "Timestamp of the last accepted P-Chain block, in Unix seconds. Can be up to 10 seconds ahead of the wall clock.",
  from: "platform.getFeeState timestamp",
});
export const supply = avax("avax_pchain_supply_avax", {
  help: "Current supply in AVAX including the potential rewards of all stakers. Upper bound: burned fees are not deducted.",
  from: "platform.getCurrentSupply supply",
});
export const stake = avax("avax_pchain_stake_avax", {
  help: "Total stake on the primary network in AVAX, including delegations.",
  from: "platform.getTotalStake weight",
});
export const minValidatorStake = avax("avax_pchain_min_validator_stake_avax", {
  help: "Minimum stake of a primary network validator in AVAX.",
  from: "platform.getMinStake minValidatorStake",
});
export const minDelegatorStake = avax("avax_pchain_min_delegator_stake_avax", {
  help: "Minimum stake of a primary network delegator in AVAX.",
  from: "platform.getMinStake minDelegatorStake",
});
