import { expect, test } from "vitest";
import * as m from "../../src/collectors/fees.ts";
import { chainTime, pFee } from "../../src/collectors/fees.ts";
import { runOnce, samplesOf } from "../support/run-collector.ts";

const timestamp = "2024-12-16T17:19:07Z";
const unused = { capacity: 0, excess: 0, price: 1, timestamp };
test("a chain without blocks exports a capacity of 0", async () => {
  const { text } = await runOnce(pFee, { "platform.getFeeState": unused });
  expect(samplesOf(text, m.gasCapacity)).toEqual(["avax_pchain_gas_capacity 0"]);
});

test("a used-up capacity is exported", async () => {
  const full = { capacity: 0, excess: 5_000_000, price: 10, timestamp };
  const { text } = await runOnce(pFee, { "platform.getFeeState": full });
  expect(samplesOf(text, m.gasCapacity, m.gasExcess, m.gasPrice, chainTime)).toEqual([
    "avax_pchain_timestamp_seconds 1734369547",
    "avax_pchain_gas_capacity 0",
    "avax_pchain_gas_excess 5000000",
    "avax_pchain_gas_price_avax 0.00000001",
  ]);
});
