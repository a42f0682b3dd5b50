/** Which path has which methods, by the contract. */
import { contract, methodOf, pathOf, type RpcMethodName } from "../contract/contract.ts";
import { isBefore } from "../contract/version.ts";
import { type MethodName, undocumentedMethods } from "./arguments.ts";
import type { ChainName } from "./chain-names.ts";
import { builtInNames, chainIdsOf, type Network } from "./networks.ts";
import type { Node } from "./node.ts";
import type { Route } from "./route.ts";

const names = Object.keys(contract) as RpcMethodName[];
/** The X-Chain serves its blocks' proposals otherwise. */
const chainsWithProposals: readonly ChainName[] = ["P", "C"];

export const goName = (name: string): string => name.replace(/\.(.)/, (_, first: string) => `.${first.toUpperCase()}`);

function placesOf(name: RpcMethodName): readonly (string | undefined)[] {
  const { selector } = methodOf(name).endpoint;
  if (!selector) return [undefined];
  if (selector.of === "index") return selector.values ?? [];
  return name.startsWith("proposervm.") ? chainsWithProposals : [selector.default];
}

const chainOf = (path: string): ChainName | undefined =>
  /^\/ext\/(?:bc|index)\/([PXC])(?:\/|$)/.exec(path)?.[1] as ChainName;

const reports = [
  ["", "health.health"],
  ["/health", "health.health"],
  ["/readiness", "health.readiness"],
  ["/liveness", "health.liveness"],
] as const;

/** The paths whose GET tells of the node's health; only the first one has methods. */
function reportsOf(routes: ReadonlyMap<string, Route>): [string, Route][] {
  const bare = { at: undefined, methods: new Map(), chain: undefined, waits: false };
  return reports.map(([rest, report]) => {
    const path = `/ext/health${rest}`;
    return [path, { ...(routes.get(path) ?? bare), report }];
  });
}

/** Those of the contract's paths; newer methods are not there, nor paths that have no other. */
function routesOf({ version, index, admin }: Node): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route & { readonly methods: Map<string, MethodName> }>();
  const isOff: Readonly<Record<string, boolean>> = { "--index-enabled": !index, "--api-admin-enabled": !admin };
  for (const name of names) {
    const { since, endpoint } = methodOf(name);
    if ((since !== undefined && isBefore(version, since)) || isOff[endpoint.flag ?? ""]) continue;
    for (const at of placesOf(name)) {
      const path = pathOf(methodOf(name), at);
      const waits = path.startsWith("/ext/bc/");
      const route = routes.get(path) ?? { at, methods: new Map(), chain: chainOf(path), waits };
      route.methods.set(goName(name), name);
      routes.set(path, route);
    }
  }
  for (const name of undocumentedMethods) routes.get("/ext/admin")?.methods.set(goName(name), name);
  return new Map<string, Route>([...routes, ...reportsOf(routes)]);
}

/** The base, under the chain's ID where it is a chain's, and what follows it. */
function split(path: string, network: Network): readonly [base: string, rest: string] {
  const [, base = "", chain, rest = ""] = /^(\/ext\/(?:bc\/(\w+)|index\/\w+|\w+))(.*)$/.exec(path) ?? [];
  return [chain ? `/ext/bc/${chainIdsOf(network)[chain as ChainName]}` : base, rest];
}

/** Has the node serve what it has. */
export function addRoutes(node: Node, network: Network) {
  const { router } = node;
  for (const [path, route] of routesOf(node)) router.add(...split(path, network), route);
  for (const [name, id] of Object.entries(chainIdsOf(network)) as [ChainName, string][]) {
    const aliases = [name, builtInNames[name]].flatMap((alias) => [`/ext/${alias}`, `/ext/bc/${alias}`]);
    for (const alias of aliases) router.alias(`/ext/bc/${id}`, alias);
  }
}
