/** Entries of validators of every kind. What does not change of one is made once: there can be many. */
import type { Wire } from "../../contract/contract.ts";
import type { Chain } from "../chain.ts";
import { percentage } from "../formats.ts";
import type { L1Validator } from "../l1s.ts";
import { elasticPlace, type Place } from "../ledger/stakes.ts";
import { noOwner } from "../names.ts";
import { type Delegator, uptimeOf, type Validator } from "../stakers.ts";
import type { Member } from "../subnets.ts";

export type Row = Wire<"platform.getCurrentValidators">["validators"][number];

/** What `make` gave the first time for the same thing, which is of one chain for good. */
function memo<T extends object, R>(make: (names: Chain["names"], of: T, chain: Chain) => R) {
  const made = new WeakMap<T, R>();
  return (chain: Chain, of: T): R => {
    const known = made.get(of);
    if (known !== undefined) return known;
    const row = make(chain.names, of, chain);
    made.set(of, row);
    return row;
  };
}

const period = ({ start, end, weight }: Omit<Member, "n">) => ({
  startTime: String(start),
  endTime: String(end),
  weight: String(weight),
});

const stakersFixed = (placeOf: (chain: Chain) => Place) => ({
  validator: memo((names, validator: Validator, chain) => ({
    txID: chain.ledger.stakes.idOf(validator, placeOf(chain)),
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
  })),
  delegator: memo((names, delegator: Delegator, chain) => ({
    txID: chain.ledger.stakes.idOf(delegator, placeOf(chain)),
    ...period(delegator),
    nodeID: names.nodeId(delegator.to.node),
    rewardOwner: names.owner(delegator.owner),
    potentialReward: String(delegator.reward),
  })),
});
export const stakers = {
  primary: stakersFixed(({ ledger }) => ledger.stakes.primary),
  elastic: stakersFixed((chain) => elasticPlace(chain) as Place),
};
/** Of the node, whatever it validates besides. */
const signerOf = memo((names, validator: Validator) => names.signer(validator.node));

/** With its delegators only where they are wanted. */
function stakerRow(chain: Chain, validator: Validator, fixed: typeof stakers.primary, withDelegators: boolean) {
  return {
    ...fixed.validator(chain, validator),
    accruedDelegateeReward: String(validator.accrued),
    delegatorCount: String(validator.delegators.size),
    delegatorWeight: String(validator.delegated),
    ...(withDelegators && { delegators: [...validator.delegators].map((each) => fixed.delegator(chain, each)) }),
  };
}
export const elasticRow = (chain: Chain, validator: Validator, withDelegators: boolean): Row =>
  stakerRow(chain, validator, stakers.elastic, withDelegators);
/** `now` in milliseconds. */
export const primaryRow = (chain: Chain, validator: Validator, withDelegators: boolean, now: number): Row => ({
  ...stakerRow(chain, validator, stakers.primary, withDelegators),
  uptime: percentage(uptimeOf(validator, Math.floor(now / 1000))),
  connected: validator.connected,
  signer: signerOf(chain, validator),
});

export const memberRow = memo((names, member: Member) => ({
  txID: names.id("member tx", member.n),
  ...period(member),
  nodeID: names.nodeId(member.n),
}));

export const l1Fixed = memo((names, validator: L1Validator) => {
  const owner = validator.owner === undefined ? noOwner : names.owner(validator.owner);
  return {
    nodeID: names.l1NodeId(validator.n),
    weight: String(validator.weight),
    startTime: String(validator.start),
    validationID: names.id("validation", validator.n),
    publicKey: names.l1PublicKey(validator.n),
    ...{ remainingBalanceOwner: owner, deactivationOwner: owner },
    minNonce: String(validator.minNonce),
  };
});
export const l1Row = (chain: Chain, validator: L1Validator) => ({
  ...l1Fixed(chain, validator),
  balance: String(chain.l1s.balance(validator)),
});
