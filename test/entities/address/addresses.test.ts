/** Watched addresses: their states and amounts, and their words. */
import { expect, test } from "vitest";
import { addressBalance, addressExported } from "../../../src/collectors/addresses.ts";
import { evmAddressBalance } from "../../../src/collectors/evm.ts";
import { explainAddress } from "../../../src/entities/address/address.ts";
import { issuesOf } from "../../../src/entities/issues.ts";
import { nothingWatched } from "../../../src/entities/observer.ts";
import { statusOf } from "../../../src/entities/status.ts";
import { contextOf } from "../../../src/entities/status-tables.ts";
import * as o from "../observed.ts";

const onP = { address: "P-avax1a", chain: "P", alias: "payer" };
const onC = { address: "C-avax1a", chain: "C", alias: "payer" };
const onL1 = { address: "0xA", chain: "chain-1", alias: "relayer" };
const named = ({ address: id, ...more }: typeof onP) => ({ id, ...more });
const watched = { ...nothingWatched, addresses: [named(onP), named(onC)], evm_addresses: [named(onL1)] };
const avax = (amount: number) => addressBalance.kind.item({ ...onP, state: "unlocked", amount: BigInt(amount * 1e9) });
const tokens = (amount: number) =>
  evmAddressBalance.kind.item({ ...onL1, subnet_id: "subnet-1", balance: BigInt(amount * 1e18) });
const exported = (source_chain: string, amount = 1n) => addressExported.kind.item({ ...onC, source_chain, amount });

const unread = ["balance"];
test.each<[title: string, given: o.Given, onP: object, onC?: object, onL1?: object]>([
  ["without data are unknown", [], { state: null, missing: unread }, { missing: unread }, { missing: unread }],
  ["with one AVAX or token are ok", [avax(1), tokens(1)], { state: "ok", balance: 1 }, {}, { state: "ok", balance: 1 }],
  ["with less are low", [avax(0.9), tokens(0)], { state: "low_balance" }, {}, { state: "low_balance", balance: 0 }],
  ["for imports have no balance", [exported("P"), exported("X")], {}, { state: "ok", to_import: 2e-9 }],
  ["have no state while the node is behind", [avax(0), tokens(0), o.behind], { state: null, missing: [] }],
  ["have no state while the node is isolated", [avax(0), o.isolated], { state: null, missing: [] }],
  [
    "have no state on a chain that is isolated",
    [avax(5), tokens(0), o.chainOf({ connected_ratio: 0.5 })],
    { state: "ok" },
    {},
    { state: null, missing: [], balance: 0 },
  ],
])("watched addresses %s", (_title, given, ...expected) => {
  const { addresses } = o.factsFrom(given, { watched });
  expect(addresses).toMatchObject([onP, onC, onL1].map((one, i) => ({ ...one, ...expected[i] })));
});

test("the words about addresses have the alias of the chain and the unit of the balance", () => {
  const facts = o.factsFrom([avax(0.9), tokens(0.25), exported("P", 0n), o.chainOf({ alias: "our chain" })], {
    watched,
  });
  const about = { name: "", url: "http://node:9650", up: true, watching: true } as const;
  const status = statusOf({ ...about, collection: { state: "ok", collectors: [] } }, facts);
  expect(issuesOf(status, o.now).find(({ entity }) => entity === "address")).toMatchObject({
    names: ["payer on P", "relayer on our chain"],
    label: "low balance",
    meaning: expect.stringMatching(/payer on P has 0\.900 AVAX; relayer on our chain has 0\.250 tokens\.$/),
  });
  const [, , relayer] = status.addresses.map((one) => explainAddress.subject(one, contextOf(status, o.now)));
  expect([relayer?.title, relayer?.details[0]]).toEqual([
    "Address 0xA (relayer) on our chain",
    ["Balance", "0.250 tokens"],
  ]);
});
