import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as m from "../../src/collectors/evm.ts";
import { evm } from "../../src/collectors/evm.ts";
import { classifyRun } from "../../src/engine/after-run.ts";
import type { WireResult } from "../../src/node-api/contract.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { type Answers, runOnce, samples, samplesOf, settings, unavailableError } from "../support/run-collector.ts";

const recorded = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, "../fixtures", file), "utf8"));
const asynchronous: WireResult<"eth.getHeaderByNumber"> = recorded("c-chain-after-helicon/header.json");
const ofGas = [m.evmBaseFee, m.evmGasUsed, m.evmGasLimit];
const header = (number: number, more: object = {}) => ({
  number: `0x${number.toString(16)}`,
  timestamp: "0x64",
  gasLimit: "0x1c9c380",
  gasUsed: "0x5208",
  ...more,
});
const chains = [
  { chain: "C", subnet_id: primaryNetwork, alias: "" },
  { chain: "P", subnet_id: primaryNetwork, alias: "" },
  { chain: "ours", subnet_id: "l1", alias: "our L1" },
  { chain: "unknown", subnet_id: "", alias: "" },
];
const onC = `{chain="C",subnet_id="${primaryNetwork}"}`;

test("a block that was executed when it was accepted has its gas and its base fee", async () => {
  const synchronous = recorded("avalanchego-1.14.0/fresh/eth.getHeaderByNumber.json").result;
  const { text } = await runOnce(evm, { "eth.getHeaderByNumber": { ...synchronous, gasUsed: "0x5208" } });
  expect(samplesOf(text, m.evmHeight, m.evmTime, ...ofGas)).toEqual([
    `avax_evm_height${onC} 0`,
    `avax_evm_timestamp_seconds${onC} 1607144400`,
    `avax_evm_base_fee${onC} 2.25e-7`,
    `avax_evm_gas_used${onC} 21000`,
    `avax_evm_gas_limit${onC} 100000000`,
  ]);
});

test("a block that is executed later has no gas and no base fee", async () => {
  const { text } = await runOnce(evm, { "eth.getHeaderByNumber": asynchronous });
  expect(samplesOf(text, m.evmHeight, m.evmTime, ...ofGas)).toEqual([
    `avax_evm_height${onC} 95921422`,
    `avax_evm_timestamp_seconds${onC} 1790090049`,
  ]);
});

test("the receipts of a block that is executed later have less gas and a lower fee than its header", async () => {
  const { header, receipts, burned } = recorded("c-chain-after-helicon/receipts.json");
  const sumOf = (amount: (receipt: { gasUsed: string; effectiveGasPrice: string }) => bigint): bigint =>
    receipts.map(amount).reduce((sum: bigint, one: bigint) => sum + one, 0n);
  const gas = sumOf(({ gasUsed }) => BigInt(gasUsed));
  // the fees of the receipts are the amount that the block burned
  expect(sumOf(({ gasUsed, effectiveGasPrice }) => BigInt(gasUsed) * BigInt(effectiveGasPrice))).toBe(BigInt(burned));
  expect([gas, BigInt(header.gasUsed)]).toEqual([2_376_890n, 4_615_769n]);
  expect(Number(receipts.at(-1).effectiveGasPrice)).toBeLessThan(Number(header.baseFeePerGas));
  const { text } = await runOnce(evm, { "eth.getHeaderByNumber": { ...asynchronous, ...header } });
  expect(samplesOf(text, m.evmHeight, ...ofGas)).toEqual([`avax_evm_height${onC} 96883690`]);
});

test("the first block of a new L1 has no age", async () => {
  const { text } = await runOnce(evm, { "eth.getHeaderByNumber": header(0, { timestamp: "0x0" }) });
  expect(samplesOf(text, m.evmHeight, m.evmTime)).toEqual([`avax_evm_height${onC} 0`]);
});

test("before Apricot the base fee is absent", async () => {
  const { text } = await runOnce(evm, { "eth.getHeaderByNumber": header(7, { baseFeePerGas: null }) });
  expect(text).not.toContain("base_fee");
});

