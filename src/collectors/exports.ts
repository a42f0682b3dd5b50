import { kindOf } from "../engine/metric.ts";
import { sumOf } from "../entities/protocol/balance.ts";
import { from, fromAll, type Params } from "../node-api/contract.ts";
import { ownerOf } from "../node-api/ids.ts";
import { collector, type RunClient } from "./collector.ts";
import { assetMethod, createOutputReader } from "./utxos.ts";
import type { Named } from "./watched.ts";

/** nAVAX that the chain `source_chain` has exported to an address, and that waits on `chain`. */
type Exported = {
  readonly address: string;
  readonly alias: string;
  readonly chain: "P" | "X" | "C";
  readonly source_chain: "P" | "X" | "C";
  readonly amount: bigint;
};
const exported = kindOf<Exported>().with("address", "alias", "chain", "source_chain");
export const addressExported = exported.avax("avax_address_exported_avax", {
  help: "AVAX exported from source_chain to a watched address, not yet imported on chain. Outputs that need several signatures count in full for each address. Absent while the node does not run source_chain.",
  from: fromAll(
    ...(["platform.getUTXOs", "avm.getUTXOs", "avax.getUTXOs"] as const).map((method) => from(method, "utxos")),
  ),
  of: ({ amount }) => amount,
});

/** The chains that can export to a chain. */
const sources = { P: ["X", "C"], X: ["P", "C"], C: ["P", "X"] } as const;
type Chain = keyof typeof sources;
const chains = Object.keys(sources) as Chain[];

type Route = { readonly chain: Chain; readonly source_chain: Chain; readonly addresses: readonly Named[] };

/** Returns the pairs of chains to read, each with the watched addresses on its first one. */
function routesOf(watched: readonly Named[], isRunning: (chain: string) => boolean): readonly Route[] {
  return chains.flatMap((chain) => {
    const addresses = watched.filter(({ id }) => id.startsWith(`${chain}-`));
    if (addresses.length === 0 || !isRunning(chain)) return [];
    return sources[chain].filter(isRunning).map((source_chain) => ({ chain, source_chain, addresses }));
  });
}

const methods = { P: "platform.getUTXOs", X: "avm.getUTXOs", C: "avax.getUTXOs" } as const;
type Node = RunClient<(typeof methods)[Chain] | typeof assetMethod>;

function readPage({ call }: Node, chain: Chain, params: Params<"avax.getUTXOs">) {
  if (chain === "X") return call(methods.X, params, "X");
  return chain === "P" ? call(methods.P, params) : call(methods.C, params);
}

export const addressExports = collector({
  name: "exports",
  summary: "AVAX that another chain has exported to the watched addresses, and that is not imported yet.",
  interval: "10m",
  hasVaryingSeries: true,
  reads: [...Object.values(methods), assetMethod],
  needs: ["chains"],
  metrics: [addressExported],
  select: ({ watch: { addresses } }) => (addresses.length > 0 ? addresses : undefined),
  state: createOutputReader,
  read(node, watched, readOutputs) {
    // a node does not know the exports of a chain that it does not run
    const running = new Set(node.chains.map(({ chain }) => chain));
    // one call for all addresses: the outputs name their owners
    const read = async (route: Route) => {
      const { chain, source_chain: sourceChain } = route;
      const addresses = route.addresses.map(({ id }) => id);
      const outputs = await readOutputs(node, methods[chain], (page) =>
        readPage(node, chain, { ...page, addresses, sourceChain }),
      );
      return { ...route, outputs };
    };
    const routes = routesOf(watched, (chain) => running.has(chain));
    return { route: new Map(routes.map((route) => [`${route.chain} from ${route.source_chain}`, read(route)])) };
  },
  map: {
    route: ({ chain, source_chain, addresses, outputs }) =>
      addresses.map(({ id: address, alias }) => {
        const owned = outputs.filter(({ owners }) => owners.includes(ownerOf(address)));
        return exported.item({ address, alias, chain, source_chain, amount: sumOf(owned) });
      }),
  },
});
