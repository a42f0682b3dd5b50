/** The contract that manages the validators of an L1. Its values are those of its chain, whichever node reports them. */

import { from } from "../api/source.ts";
import { managerFunctions } from "../api/validator-manager.ts";
import { kindOf } from "../exposition/metric.ts";
import type { ChurnTracker } from "../facts/validator-manager.ts";

type Manager = {
  readonly subnet_id: string;
  readonly alias: string;
  readonly weight: bigint;
  /** Undefined if the contract does not limit the churn, or does not show it. */
  readonly churn: ChurnTracker | undefined;
  /** Undefined if the contract shows no owner. */
  readonly ownerDigest: number | undefined;
};
export const l1Manager = kindOf<Manager>().with("subnet_id", "alias");

/** Returns the source of a value: calls of functions of the contract. */
export const fromManager = (...names: readonly (keyof typeof managerFunctions)[]) =>
  `${from("eth.call")} ${names.map((name) => managerFunctions[name].signature).join(", ")}`;

export const managerWeight = l1Manager.gauge("avax_l1_manager_weight", {
  help: "Weight of an L1's validators by the contract that manages them, in its units. Includes those whose registration has begun, without those whose removal has begun. Absent if the node does not run the chain of the contract, or if the contract is another one.",
  from: fromManager("churnTracker", "totalWeight"),
  of: ({ weight }) => weight,
});
export const managerOwner = l1Manager.gauge("avax_l1_manager_owner_digest", {
  help: "Digest of the owner of the contract that manages an L1's validators. The owner registers and removes validators; it can be a staking contract.",
  from: fromManager("owner"),
  of: ({ ownerDigest }) => ownerDigest,
});