test("of the other chains that the node runs, those of subnets and L1s are read, each at its path", async () => {
  const asked = new Set<string | undefined>();
  const answers: Answers = {
    "eth.getHeaderByNumber"(_params, selector) {
      asked.add(selector);
      return header(7);
    },
  };
  const { text } = await runOnce(evm, answers, { chains });
  expect([...asked]).toEqual(["C", "ours"]);
  expect(text).toContain('avax_evm_height{chain="ours",subnet_id="l1",alias="our L1"} 7');
});

type Code = Parameters<typeof unavailableError>[0];
test.each<[title: string, codes: Readonly<Record<string, Code | undefined>>, status: object, shown: readonly string[]]>(
  [
    ["with another virtual machine is no failure", { C: undefined, ours: "api_off" }, { kind: "ok" }, ["C"]],
    ["with another virtual machine is none with partial sync either", { ours: "api_off" }, { kind: "ok" }, []],
    [
      "with another virtual machine does not hide one that bootstraps",
      { ours: "api_off", other: "bootstrapping" },
      { kind: "unavailable", reason: "bootstrapping" },
      [],
    ],
    [
      "that is the C-Chain, and is not served, is unavailable",
      { C: "api_off", ours: "api_off" },
      { kind: "unavailable", reason: "api_off" },
      [],
    ],
    [
      "whose virtual machine does not know the method is unavailable",
      { ours: "method_unknown" },
      { kind: "unavailable", reason: "method_unknown" },
      [],
    ],
  ],
)("a chain %s", async (_title, codes, status, shown) => {
  const answers: Answers = {
    "eth.getHeaderByNumber": (_params, chain = "") => (codes[chain] ? unavailableError(codes[chain]) : header(7)),
  };
  const running = Object.keys(codes).map((chain) => ({
    chain,
    subnet_id: chain === "C" ? primaryNetwork : "l1",
    alias: "",
  }));
  const { ended, text } = await runOnce(evm, answers, { chains: running });
  expect(classifyRun(ended)).toMatchObject(status);
  expect([...text.matchAll(/avax_evm_height\{chain="(\w+)"/g)].map(([, chain]) => chain)).toEqual(shown);
});

test("the series limit drops L1s before the C-Chain", async () => {
  const answers: Answers = { "eth.getHeaderByNumber": header(7) };
  const limit = samples((await runOnce(evm, answers)).text).length;
  const { text } = await runOnce(evm, answers, { chains, limit });
  expect(text).toContain('chain="C"');
  expect(text).not.toContain('chain="ours"');
});

const address = "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC";
const addressOn = (chain: string) => settings({ watch: { evm_addresses: [{ id: address, chain, alias: "relayer" }] } });
const balancesIn = (text: string) => samplesOf(text, m.evmAddressBalance);

test("a watched address has its balance in tokens, with the subnet of its chain", async () => {
  const asked: unknown[] = [];
  const answers: Answers = {
    "eth.getBalance"(params, selector) {
      asked.push([selector, params]);
      return "0x29a2241af62c0000";
    },
  };
  const { text } = await runOnce(evm, answers, { chains, settings: addressOn("ours") });
  expect(asked).toEqual([["ours", { address, block: "latest" }]]);
  expect(balancesIn(text)).toEqual([
    `avax_evm_address_balance{chain="ours",subnet_id="l1",address="${address}",alias="relayer"} 3`,
  ]);
});

test("a balance has no series until its subnet is known, except on the C-Chain", async () => {
  const of = async (chain: string, known: typeof chains) =>
    balancesIn((await runOnce(evm, {}, { chains: known, settings: addressOn(chain) })).text).map(
      (line) => /subnet_id="(\w+)"/.exec(line)?.[1] ?? "",
    );
  expect(await of("C", [])).toEqual([primaryNetwork]);
  expect(await of("ours", [])).toEqual([]);
  expect(await of("other", chains)).toEqual([""]);
});

test("a balance on a chain that the node does not serve is a state, and leaves the others", async () => {
  const answers: Answers = {
    "eth.getBalance": (_params, selector) => (selector === "C" ? "0x0" : unavailableError("api_off")),
  };
  const both = settings({
    watch: { evm_addresses: ["C", "ours"].map((chain) => ({ id: address, chain, alias: "" })) },
  });
  const { ended, text } = await runOnce(evm, answers, { settings: both });
  expect([ended.failed, ended.unavailable.length, balancesIn(text).length]).toEqual([[], 1, 1]);
});
