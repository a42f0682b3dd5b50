import { expect, test } from "vitest";
import type { Params } from "../../src/api/contract.ts";
import { primaryNetwork } from "../../src/api/ids.ts";
import { evm } from "../../src/collectors/evm.ts";
import * as m from "../../src/metrics/evm.ts";
import {
  type Answers,
  failedError,
  runOnce,
  samples,
  samplesOf,
  settings,
  unavailableError,
} from "../support/run-collector.ts";

const blocks = [m.evmHeight, m.evmTime, m.evmFinalizedHeight, m.evmFinalizedTime];
const header = (number: number, more: object = {}) => ({
  number: `0x${number.toString(16)}`,
  timestamp: "0x64",
  gasLimit: "0x1c9c380",
  gasUsed: "0x5208",
  ...more,
});
const latestAndFinalized: Answers = {
  "eth.getHeaderByNumber": (params) =>
    (params as Params<"eth.getHeaderByNumber">).block === "latest"
      ? header(20, { timestamp: "0x78", baseFeePerGas: "0x5d21dba00", minDelayExcess: "0x6e864b" })
      : header(18),
};
const chains = [
  { chain: "C", subnet_id: primaryNetwork, alias: "" },
  { chain: "P", subnet_id: primaryNetwork, alias: "" },
  { chain: "ours", subnet_id: "l1", alias: "our L1" },
  { chain: "unknown", subnet_id: "", alias: "" },
];
const onC = `{chain="C",subnet_id="${primaryNetwork}"}`;

test("the C-Chain has its latest and its finalized block, with fees in its token", async () => {
  const { text } = await runOnce(evm, latestAndFinalized);
  const [delay] = samplesOf(text, m.evmMinDelay);
  expect(samplesOf(text, ...blocks, m.evmBaseFee, m.evmGasUsed, m.evmGasLimit)).toEqual([
    `avax_evm_height${onC} 20`,
    `avax_evm_timestamp_seconds${onC} 120`,
    `avax_evm_finalized_height${onC} 18`,
    `avax_evm_finalized_timestamp_seconds${onC} 100`,
    `avax_evm_base_fee${onC} 2.5e-8`,
    `avax_evm_gas_used${onC} 21000`,
    `avax_evm_gas_limit${onC} 30000000`,
  ]);
  expect(Number(delay?.split(" ")[1])).toBeCloseTo(1, 2);
});

test.each([
  ["cannot be read", failedError(), 1, 0],
  ["is not known to the node yet", unavailableError("not_found"), 0, 1],
])("a finalized block that %s leaves the values of the latest one", async (_what, error, failed, unavailable) => {
  const answers: Answers = {
    "eth.getHeaderByNumber": (params) =>
      (params as Params<"eth.getHeaderByNumber">).block === "latest" ? header(20) : error,
  };
  const { ended, text } = await runOnce(evm, answers);
  expect([ended.failed.length, ended.unavailable.length]).toEqual([failed, unavailable]);
  expect(samplesOf(text, m.evmHeight, m.evmFinalizedHeight)).toEqual([`avax_evm_height${onC} 20`]);
});

test("before Apricot and Granite, base fee and minimum delay are absent", async () => {
  const { text } = await runOnce(evm, { "eth.getHeaderByNumber": header(7, { baseFeePerGas: null }) });
  expect(text).not.toMatch(/base_fee|min_block_delay/);
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

test("a chain with another virtual machine, and a node without the C-Chain, are states", async () => {
  const onlyC: Answers = {
    "eth.getHeaderByNumber": (_params, selector) => (selector === "C" ? header(7) : unavailableError("api_off")),
  };
  const { ended, text } = await runOnce(evm, onlyC, { chains });
  expect([ended.failed, ended.unavailable.length]).toEqual([[], 2]);
  expect(text).toContain('chain="C"');
  expect(text).not.toContain('chain="ours"');
  const none = await runOnce(evm, { "eth.getHeaderByNumber": unavailableError("bootstrapping") });
  expect([none.ended.failed, samples(none.text)]).toEqual([[], []]);
});

test("the series limit drops L1s before the C-Chain", async () => {
  const limit = samples((await runOnce(evm, latestAndFinalized)).text).length;
  const { text } = await runOnce(evm, latestAndFinalized, { chains, limit });
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
