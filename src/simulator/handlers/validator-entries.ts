/** Entries of validators of every kind. */
import type { WireResult } from "../../node-api/contract.ts";
import type { Chain } from "../chain.ts";
import { percentage } from "../formats.ts";
import { noOwner } from "../identities.ts";
import type { L1Validator } from "../l1s.ts";
import { uptimeOf, type Validator } from "../stakers.ts";
import type { Member, Subnet } from "../subnets.ts";
import { period } from "../validator-rows.ts";

export type ValidatorEntry = WireResult<"platform.getCurrentValidators">["validators"][number];

/** `now` in milliseconds. */
export const primaryEntry = (
  { names, rows }: Chain,
  validator: Validator,
  withDelegators: boolean,
  now: number,
): ValidatorEntry => ({
  ...rows.primary(validator, withDelegators),
  uptime: percentage(uptimeOf(validator, Math.floor(now / 1000))),
  connected: validator.connected,
  signer: names.signer(validator.node),
});

export const memberEntry = ({ names, origins }: Chain, subnet: Subnet, member: Member) => ({
  txID: origins.member(subnet, member).txID,
  ...period(member),
  nodeID: names.nodeId(member.n),
});

export function l1Entry({ names, origins, l1s }: Chain, validator: L1Validator) {
  const owner = validator.owner === undefined ? noOwner : names.owner(validator.owner);
  return {
    nodeID: names.l1NodeId(validator.n),
    weight: String(validator.weight),
    startTime: String(validator.start),
    validationID: origins.validationId(validator),
    publicKey: names.l1PublicKey(validator.n),
    remainingBalanceOwner: owner,
    deactivationOwner: owner,
    minNonce: String(validator.minNonce),
    balance: String(l1s.balance(validator)),
  };
}
