/** AVAX of the watched addresses: their balances, and what other chains have exported to them. Both are in UTXOs. */
import { kindOf } from "../engine/metric.ts";
import { maxUtxos, readUtxo, type TransferOutput } from "../node-api/chain-methods.ts";
import { from, fromAll, type Params, type Result } from "../node-api/contract.ts";
import { NodeError } from "../node-api/errors.ts";
import { ownerHashOf } from "../node-api/ids.ts";
import { balanceOnP, balanceOnX, sumOf } from "../protocol/balance.ts";
import { collector, type RunClient, readEach, readEntries, type Settings } from "./collector.ts";
import { aliasesOf } from "./watched.ts";

type Amount = {
  readonly address: string;
  readonly alias: string;
  readonly chain: string;
  /** nAVAX. */
  readonly amount: bigint;
};

/** A balance. `state`: unlocked, locked_stakeable or locked_not_stakeable. */
const balance = kindOf<Amount & { readonly state: string }>().with("address", "alias", "chain", "state");
export const addressBalance = balance.avax("avax_address_balance_avax", {
  help: "Balance of a watched address in AVAX. state is unlocked, locked_stakeable or locked_not_stakeable (X-Chain: only unlocked). P-Chain: includes outputs that need other signatures too, in full for each address. X-Chain: without shared and time-locked outputs.",
  from: fromAll(from("platform.getUTXOs", "utxos"), from("avm.getUTXOs", "utxos")),
  of: ({ amount }) => amount,
});

/** An amount that the chain `source_chain` has exported to an address, and that waits on `chain`. */
const exported = kindOf<Amount & { readonly source_chain: string }>().with("address", "alias", "chain", "source_chain");
export const addressExported = exported.avax("avax_address_exported_avax", {
  help: "AVAX exported from source_chain to a watched address, not yet imported on chain. Absent while the node does not run source_chain.",
  from: fromAll(from("platform.getUTXOs", "utxos"), from("avm.getUTXOs", "utxos"), from("avax.getUTXOs", "utxos")),
  of: ({ amount }) => amount,
});

/** The methods that return UTXOs in pages. */
const methods = { P: "platform.getUTXOs", X: "avm.getUTXOs", C: "avax.getUTXOs" } as const;
type Chain = keyof typeof methods;
type Method = (typeof methods)[Chain];
type Page = Pick<Params<"platform.getUTXOs">, "limit" | "encoding" | "startIndex">;
type ReadPage = (page: Page) => Promise<Result<Method>>;

/** The node returns 1024 UTXOs per page. */
const maxPages = 32;

/** Reads all pages. UTXOs are distinct, because pages can overlap. */
async function readUtxos(method: Method, readPage: ReadPage): Promise<readonly string[]> {
  const found = new Set<string>();
  let page: Page = { limit: maxUtxos, encoding: "hexnc" };
  for (let read = 0; read < maxPages; read++) {
    const { utxos, numFetched, endIndex } = await readPage(page);
    for (const utxo of utxos) found.add(utxo);
    if (numFetched < maxUtxos) return [...found];
    page = { ...page, startIndex: endIndex };
  }
  throw new NodeError(`more than ${maxPages * maxUtxos} UTXOs`, { code: "too_many_utxos" }, method);
}

/** Returns the outputs of an asset. Those of other types than transfers have no amount, and belong to no address alone. */
function* outputsIn(utxos: readonly string[], asset: string, method: Method): Iterable<TransferOutput> {
  for (const text of utxos) {
    const utxo = readUtxo(text);
    if (utxo === undefined) throw new NodeError("utxos: expected the bytes of a UTXO", { code: "schema" }, method);
    if (utxo.output && utxo.assetID === asset) yield utxo.output;
  }
}

const assetMethod = "platform.getStakingAssetID";
type AssetClient = RunClient<typeof assetMethod>;

