/** Paths of the node's server and their methods, from the contract. */
import { contract, methodOf, pathOf, type RpcMethodName } from "../node-api/contract.ts";
import type { ChainName } from "./chain-names.ts";
import { builtInNames, chainIdsOf, type Network } from "./networks.ts";
import type { Node } from "./node.ts";
import type { Route } from "./route.ts";

const names = Object.keys(contract) as RpcMethodName[];
/** Chains with the proposervm API; the X-Chain has none. */
const chainsWithProposals: readonly ChainName[] = ["P", "C"];

export const goName = (name: string): string => name.replace(/\.(.)/, (_, first: string) => `.${first.toUpperCase()}`);

function placesOf(name: RpcMethodName, l1Chain: string | undefined): readonly (string | undefined)[] {
  const { selector } = methodOf(name).endpoint;
  if (!selector) return [undefined];
  const ofL1 = l1Chain === undefined ? [] : [l1Chain];
  if (isEvm(name)) return ["C", ...ofL1];
  if (name.startsWith("validators.")) return ofL1;
  if (selector.of === "index") return selector.values ?? [];
  return name.startsWith("proposervm.") ? [...chainsWithProposals, ...ofL1] : [selector.default];
}

const chainOf = (path: string): ChainName | undefined =>
  /^\/ext\/(?:bc|index)\/([PXC])(?:\/|$)/.exec(path)?.[1] as ChainName;

const reports = [
  ["", "health.health"],
  ["/health", "health.health"],
  ["/readiness", "health.readiness"],
  ["/liveness", "health.liveness"],
] as const;

const isEvm = (name: string) => name.startsWith("eth.");

/** Paths whose GET returns the node's health; only the first has methods. */
function reportsOf(routes: ReadonlyMap<string, Route>): [string, Route][] {
  const bare = { selector: undefined, methods: new Map(), chain: undefined, waits: false, isEvm: false };
  return reports.map(([rest, report]) => {
    const path = `/ext/health${rest}`;
    return [path, { ...(routes.get(path) ?? bare), report }];
  });
}

/** Returns the routes of the contract. */
function routesOf({ index, admin, health }: Node, l1Chain: string | undefined): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route & { readonly methods: Map<string, RpcMethodName> }>();
  const isOff: Readonly<Record<string, boolean>> = {
    "--index-enabled": !index,
    "--api-admin-enabled": !admin,
    "--api-health-enabled": !health,
  };
  for (const name of names) {
    if (isOff[methodOf(name).endpoint.flag ?? ""]) continue;
    for (const selector of placesOf(name, l1Chain)) {
      const path = pathOf(methodOf(name), selector);
      const waits = path.startsWith("/ext/bc/");
      const route = routes.get(path) ?? {
        selector,
        methods: new Map(),
        chain: chainOf(path),
        waits,
        isEvm: isEvm(name),
      };
      route.methods.set(goName(name), name);
      routes.set(path, route);
    }
  }
  return new Map<string, Route>([...routes, ...(health ? reportsOf(routes) : [])]);
}

/** Splits a path into base and rest. The base of a chain contains its ID. */
function split(path: string, network: Network): readonly [base: string, rest: string] {
  const [, base = "", chain, rest = ""] = /^(\/ext\/(?:bc\/(\w+)|index\/\w+|\w+))(.*)$/.exec(path) ?? [];
  const id = chain && (chainIdsOf(network)[chain as ChainName] ?? chain);
  return [id ? `/ext/bc/${id}` : base, rest];
}

/** Adds all routes of the node to its router. `l1Chain`: the chain of an L1 that it runs. */
export function addRoutes(node: Node, network: Network, l1Chain?: string) {
  const { router } = node;
  for (const [path, route] of routesOf(node, l1Chain)) router.add(...split(path, network), route);
  for (const [name, id] of Object.entries(chainIdsOf(network)) as [ChainName, string][]) {
    const aliases = [name, builtInNames[name]].flatMap((alias) => [`/ext/${alias}`, `/ext/bc/${alias}`]);
    for (const alias of aliases) router.alias(`/ext/bc/${id}`, alias);
  }
}
