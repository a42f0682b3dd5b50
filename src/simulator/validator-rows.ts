/** Entries of permissionless validators. */
import { percentage } from "./formats.ts";
import type { Names } from "./identities.ts";
import type { Stakes, StakingContext } from "./ledger/staking-transactions.ts";
import { memo } from "./memo.ts";
import type { Delegator, Validator } from "./stakers.ts";
import type { Member } from "./subnets.ts";

export const period = ({ start, end, weight }: Omit<Member, "n">) => ({
  startTime: String(start),
  endTime: String(end),
  weight: String(weight),
});

type Stakers = { readonly names: Names; readonly stakes: Stakes; readonly place: () => StakingContext };

/** Returns a function that creates entries of one subnet. The constant part of an entry is created once. */
export function createValidatorRows({ names, stakes, place }: Stakers) {
  const fixedOf = (validator: Validator) => ({
    txID: stakes.idOf(validator, place()),
    ...period(validator),
    nodeID: names.nodeId(validator.node),
    validationRewardOwner: names.owner(validator.owner),
    delegationRewardOwner: names.owner(validator.owner),
    potentialReward: String(validator.reward),
    delegationFee: percentage(validator.fee / 1_000_000),
    ...(validator.renewal && {
      validatorAuthority: names.owner(validator.renewal.authority),
      nextPeriod: String(validator.renewal.nextPeriod),
      autoCompoundRewardShares: String(validator.renewal.shares),
    }),
  });
  const fixed = memo(fixedOf, new WeakMap<Validator, ReturnType<typeof fixedOf>>());
  const delegatorRow = (delegator: Delegator) => ({
    txID: stakes.idOf(delegator, place()),
    ...period(delegator),
    nodeID: names.nodeId(delegator.to.node),
    rewardOwner: names.owner(delegator.owner),
    potentialReward: String(delegator.reward),
  });

  /** Returns an entry, with delegators only if requested. */
  return (validator: Validator, withDelegators: boolean) => ({
    ...fixed(validator),
    accruedDelegateeReward: String(validator.accrued),
    delegatorCount: String(validator.delegators.size),
    delegatorWeight: String(validator.delegated),
    ...(withDelegators && { delegators: [...validator.delegators].map(delegatorRow) }),
  });
}
