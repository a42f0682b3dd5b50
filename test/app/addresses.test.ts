/** Balances and exports of watched addresses of a simulated node. */
import { expect, test } from "vitest";
import { shortIdOf } from "../../src/simulator/codec/combinators.ts";
import { ownerCount } from "../../src/simulator/identities.ts";
import { amountOf, otherChain, ownersOf, utxoChains } from "../../src/simulator/ledger/types.ts";
import type { Simulator, SimulatorOptions } from "../../src/simulator/simulator.ts";
import { named, settings } from "../support/run-collector.ts";
import { startTarget } from "../support/target.ts";

const now = Date.UTC(2026, 10, 21) + 3_600_000;
/** Accounts that receive exports, two of which share outputs; one with locked outputs; one with more than a page. */
const accounts = [...Array(16).keys(), ownerCount - 1, ownerCount];
const addressesOf = ({ chain }: Simulator) =>
  accounts.flatMap((n) => {
    const [address = ""] = chain.names.owner(n).addresses;
    return [address, address.replace(/^P-/, "X-")];
  });

async function run(simulator: SimulatorOptions = {}) {
  const started = await startTarget({
    only: ["health", "addresses", "exports"],
    simulator: { validators: 8, l1Validators: 5, now: () => now, pause: async () => {}, ...simulator },
    settings: (of) => settings({ watch: { addresses: named(...addressesOf(of)) } }),
    interval: 60_000,
  });
  await started.target.once();
  const lines = started.data().split("\n");
  return { ...started, of: (metric: string) => lines.filter((line) => line.startsWith(`${metric}{`)) };
}

/** Returns the nAVAX of a sample. */
const nano = (line: string) => Math.round(Number(line.split(" ")[1]) * 1e9);

test("the balances are those that the node adds up for getBalance", async () => {
  const { simulator, url, of, stateOf } = await run();
  async function ask(chain: string, method: string, params: object): Promise<Readonly<Record<string, string>>> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(`${url}/ext/bc/${chain}`, { method: "POST", headers, body });
    const { result } = (await response.json()) as { readonly result: Readonly<Record<string, string>> };
    return result;
  }
  const expected = addressesOf(simulator).map(async (address) => {
    const balance = address.startsWith("X-")
      ? await ask("X", "avm.getBalance", { address, assetID: "AVAX" }).then((one) => ({ unlocked: one["balance"] }))
      : await ask("P", "platform.getBalance", { addresses: [address] });
    const { unlocked, lockedStakeable, lockedNotStakeable } = balance as Readonly<Record<string, string>>;
    const states = { unlocked, locked_stakeable: lockedStakeable, locked_not_stakeable: lockedNotStakeable };
    return Object.entries(states).flatMap(([state, amount]) => (amount ? `${address} ${state} ${amount}` : []));
  });
  const balances = of("avax_address_balance_avax").map((line) => {
    const [, address, state] = /address="([^"]+)".*state="(\w+)"/.exec(line) ?? [];
    return `${address} ${state} ${nano(line)}`;
  });
  expect(balances.length).toBe(accounts.length * 4);
  expect(balances.filter((one) => / locked_stakeable [1-9]/.test(one))).not.toHaveLength(0);
  expect(balances.toSorted()).toEqual((await Promise.all(expected)).flat().toSorted());
  expect([stateOf("addresses"), stateOf("exports")]).toEqual([{ kind: "ok" }, { kind: "ok" }]);
});

test("exports that are not imported are those of the ledger", async () => {
  const { simulator, of } = await run();
  const { chain } = simulator;
  const sums = utxoChains.map((name) => {
    const waiting = [...chain.ledger.at(name, now).inbound.all()].filter(({ output }) =>
      ownersOf(output).addresses.some((owner) =>
        addressesOf(simulator).some((address) => address.startsWith(name) && shortIdOf(address) === owner),
      ),
    );
    return Number(waiting.reduce((sum, { output }) => sum + amountOf(output), 0n));
  });
  const shown = utxoChains.map((name) =>
    of("avax_address_exported_avax")
      .filter((line) => line.includes(`chain="${name}",source_chain="${otherChain[name]}"`))
      .reduce((sum, line) => sum + nano(line), 0),
  );
  expect(shown).toEqual(sums);
  expect(sums.every((sum) => sum > 0)).toBe(true);
  expect(of("avax_address_exported_avax")).toHaveLength(accounts.length * 4);
});
