/** Who has which weight, and had at an earlier height. */
import { emptyNodeId, primaryNetwork } from "../../contract/ids.ts";
import type { Chain } from "../chain.ts";
import type { L1Validator } from "../l1s.ts";
import { ofSubnets } from "../ledger/history.ts";
import { RefusalError } from "../rpc.ts";
import type { Staking } from "../staking.ts";
import { membersAt } from "../subnets.ts";
import { texts } from "../texts.ts";
import { type Context, stakingOf, subnetOf, subnetsOf, weightOf } from "./answer.ts";

export type Voter = { readonly nodeID: string; readonly publicKey: string | null; readonly weight: bigint };
type Height = number | string;

const voterOf = ({ names }: Chain, node: number, weight: bigint): Voter => ({
  nodeID: names.nodeId(node),
  publicKey: names.signer(node).publicKey,
  weight,
});

function stakersAt(chain: Chain, { stakes }: Staking, time: number): Voter[] {
  const weights = new Map<number, bigint>();
  for (const { node, start, end, weight } of stakes) {
    if (start <= time && time < end) weights.set(node, (weights.get(node) ?? 0n) + weight);
  }
  return [...weights].map(([node, weight]) => voterOf(chain, node, weight));
}

/** Inactive ones are together one that is nobody. */
function payersAt({ names }: Chain, validators: readonly L1Validator[], time: number): Voter[] {
  const joined = validators.filter(({ start }) => start <= time);
  const active = joined.filter(({ inactiveSince }) => time < inactiveSince);
  const inactive = joined.filter(({ inactiveSince }) => inactiveSince <= time);
  const nobody = { nodeID: emptyNodeId, publicKey: null, weight: weightOf(inactive) };
  const payers = active.map(({ n, weight }) => ({
    nodeID: names.l1NodeId(n),
    publicKey: names.l1PublicKey(n),
    weight,
  }));
  return inactive.length > 0 ? [...payers, nobody] : payers;
}

/** Before the simulation began as when it did. */
export function votersAt(chain: Chain, subnetID: string, height: number): Voter[] {
  if (subnetID !== primaryNetwork && height < ofSubnets) return [];
  const time = chain.blocks.timeAt(height);
  const staking = stakingOf(chain, subnetID);
  const subnet = subnetOf(chain, subnetID);
  return [
    ...(staking ? stakersAt(chain, staking, time) : []),
    ...(subnet ? membersAt(subnet, time) : []).map(({ n, weight }) => voterOf(chain, n, weight)),
    ...(subnet ? payersAt(chain, chain.l1s.of(subnet.n), time) : []),
  ];
}

/** Of the subnets that have any. */
export const allVotersAt = (chain: Chain, height: number): [subnetID: string, voters: Voter[]][] =>
  [primaryNetwork, ...subnetsOf(chain).map(({ id }) => id)]
    .map((id): [string, Voter[]] => [id, votersAt(chain, id, height)])
    .filter(([, voters]) => voters.length > 0);

/** What is meant by a height; refused where it is still to come. */
export function heightOf({ chain, now }: Context, asked: Height, subnetID?: string): number {
  const tip = chain.blocks.height();
  const wanted = asked === "proposed" ? chain.blocks.proposedHeight(now) : BigInt(asked);
  if (wanted > tip) throw new RefusalError(texts.unfinalized(String(wanted), tip, subnetID));
  return Number(wanted);
}
