import type { Result } from "../api/contract.ts";
import { from } from "../api/source.ts";
import { kindOf } from "../exposition/metric.ts";

export const pHeight = kindOf<Result<"platform.getHeight">>().ofNode();
export const height = pHeight.gauge("avax_pchain_height", {
  help: "Height of the last accepted P-Chain block.",
  from: from("platform.getHeight", "height"),
  of: ({ height }) => height,
});

export const pProposed = kindOf<Result<"platform.getProposedHeight">>().ofNode();
export const proposedHeight = pProposed.gauge("avax_pchain_proposed_height", {
  help: "P-Chain height proposed for new blocks, which lags the accepted one. The lag is the blocks of the last 30 seconds, at most 64.",
  from: from("platform.getProposedHeight", "height"),
  of: ({ height }) => height,
});

export const pTime = kindOf<{ readonly timestamp: Date }>().ofNode();
export const chainTime = pTime.timestamp("avax_pchain_timestamp_seconds", {
  help: "Timestamp of the last accepted P-Chain block, in Unix seconds. Can be up to 10 seconds ahead of the wall clock.",
  from: from("platform.getFeeState", "timestamp"),
  of: ({ timestamp }) => timestamp,
});

export const pSupply = kindOf<Pick<Result<"platform.getCurrentSupply">, "supply">>().with();
export const supply = pSupply.avax("avax_pchain_supply_avax", {
  help: "Upper bound of the supply in AVAX, including potential rewards and burned fees.",
  from: from("platform.getCurrentSupply", "supply"),
  of: ({ supply }) => supply,
});

export const totalStake = kindOf<Pick<Result<"platform.getTotalStake">, "weight">>().with();
export const stake = totalStake.avax("avax_pchain_stake_avax", {
  help: "Total stake on the primary network in AVAX, including delegations.",
  from: from("platform.getTotalStake", "weight"),
  of: ({ weight }) => weight,
});
