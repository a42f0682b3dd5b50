/** Validator sets now and at earlier heights. */
import { emptyNodeId, primaryNetwork } from "../../node-api/ids.ts";
import type { Chain } from "../chain.ts";
import type { L1Validator } from "../l1s.ts";
import { subnetsHeight } from "../ledger/history.ts";
import { nodeErrors } from "../node-errors.ts";
import { RpcError } from "../rpc.ts";
import type { Staking } from "../staking.ts";
import { membersAt } from "../subnets.ts";
import { type Context, stakingOf, subnetOf, subnetsOf, weightOf } from "./types.ts";

export type WeightedValidator = { readonly nodeID: string; readonly publicKey: string | null; readonly weight: bigint };
type Height = number | string;

const weightedValidatorOf = ({ names }: Chain, node: number, weight: bigint): WeightedValidator => ({
  nodeID: names.nodeId(node),
  publicKey: names.signer(node).publicKey,
  weight,
});

function stakersAt(chain: Chain, { stakes }: Staking, time: number): WeightedValidator[] {
  const weights = new Map<number, bigint>();
  for (const { node, start, end, weight } of stakes) {
    if (start <= time && time < end) weights.set(node, (weights.get(node) ?? 0n) + weight);
  }
  return [...weights].map(([node, weight]) => weightedValidatorOf(chain, node, weight));
}

/** L1 validators at a time. Inactive ones are combined into one entry with the empty node ID. */
function l1ValidatorsAt({ names }: Chain, validators: readonly L1Validator[], time: number): WeightedValidator[] {
  const joined = validators.filter(({ start }) => start <= time);
  const isActive = ({ inactiveSince }: L1Validator) => time < inactiveSince;
  const active = joined.filter(isActive);
  const inactive = joined.filter((validator) => !isActive(validator));
  const combined = { nodeID: emptyNodeId, publicKey: null, weight: weightOf(inactive) };
  const payers = active.map(({ n, weight }) => ({
    nodeID: names.l1NodeId(n),
    publicKey: names.l1PublicKey(n),
    weight,
  }));
  return inactive.length > 0 ? [...payers, combined] : payers;
}

/** Returns the set at a height. Heights before the simulation return its first set. */
export function weightedValidatorsAt(chain: Chain, subnetID: string, height: number): WeightedValidator[] {
  if (subnetID !== primaryNetwork && height < subnetsHeight) return [];
  const time = chain.blocks.timeAt(height);
  const staking = stakingOf(chain, subnetID);
  const subnet = subnetOf(chain, subnetID);
  return [
    ...(staking ? stakersAt(chain, staking, time) : []),
    ...(subnet ? membersAt(subnet, time) : []).map(({ n, weight }) => weightedValidatorOf(chain, n, weight)),
    ...(subnet ? l1ValidatorsAt(chain, chain.l1s.of(subnet.n), time) : []),
  ];
}

/** Returns the sets of all subnets with validators. */
export const allWeightedValidatorsAt = (
  chain: Chain,
  height: number,
): [subnetID: string, voters: WeightedValidator[]][] =>
  [primaryNetwork, ...subnetsOf(chain).map(({ id }) => id)]
    .map((id): [string, WeightedValidator[]] => [id, weightedValidatorsAt(chain, id, height)])
    .filter(([, voters]) => voters.length > 0);

/** Resolves a height. Throws RpcError if it is above the last. */
export function heightOf({ chain, now }: Context, asked: Height, subnetID?: string): number {
  const tip = chain.blocks.height();
  const wanted = asked === "proposed" ? chain.blocks.proposedHeight(now) : BigInt(asked);
  if (wanted > tip) throw new RpcError(nodeErrors.unfinalized(String(wanted), tip, subnetID));
  return Number(wanted);
}
