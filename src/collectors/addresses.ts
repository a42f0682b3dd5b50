import { balanceOnP, balanceOnX } from "../facts/balance.ts";
import { addressBalance, balance as balanceItem } from "../metrics/addresses.ts";
import { attempt } from "../rpc/errors.ts";
import { collector, readEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";
import { assetMethod, createOutputReader } from "./shared/utxos.ts";

const addressesOn = (chain: string, addresses: ReadonlyMap<string, string>) =>
  [...addresses.keys()].filter((address) => address.startsWith(`${chain}-`));

/** Returns a function that makes a call. Once the node does not know the method, the function calls `instead`. */
function createFallback() {
  let isUnknown = false;
  return async <T>(call: () => Promise<T>, instead: () => Promise<T>): Promise<T> => {
    if (isUnknown) return instead();
    const { value, error } = await attempt(call());
    if (!error) return value;
    if (error.unavailable !== "method_unknown") throw error;
    isUnknown = true;
    return instead();
  };
}

type BalanceOnP = Readonly<Partial<Record<keyof ReturnType<typeof balanceOnP>, bigint | undefined>>>;

export const addresses = collector({
  name: "addresses",
  summary: "Balances of the watched addresses.",
  interval: "5m",
  hasVaryingSeries: true,
  reads: ["platform.getBalance", "avm.getBalance", "platform.getUTXOs", "avm.getUTXOs", assetMethod],
  metrics: [addressBalance],
  select: ({ watch }) => (watch.addresses.length > 0 ? aliasesOf(watch.addresses) : undefined),
  state: () => ({ readOutputs: createOutputReader(), onP: createFallback(), onX: createFallback() }),
  read(node, all, { readOutputs, onP, onX }) {
    const { call } = node;
    const outputsOnP = (address: string) =>
      readOutputs(node, "platform.getUTXOs", (page) => call("platform.getUTXOs", { ...page, addresses: [address] }));
    const outputsOnX = (address: string) =>
      readOutputs(node, "avm.getUTXOs", (page) => call("avm.getUTXOs", { ...page, addresses: [address] }, "X"));
    const now = () => node.now().getTime() / 1000;
    // the node has deprecated both methods
    return {
      p: readEach(addressesOn("P", all), (address) =>
        onP<BalanceOnP>(
          () => call("platform.getBalance", { addresses: [address] }),
          async () => balanceOnP(await outputsOnP(address), now()),
        ),
      ),
      x: readEach(addressesOn("X", all), (address) =>
        onX(
          async () => (await call("avm.getBalance", { address, assetID: "AVAX" }, "X")).balance,
          async () => balanceOnX(await outputsOnX(address), now()),
        ),
      ),
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
