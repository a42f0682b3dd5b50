import { balanceOnP, balanceOnX } from "../facts/balance.ts";
import { addressBalance, balance as balanceItem } from "../metrics/addresses.ts";
import { collector, readEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";
import { assetMethod, createOutputReader } from "./shared/utxos.ts";

const addressesOn = (chain: string, addresses: ReadonlyMap<string, string>) =>
  [...addresses.keys()].filter((address) => address.startsWith(`${chain}-`));

export const addresses = collector({
  name: "addresses",
  summary: "Balances of the watched addresses.",
  interval: "5m",
  hasVaryingSeries: true,
  reads: ["platform.getUTXOs", "avm.getUTXOs", assetMethod],
  metrics: [addressBalance],
  select: ({ watch }) => (watch.addresses.length > 0 ? aliasesOf(watch.addresses) : undefined),
  state: createOutputReader,
  read(node, all, readOutputs) {
    const { call } = node;
    const now = () => node.now().getTime() / 1000;
    return {
      p: readEach(addressesOn("P", all), async (address) => {
        const outputs = await readOutputs(node, "platform.getUTXOs", (page) =>
          call("platform.getUTXOs", { ...page, addresses: [address] }),
        );
        return balanceOnP(outputs, now());
      }),
      x: readEach(addressesOn("X", all), async (address) => {
        const outputs = await readOutputs(node, "avm.getUTXOs", (page) =>
          call("avm.getUTXOs", { ...page, addresses: [address] }, "X"),
        );
        return balanceOnX(outputs, now());
      }),
    };
  },
  map: {
    p({ unlocked, lockedStakeable, lockedNotStakeable }, { selected: aliases, item: address }) {
      const states = { unlocked, locked_stakeable: lockedStakeable, locked_not_stakeable: lockedNotStakeable };
      const alias = aliases.get(address) ?? "";
      return Object.entries(states).map(([state, amount]) =>
        balanceItem.item({ address, alias, chain: "P", state, amount }),
      );
    },
    x(amount, { selected: aliases, item: address }) {
      const alias = aliases.get(address) ?? "";
      return [balanceItem.item({ address, alias, chain: "X", state: "unlocked", amount })];
    },
  },
});