/** Returns a function that reads outputs in AVAX. The ID of AVAX never changes on a network, and is read once. */
function createOutputReader() {
  let asset: Promise<string> | undefined;
  function readAsset({ call }: AssetClient): Promise<string> {
    asset ??= call(assetMethod, {}).then(({ assetID }) => assetID);
    return asset.catch((error) => {
      asset = undefined; // the next run reads it again
      throw error;
    });
  }
  return async (node: AssetClient, method: Method, readPage: ReadPage): Promise<readonly TransferOutput[]> => {
    const utxos = await readUtxos(method, readPage);
    return utxos.length === 0 ? [] : [...outputsIn(utxos, await readAsset(node), method)];
  };
}

type Aliases = ReadonlyMap<string, string>;
const selectAddresses = ({ watch: { addresses } }: Settings): Aliases | undefined =>
  addresses.length > 0 ? aliasesOf(addresses) : undefined;
const addressesOn = (chain: string, aliases: Aliases) =>
  [...aliases.keys()].filter((address) => address.startsWith(`${chain}-`));

export const addresses = collector({
  name: "addresses",
  summary: "Balances of the watched addresses.",
  interval: "5m",
  hasVaryingSeries: true,
  reads: [methods.P, methods.X, assetMethod],
  metrics: [balance],
  select: selectAddresses,
  state: createOutputReader,
  read(node, aliases, readOutputs) {
    const { call } = node;
    const now = () => node.now().getTime() / 1000;
    return {
      balance: readEach([...addressesOn("P", aliases), ...addressesOn("X", aliases)], async (address) => {
        const addresses = [address];
        if (address.startsWith("X-")) {
          const outputs = await readOutputs(node, methods.X, (page) => call(methods.X, { ...page, addresses }, "X"));
          return { unlocked: balanceOnX(outputs, now()) };
        }
        const outputs = await readOutputs(node, methods.P, (page) => call(methods.P, { ...page, addresses }));
        const { unlocked, lockedStakeable, lockedNotStakeable } = balanceOnP(outputs, now());
        return { unlocked, locked_stakeable: lockedStakeable, locked_not_stakeable: lockedNotStakeable };
      }),
    };
  },
  map: {
    balance(amounts, { selected: aliases, item: address }) {
      const labels = { address, alias: aliases.get(address) ?? "", chain: address.charAt(0) };
      return Object.entries(amounts).map(([state, amount]) => balance.item({ ...labels, state, amount }));
    },
  },
});

/** Returns the pairs of chains to read, each with the watched addresses on its first one. */
function routesOf(aliases: Aliases, running: ReadonlySet<string>) {
  const chains = (Object.keys(methods) as Chain[]).filter((chain) => running.has(chain));
  const routes = chains.flatMap((chain) => {
    const sources = chains.filter((source) => source !== chain);
    return sources.map((source_chain) => ({ chain, source_chain, addresses: addressesOn(chain, aliases) }));
  });
  const watched = routes.filter(({ addresses }) => addresses.length > 0);
  return new Map(watched.map((route) => [`${route.chain} from ${route.source_chain}`, route]));
}

function readPage({ call }: RunClient<Method>, chain: Chain, params: Params<"avax.getUTXOs">) {
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
  metrics: [exported],
  select: selectAddresses,
  state: createOutputReader,
  read(node, aliases, readOutputs) {
    // a node does not know the exports of a chain that it does not run
    const running = new Set(node.chains.map(({ chain }) => chain));
    return {
      // one call for all addresses: the outputs name their owners
      route: readEntries(routesOf(aliases, running), async (route) => {
        const { chain, source_chain: sourceChain, addresses } = route;
        const outputs = await readOutputs(node, methods[chain], (page) =>
          readPage(node, chain, { ...page, addresses, sourceChain }),
        );
        return { ...route, outputs };
      }),
    };
  },
  map: {
    route: ({ chain, source_chain, addresses, outputs }, { selected: aliases }) =>
      addresses.map((address) => {
        const alias = aliases.get(address) ?? "";
        const owned = outputs.filter(({ owners }) => owners.includes(ownerHashOf(address)));
        return exported.item({ address, alias, chain, source_chain, amount: sumOf(owned) });
      }),
  },
});
