import { expect, test } from "vitest";
import { sample } from "../../src/exposition/sample.ts";
import { chainHeightAge } from "../../src/metrics/chains.ts";
import { evmTime } from "../../src/metrics/evm.ts";
import { l1Exhaustion, l1ForecastExhaustion } from "../../src/metrics/l1.ts";
import { createLookup } from "../../src/model/lookup.ts";
import { createBlockAge, createRunway } from "../../src/model/times.ts";

const now = 1_700_000_000;
const lookupOf = (...samples: readonly ReturnType<typeof sample>[]) =>
  createLookup((metric) => samples.filter((one) => one !== undefined).filter((one) => one.metric === metric));

const ofChain = { chain: "C", blockchain_id: "", subnet_id: "", alias: "" };
test.each<[title: string, network: string, accepted: number | undefined, executed: number | undefined, age?: number]>([
  ["is that of the accepted block", "mainnet", 30, undefined, 30],
  ["is that of the executed block if it is older", "mainnet", 30, 700, 700],
  ["is that of the accepted block if it is older", "mainnet", 700, 30, 700],
  ["is that of the executed block if the health API is disabled", "mainnet", undefined, 30, 30],
  ["ignores the executed block of an idle network", "local", 30, 700, 30],
  ["is unknown without both", "mainnet", undefined, undefined],
])("the age of the last C-Chain block %s", (_title, network, accepted, executed, age) => {
  const lookup = lookupOf(
    sample(chainHeightAge, accepted, ofChain),
    sample(evmTime, executed === undefined ? undefined : BigInt(now - executed), ofChain),
  );
  expect(createBlockAge(lookup, { network, now }, 5)("C")).toBe(age);
});

test("the age of the last P-Chain block is that of its timestamp", () => {
  expect(createBlockAge(lookupOf(), { network: "mainnet", now }, 5)("P")).toBe(5);
});

const ofValidator = { subnet_id: "", validation_id: "v", node_id: "", alias: "" };
test.each<[atPrice: number | undefined, forecast: number | undefined, runway: number | undefined]>([
  [100, undefined, 100],
  [100, 90, 90],
  [100, 110, 100],
  [undefined, undefined, undefined],
])("the runway is the earlier of that at the current fee (%s) and the forecast (%s)", (atPrice, forecast, runway) => {
  const at = (seconds: number | undefined) => (seconds === undefined ? undefined : now + seconds);
  const lookup = lookupOf(
    sample(l1Exhaustion, at(atPrice), ofValidator),
    sample(l1ForecastExhaustion, at(forecast), ofValidator),
  );
  expect(createRunway(lookup, now)(ofValidator)).toBe(runway);
});
