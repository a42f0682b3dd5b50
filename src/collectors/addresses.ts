import { addressBalance, balance as balanceItem } from "../metrics/addresses.ts";
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
  select: ({ watch }) => (watch.addresses.length > 0 ? aliasesOf(watch.addresses) : undefined),
  read: ({ call }, all) => ({
    p: readEach(addressesOn("P", all), (address) => call("platform.getBalance", { addresses: [address] })),
    x: readEach(addressesOn("X", all), (address) => call("avm.getBalance", { address, assetID: "AVAX" }, "X")),
  }),
  map: {
    p({ unlocked, lockedStakeable, lockedNotStakeable }, { selected: aliases, item: address }) {
      const states = { unlocked, locked_stakeable: lockedStakeable, locked_not_stakeable: lockedNotStakeable };
      const alias = aliases.get(address) ?? "";
      return Object.entries(states).map(([state, amount]) =>
        balanceItem.item({ address, alias, chain: "P", state, amount }),
      );
    },
    x({ balance: amount }, { selected: aliases, item: address }) {
      const alias = aliases.get(address) ?? "";
      return [balanceItem.item({ address, alias, chain: "X", state: "unlocked", amount })];
    },
  },
});
