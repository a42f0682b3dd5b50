import { avax, gauge, timestamp } from "../prometheus/metric.ts";

export const height = gauge("avax_pchain_height", {
  help: "Height of the last accepted P-Chain block.",
  from: "platform.getHeight height",
});
export const proposedHeight = gauge("avax_pchain_proposed_height", {
  help: "P-Chain height that new blocks refer to, read before the height: it lags by the blocks of the last 30 seconds, 64 at most.",
  from: "platform.getProposedHeight height",
});
export const chainTime = timestamp("avax_pchain_timestamp_seconds", {
  help: "P-Chain time: that of the last accepted block, up to 10 seconds ahead of the clock.",
  from: "platform.getTimestamp timestamp",
});
export const supply = avax("avax_pchain_supply_avax", {
  help: "AVAX that exist, with the potential rewards of all who stake: an upper bound, burned fees are not deducted.",
  from: "platform.getCurrentSupply supply",
});
export const stake = avax("avax_pchain_stake_avax", {
  help: "AVAX staked on the primary network, delegations included.",
  from: "platform.getTotalStake weight",
});
export const minValidatorStake = avax("avax_pchain_min_validator_stake_avax", {
  help: "Least stake of a validator of the primary network.",
  from: "platform.getMinStake minValidatorStake",
});
export const minDelegatorStake = avax("avax_pchain_min_delegator_stake_avax", {
  help: "Least stake of a delegator of the primary network.",
  from: "platform.getMinStake minDelegatorStake",
});
