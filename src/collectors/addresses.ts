import { readEach } from "../engine/collector.ts";
import { kindOf } from "../engine/metric.ts";
import { balanceOnP, balanceOnX } from "../entities/protocol/balance.ts";
import { from, fromAll } from "../node-api/contract.ts";
import { collector } from "./collector.ts";
import { assetMethod, createOutputReader } from "./utxos.ts";
import { aliasesOf } from "./watched.ts";

/** A balance in nAVAX. `state`: unlocked, locked_stakeable or locked_not_stakeable. */
type Balance = {
  readonly address: string;
  readonly alias: string;
  readonly chain: "P" | "X";
  readonly state: string;
  readonly amount: bigint;
};
const balance = kindOf<Balance>().with("address", "alias", "chain", "state");
export const addressBalance = balance.avax("avax_address_balance_avax", {
  help: "Balance of a watched address in AVAX. state is unlocked, locked_stakeable or locked_not_stakeable (X-Chain: only unlocked). P-Chain: includes outputs that need other signatures too, in full for each address. X-Chain: without shared and time-locked outputs.",
  from: fromAll(from("platform.getUTXOs", "utxos"), from("avm.getUTXOs", "utxos")),
  of: ({ amount }) => amount,
});

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
        balance.item({ address, alias, chain: "P", state, amount }),
      );
    },
    x(amount, { selected: aliases, item: address }) {
      const alias = aliases.get(address) ?? "";
      return [balance.item({ address, alias, chain: "X", state: "unlocked", amount })];
    },
  },
});
