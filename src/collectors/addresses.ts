import { sample } from "../exposition/sample.ts";
import { addressBalance } from "../metrics/addresses.ts";
import { collector, readEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";

const addressesOn = (chain: string, addresses: ReadonlyMap<string, string>) =>
  [...addresses.keys()].filter((address) => address.startsWith(`${chain}-`));

export const addresses = collector({
  name: "addresses",
  summary: "Balances of the watched addresses.",
  interval: "5m",
  hasVaryingSeries: true,
  reads: ["platform.getBalance", "avm.getBalance"],
  metrics: [addressBalance],
  inputs: ({ watch }) => (watch.addresses.length > 0 ? aliasesOf(watch.addresses) : undefined),
  read: ({ call }, all) => ({
    p: readEach(addressesOn("P", all), (address) => call("platform.getBalance", { addresses: [address] })),
    x: readEach(addressesOn("X", all), (address) => call("avm.getBalance", { address, assetID: "AVAX" }, "X")),
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
  },
});
