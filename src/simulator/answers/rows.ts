/** Entries of validators of every kind. */
import type { Wire } from "../../contract/contract.ts";
import type { Chain } from "../chain.ts";
import { percentage } from "../formats.ts";
import type { L1Validator } from "../l1s.ts";
import type { Place, Stakes } from "../ledger/stakes.ts";
import { memo } from "../memo.ts";
import { type Names, noOwner } from "../names.ts";
import { type Delegator, uptimeOf, type Validator } from "../stakers.ts";
import type { Member, Subnet } from "../subnets.ts";

export type Row = Wire<"platform.getCurrentValidators">["validators"][number];

const period = ({ start, end, weight }: Omit<Member, "n">) => ({
  startTime: String(start),
  endTime: String(end),
  weight: String(weight),
});

type Stakers = { readonly names: Names; readonly stakes: Stakes; readonly place: () => Place };

/** Of who stakes on one subnet. What does not change of a validator is made once: there can be many. */
export function createStakerRows({ names, stakes, place }: Stakers) {
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

  /** With its delegators only where they are wanted. */
  return (validator: Validator, withDelegators: boolean) => ({
    ...fixed(validator),
    accruedDelegateeReward: String(validator.accrued),
    delegatorCount: String(validator.delegators.size),
    delegatorWeight: String(validator.delegated),
    ...(withDelegators && { delegators: [...validator.delegators].map(delegatorRow) }),
  });
}

/** `now` in milliseconds. */
export const primaryRow = (
  { names, rows }: Chain,
  validator: Validator,
  withDelegators: boolean,
  now: number,
): Row => ({
  ...rows.primary(validator, withDelegators),
  uptime: percentage(uptimeOf(validator, Math.floor(now / 1000))),
  connected: validator.connected,
  signer: names.signer(validator.node),
});

export const memberRow = ({ names, origins }: Chain, subnet: Subnet, member: Member) => ({
  txID: origins.member(subnet, member).txID,
  ...period(member),
  nodeID: names.nodeId(member.n),
});

export function l1Row({ names, origins, l1s }: Chain, validator: L1Validator) {
  const owner = validator.owner === undefined ? noOwner : names.owner(validator.owner);
  return {
    nodeID: names.l1NodeId(validator.n),
    weight: String(validator.weight),
    startTime: String(validator.start),
    validationID: origins.validationId(validator),
    publicKey: names.l1PublicKey(validator.n),
    ...{ remainingBalanceOwner: owner, deactivationOwner: owner },
    minNonce: String(validator.minNonce),
    balance: String(l1s.balance(validator)),
  };
}
