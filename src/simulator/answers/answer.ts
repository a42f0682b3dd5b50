/** What an answer is made from, and the shape of all of them. */
import type { At, Name, Params, Wire } from "../../contract/contract.ts";
import { primaryNetwork } from "../../contract/ids.ts";
import type { Chain } from "../chain.ts";
import type { Node } from "../node.ts";

/** `now` in milliseconds. */
export type Context = { readonly chain: Chain; readonly node: Node; readonly now: number };
export type Answer<N extends Name> = (context: Context, params: Params<N>, at: At<N>) => Wire<N>;
export type Answers = { readonly [N in Name]?: Answer<N> };

export type Subnet = "primary" | "l1" | "permissioned" | "unknown";
const kinds = ["l1", "permissioned"] as const;

/** The simulated subnets, each with one chain. Before Etna there is no L1. */
export function subnetsOf({ names, etna }: Chain) {
  return kinds
    .filter((kind) => etna || kind !== "l1")
    .map((kind) => {
      const n = kinds.indexOf(kind);
      return { kind, id: names.id("subnet", n), chain: names.id("chain", n), vm: names.id("vm", n), n };
    });
}
export const subnetOf = (chain: Chain, id: string = primaryNetwork): Subnet =>
  id === primaryNetwork ? "primary" : (subnetsOf(chain).find((subnet) => subnet.id === id)?.kind ?? "unknown");
