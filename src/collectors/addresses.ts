import { primaryChains } from "../api/ids.ts";
import { sample } from "../exposition/sample.ts";
import { addressBalance, addressUnimportedUtxos, maxUnimported as limit } from "../metrics/addresses.ts";
import { collector, readEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";

const addressesOn = (chain: string, addresses: ReadonlyMap<string, string>) =>
  [...addresses.keys()].filter((address) => address.startsWith(`${chain}-`));

/** Returns the number of UTXOs that each of the other chains has exported to `chain`. */
const readExports = (chain: string, read: (sourceChain: string) => Promise<{ readonly numFetched: bigint }>) =>
  Promise.all(
    primaryChains
      .filter((source) => source !== chain)
      .map(async (source) => ({ source, count: (await read(source)).numFetched })),
  );

export const addresses = collector({
  name: "addresses",
  summary: "Balances of the watched addresses, and their UTXOs that are exported and not imported.",
  interval: "5m",
  hasVaryingSeries: true,
  reads: ["platform.getBalance", "avm.getBalance", "platform.getUTXOs", "avm.getUTXOs"],
  metrics: [addressBalance, addressUnimportedUtxos],
  inputs: ({ watch }) => (watch.addresses.length > 0 ? aliasesOf(watch.addresses) : undefined),
  read: ({ call }, all) => ({
    p: readEach(addressesOn("P", all), (address) => call("platform.getBalance", { addresses: [address] })),
    x: readEach(addressesOn("X", all), (address) => call("avm.getBalance", { address, assetID: "AVAX" }, "X")),
    unimported: new Map([
      ...readEach(addressesOn("P", all), (address) =>
        readExports("P", (sourceChain) => call("platform.getUTXOs", { addresses: [address], sourceChain, limit })),
      ),
      ...readEach(addressesOn("X", all), (address) =>
        readExports("X", (sourceChain) => call("avm.getUTXOs", { addresses: [address], sourceChain, limit }, "X")),
      ),
    ]),
  }),
  map: {
    p({ unlocked, lockedStakeable, lockedNotStakeable }, { inputs: aliases, item: address }) {
      const states = { unlocked, locked_stakeable: lockedStakeable, locked_not_stakeable: lockedNotStakeable };
      return Object.entries(states).map(([state, amount]) =>
        sample(addressBalance, amount, { address, alias: aliases.get(address) ?? "", chain: "P", state }),
      );
    },
    x: ({ balance }, { inputs: aliases, item: address }) => [
      sample(addressBalance, balance, { address, alias: aliases.get(address) ?? "", chain: "X", state: "unlocked" }),
    ],
    unimported: (exports, { inputs: aliases, item: address }) =>
      exports.map(({ source, count }) =>
        sample(addressUnimportedUtxos, count, {
          address,
          alias: aliases.get(address) ?? "",
          chain: address.slice(0, 1),
          source_chain: source,
        }),
      ),
  },
});
