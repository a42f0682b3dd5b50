import { expect, test } from "vitest";
import { pFee } from "../../src/collectors/p-fee.ts";
import { pValidatorFeeConfig } from "../../src/collectors/p-validator-fee-config.ts";
import { classifyRun } from "../../src/exporter/after-run.ts";
import { chainTime } from "../../src/metrics/pchain.ts";
import * as m from "../../src/metrics/pchain-fees.ts";
import { failedError, runOnce, samples, samplesOf } from "../support/run-collector.ts";

const timestamp = "2024-12-16T17:19:07Z";
const unused = { capacity: 0, excess: 0, price: 1, timestamp };
const noFees = {
  weights: [0, 0, 0, 0],
  maxCapacity: 0,
  maxPerSecond: 0,
  targetPerSecond: 0,
  minPrice: 0,
  excessConversionConstant: 0,
};
const notActivated = { kind: "unavailable", reason: "not_activated" };

test("before Etna the time is exported, and no fee state", async () => {
  const answers = { "platform.getFeeState": unused, "platform.getFeeConfig": noFees };
  const { text, ended } = await runOnce(pFee, answers);
  expect(samples(text)).toEqual(["avax_pchain_timestamp_seconds 1734369547"]);
  expect(classifyRun(ended)).toMatchObject(notActivated);
});

test("a chain without blocks exports a capacity of 0", async () => {
  const { text } = await runOnce(pFee, { "platform.getFeeState": unused });
  expect(samplesOf(text, m.gasCapacity)).toEqual(["avax_pchain_gas_capacity 0"]);
});

test("a used-up capacity is exported without requesting the configuration", async () => {
  const full = { capacity: 0, excess: 5_000_000, price: 10, timestamp };
  const { text } = await runOnce(pFee, { "platform.getFeeState": full, "platform.getFeeConfig": failedError() });
  expect(samplesOf(text, m.gasCapacity, m.gasExcess, m.gasPrice, chainTime)).toEqual([
    "avax_pchain_timestamp_seconds 1734369547",
    "avax_pchain_gas_capacity 0",
    "avax_pchain_gas_excess 5000000",
    "avax_pchain_gas_price_avax 0.00000001",
  ]);
});

test("a validator fee configuration of zeros is not exported", async () => {
  const zeros = { capacity: 0, target: 0, minPrice: 0, excessConversionConstant: 0 };
  const { ended } = await runOnce(pValidatorFeeConfig, { "platform.getValidatorFeeConfig": zeros });
  expect(classifyRun(ended)).toMatchObject(notActivated);
});
