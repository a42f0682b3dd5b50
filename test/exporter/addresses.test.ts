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

test("a node without getBalance has the balances of a node with it", async () => {
  const faults = (["platform.getBalance", "avm.getBalance"] as const).map((method) => ({
    ...{ method, fault: { kind: "method-unknown" } as const },
  }));
  const [before, after] = [await run(), await run({ faults })];
  const balances = before.of("avax_address_balance_avax");
  expect(balances.length).toBe(accounts.length * 4);
  expect(balances.filter((line) => line.includes('state="locked_stakeable"') && !line.endsWith(" 0"))).not.toHaveLength(
    0,
  );
  expect(after.of("avax_address_balance_avax")).toEqual(balances);
  expect([after.stateOf("addresses"), after.stateOf("exports")]).toEqual([{ kind: "ok" }, { kind: "ok" }]);
});

test("exports that are not imported are those of the ledger", async () => {
  const { simulator, of } = await run();
  const { chain } = simulator;
  const nano = (line: string) => Math.round(Number(line.split(" ")[1]) * 1e9);
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
