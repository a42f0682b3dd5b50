import { expect, test } from "vitest";
import { validatorManager } from "../../src/collectors/validator-manager.ts";
import { classifyRun } from "../../src/engine/after-run.ts";
import type { Params } from "../../src/node-api/contract.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { managerFunctions } from "../../src/protocol/validator-manager.ts";
import { exampleResults } from "../support/example-results.ts";
import {
  type Answers,
  failedError,
  named,
  runOnce,
  samples,
  settings,
  unavailableError,
} from "../support/run-collector.ts";

const { totalWeight, churnTracker, owner } = managerFunctions;
const l1 = exampleResults["platform.getSubnet"];
const { managerChainID, managerAddress } = l1;
const chains = [
  { chain: "C", blockchain_id: "id-of-c", subnet_id: primaryNetwork, alias: "" },
  { chain: managerChainID ?? "", subnet_id: "ours", alias: "our L1" },
];
const tracked = settings({ watch: { subnet_ids: [{ id: "ours", alias: "our L1" }] } });

const words = (...values: readonly number[]) =>
  `0x${values.map((value) => value.toString(16).padStart(64, "0")).join("")}`;
const noFunction = unavailableError("not_manager");
/** Answers of a contract by the selector of the function; it does not have the others. */
const contract = (results: Readonly<Record<string, unknown>>): Answers => ({
  "eth.call": (params) => (results[(params as Params<"eth.call">).transaction.data] ?? noFunction) as object,
});
const manager = {
  [churnTracker.selector]: words(3600, 20, 1_795_600_000, 70, 90, 7),
  [owner.selector]: words(7),
};

async function run(answers: Answers, given = tracked) {
  const { text, ended } = await runOnce(validatorManager, answers, { chains, settings: given });
  return { lines: samples(text), ended };
}
const labels = 'subnet_id="ours",alias="our L1"';

test("the weight and the owner of a manager of icm-contracts", async () => {
  const { lines, ended } = await run(contract(manager));
  expect(lines).toEqual([
    `avax_l1_manager_weight{${labels}} 90`,
    expect.stringMatching(new RegExp(`^avax_l1_manager_owner_digest{${labels}} \\d{10,16}$`)),
  ]);
  expect(classifyRun(ended).kind).toBe("ok");
});

test("the calls read the latest block of the chain of the manager, with limited gas", async () => {
  const asked: unknown[] = [];
  await run({
    "eth.call"(params, selector) {
      asked.push([params, selector]);
      return manager[(params as Params<"eth.call">).transaction.data] as string;
    },
  });
  const call = (data: string) => [
    { transaction: { to: managerAddress, data, gas: "0x7a120" }, block: "latest" },
    managerChainID,
  ];
  expect(asked).toEqual([call(churnTracker.selector), call(owner.selector)]);
});

test("another digest is another owner", async () => {
  const digest = async (address: number) =>
    (await run(contract({ ...manager, [owner.selector]: words(address) }))).lines[1];
  expect(await digest(7)).toBe(await digest(7));
  expect(await digest(7)).not.toBe(await digest(8));
});

test("a manager that has only the functions of ACP-99 shows its weight", async () => {
  const { lines, ended } = await run(contract({ [totalWeight.selector]: words(90) }));
  expect(lines).toEqual([`avax_l1_manager_weight{${labels}} 90`]);
  expect(classifyRun(ended).kind).toBe("ok");
});

test.each<[string, Answers]>([
  ["a contract without the functions", contract({})],
  ["an address without a contract", { "eth.call": "0x" }],
  ["a contract whose fallback returns something else", { "eth.call": "0x00" }],
  ["a contract that returns too much", { "eth.call": words(1, 2, 3) }],
])("%s is no validator manager, which is a state", async (_name, answers) => {
  const { lines, ended } = await run(answers);
  expect(lines).toEqual([]);
  expect(classifyRun(ended)).toMatchObject({ kind: "unavailable", reason: "not_manager" });
  expect(ended.unavailable[0]?.message).toBe(`${managerAddress} on chain ${managerChainID} is no validator manager`);
});

test("an error of the node is a failure, and no other contract", async () => {
  expect(classifyRun((await run({ "eth.call": failedError() })).ended).kind).toBe("failed");
  const { ended } = await run(contract({ ...manager, [owner.selector]: failedError() }));
  expect(classifyRun(ended).kind).toBe("failed");
});

test("a manager on the C-Chain is called there", async () => {
  const selectors: unknown[] = [];
  const { lines } = await run({
    "platform.getSubnet": { ...l1, managerChainID: "id-of-c" },
    "eth.call"(_params, selector) {
      selectors.push(selector);
      return words(5);
    },
  });
  expect(new Set(selectors)).toEqual(new Set(["C"]));
  expect(lines[0]).toBe(`avax_l1_manager_weight{${labels}} 5`);
});

const noConversion = { conversionID: primaryNetwork, managerChainID: primaryNetwork, managerAddress: null };
test.each<[string, object]>([
  ["a subnet that is no L1", { ...l1, ...noConversion }],
  ["a manager on a chain that the node does not run", { ...l1, managerChainID: "elsewhere" }],
  ["a manager without a chain", { ...l1, managerChainID: primaryNetwork }],
  ["a manager whose address is not that of an EVM", { ...l1, managerAddress: "0x0feedc" }],
  ["a manager without an address", { ...l1, managerAddress: null }],
])("%s is not called, which is no failure", async (_name, subnet) => {
  const { lines, ended } = await run({ "platform.getSubnet": subnet, "eth.call": failedError() });
  expect([lines, classifyRun(ended).kind]).toEqual([[], "ok"]);
});

test("an unknown L1 fails with the setting, and leaves the others", async () => {
  const answers: Answers = {
    ...contract(manager),
    "platform.getSubnet": (params) =>
      (params as Params<"platform.getSubnet">).subnetID === "ours" ? l1 : unavailableError("not_found"),
  };
  const { lines, ended } = await run(answers, settings({ watch: { subnet_ids: named("ours", "wrong") } }));
  expect(lines).toHaveLength(2);
  expect(ended.failed[0]?.message).toBe("watch.subnet_ids: wrong is no subnet of this network");
});
