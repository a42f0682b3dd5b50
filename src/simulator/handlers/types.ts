/** Types of method handlers. */
import type { Params, PathSelector, RpcMethodName, WireResult } from "../../node-api/contract.ts";
import { primaryNetwork } from "../../node-api/ids.ts";
import type { Chain } from "../chain.ts";
import type { Node } from "../node.ts";
import type { Staking } from "../staking.ts";
import type { Subnet } from "../subnets.ts";

/** `now` in milliseconds. */
export type Context = { readonly chain: Chain; readonly node: Node; readonly now: number };
export type Handler<N extends RpcMethodName> = (
  context: Context,
  params: Params<N>,
  selector: PathSelector<N>,
) => WireResult<N>;
export type Handlers = { readonly [N in RpcMethodName]: Handler<N> };

/** Returns the subnets: first L1, permissioned, elastic, additional L1s. */
export const subnetsOf = ({ subnets }: Chain): readonly Subnet[] => subnets.all();
/** Returns undefined for the primary network and unknown IDs. */
export const subnetOf = (chain: Chain, id: string | undefined): Subnet | undefined =>
  subnetsOf(chain).find((subnet) => subnet.id === id);

/** Returns the staking of a permissionless network: the primary network or an elastic subnet. */
export function stakingOf(chain: Chain, id: string = primaryNetwork): Staking | undefined {
  if (id === primaryNetwork) return chain.primary;
  return subnetOf(chain, id)?.kind === "elastic" ? chain.elastic : undefined;
}

export const weightOf = (all: readonly { readonly weight: bigint }[]): bigint =>
  all.reduce((sum, { weight }) => sum + weight, 0n);
