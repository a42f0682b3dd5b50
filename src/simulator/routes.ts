/** Which path has which methods, by the contract. */
import { contract, methodOf, type Name, pathOf } from "../contract/contract.ts";
import { primaryNetwork } from "../contract/ids.ts";
import type { Network } from "./networks.ts";
import { type ChainName, isBefore, type NodeOptions } from "./node.ts";

export type Route = {
  readonly at: string | undefined;
  /** By Go's name, such as platform.GetHeight. */
  readonly methods: ReadonlyMap<string, Name>;
  /** The chain without which the path is not there. */
  readonly chain: ChainName | undefined;
  /** Whether it waits for the chain's bootstrapping. */
  readonly waits: boolean;
};

const names = Object.keys(contract) as Name[];
/** The X-Chain serves its blocks' proposals otherwise. */
const chainsWithProposals: readonly ChainName[] = ["P", "C"];

export const goName = (name: string): string => name.replace(/\.(.)/, (_, first: string) => `.${first.toUpperCase()}`);

function placesOf(name: Name): readonly (string | undefined)[] {
  const { choice } = methodOf(name).on;
  if (!choice) return [undefined];
  if (choice.of === "index") return choice.values ?? [];
  return name.startsWith("proposervm.") ? chainsWithProposals : [choice.default];
}

const chainOf = (path: string): ChainName | undefined =>
  /^\/ext\/(?:bc|index)\/([PXC])(?:\/|$)/.exec(path)?.[1] as ChainName;

/** A node of that version; newer methods are not there, nor paths that have no other. */
export function createRoutes({ version, index, admin }: Pick<NodeOptions, "version" | "index" | "admin">) {
  const routes = new Map<string, Route & { readonly methods: Map<string, Name> }>();
  const isOff: Readonly<Record<string, boolean>> = { "--index-enabled": !index, "--api-admin-enabled": !admin };
  for (const name of names) {
    const { since, on } = methodOf(name);
    if ((since !== undefined && isBefore(version, since)) || isOff[on.flag ?? ""]) continue;
    for (const at of placesOf(name)) {
      const path = pathOf(methodOf(name), at);
      const waits = path.startsWith("/ext/bc/");
      const route = routes.get(path) ?? { at, methods: new Map<string, Name>(), chain: chainOf(path), waits };
      route.methods.set(goName(name), name);
      routes.set(path, route);
    }
  }
  return routes as ReadonlyMap<string, Route>;
}

/** The same path under the chain's first name. */
export function withoutAlias(path: string, network: Network): string {
  const aliases: Readonly<Record<string, string>> = {
    ...{ platform: "P", [primaryNetwork]: "P" },
    ...{ avm: "X", [network.xChain]: "X", evm: "C", [network.cChain]: "C" },
  };
  const [, first, chain = "", rest = ""] = /^\/ext\/(bc\/)?(\w+)(\/.*)?$/.exec(path) ?? [];
  const name = aliases[chain] ?? (/^[PXC]$/.test(chain) && !first ? chain : undefined);
  return name ? `/ext/bc/${name}${rest}` : path;
}
