/** Validators of the three kinds of subnet. What does not change of one is made once: there can be many. */
import type { Wire } from "../../contract/contract.ts";
import type { Chain } from "../chain.ts";
import { percentage } from "../formats.ts";
import type { L1Validator, Member } from "../l1.ts";
import { noOwner } from "../names.ts";
import { RefusalError } from "../rpc.ts";
import { type Delegator, uptimeOf, type Validator } from "../stakers.ts";
import { type Answers, type Subnet, subnetOf, subnetsOf } from "./answer.ts";

type Row = Wire<"platform.getCurrentValidators">["validators"][number];
type Filter = { readonly now: number; readonly wanted: ReadonlySet<string> | undefined };

/** What `make` gave the first time for the same thing, which is of one chain for good. */
function memo<T extends object, More extends unknown[], R>(make: (names: Chain["names"], of: T, ...more: More) => R) {
  const made = new WeakMap<T, R>();
  return ({ names }: Chain, of: T, ...more: More): R => {
    const known = made.get(of);
    if (known !== undefined) return known;
    const row = make(names, of, ...more);
    made.set(of, row);
    return row;
  };
}

const period = ({ start, end, weight }: Member) => ({
  startTime: String(start),
  endTime: String(end),
  weight: String(weight),
});

const primaryFixed = memo((names, validator: Validator) => ({
  txID: names.id("tx", validator.n),
  ...period(validator),
  nodeID: names.nodeId(validator.node),
  validationRewardOwner: names.owner(validator.owner),
  delegationRewardOwner: names.owner(validator.owner),
  potentialReward: String(validator.reward),
  delegationFee: percentage(validator.fee / 1_000_000),
  signer: names.signer(validator.node),
}));

const delegatorRow = memo((names, delegator: Delegator, nodeID: string) => ({
  txID: names.id("tx", delegator.n),
  ...period(delegator),
  nodeID,
  rewardOwner: names.owner(delegator.owner),
  potentialReward: String(delegator.reward),
}));

function primaryRow(chain: Chain, validator: Validator, { now, wanted }: Filter): Row {
  const fixed = primaryFixed(chain, validator);
  const row = {
    ...fixed,
    accruedDelegateeReward: String(validator.accrued),
    uptime: percentage(uptimeOf(validator, Math.floor(now / 1000))),
    connected: validator.connected,
    delegatorCount: String(validator.delegators.size),
    delegatorWeight: String(validator.delegated),
  };
  if (wanted?.size !== 1) return row;
  return {
    ...row,
    ...{ delegators: [...validator.delegators].map((each) => delegatorRow(chain, each, fixed.nodeID)) },
  };
}

const memberRow = memo((names, member: Member, kind: string) => ({
  txID: names.id(`${kind} tx`, member.n),
  ...period(member),
  nodeID: names.nodeId(member.n),
}));

const l1Fixed = memo((names, validator: L1Validator) => {
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
const l1Row = (chain: Chain, validator: L1Validator) => ({
  ...l1Fixed(chain, validator),
  balance: String(chain.l1.balance(validator)),
});

function rowsOf(chain: Chain, subnet: Subnet, filter: Filter): Row[] {
  const { wanted } = filter;
  const isWanted = (nodeID: string) => !wanted || wanted.has(nodeID);
  switch (subnet) {
    case "primary":
      return chain.primary.validators
        .filter((validator) => isWanted(primaryFixed(chain, validator).nodeID))
        .map((validator) => primaryRow(chain, validator, filter));
    case "l1":
      return [
        ...chain.legacy.map((member) => memberRow(chain, member, subnet)),
        ...chain.l1.validators.map((validator) => l1Row(chain, validator)),
      ].filter(({ nodeID }) => isWanted(nodeID));
    case "permissioned":
      return chain.permissioned
        .map((member) => memberRow(chain, member, subnet))
        .filter(({ nodeID }) => isWanted(nodeID));
    case "unknown":
      return [];
  }
}

export const validators = {
  "platform.getCurrentValidators": ({ chain, now }, { subnetID, nodeIDs }) => {
    const wanted = nodeIDs && nodeIDs.length > 0 ? new Set(nodeIDs) : undefined;
    return { validators: rowsOf(chain, subnetOf(chain, subnetID), { now, wanted }) };
  },
  "platform.getL1Validator": ({ chain }, { validationID }) => {
    const found = chain.l1.validators.find((validator) => l1Fixed(chain, validator).validationID === validationID);
    if (!found) throw new RefusalError(`fetching L1 validator "${validationID}" failed: not found`);
    const subnet = subnetsOf(chain).find(({ kind }) => kind === "l1");
    return { ...l1Row(chain, found), subnetID: subnet?.id ?? "", height: String(chain.blocks.height()) };
  },
} satisfies Answers;
