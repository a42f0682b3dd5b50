/** The P-Chain's two fees: of gas, for transactions; and of being an active L1 validator, by the second. */
import * as z from "zod";
import { pChain as on, read } from "./method.ts";
import { nothing, time, uint64 } from "./wire.ts";

const numbers = "Integers come as JSON numbers.";
const standsStill = "State of the last accepted block: it does not move while the chain is idle.";

export const fees = {
  "platform.getFeeConfig": read({
    on,
    summary: "Constants of the gas fee: weights of the dimensions, gas and gas per second, price in nAVAX per gas.",
    locks: false,
    since: "1.11.11",
    params: nothing,
    result: z.object({
      weights: z.array(uint64),
      maxCapacity: uint64,
      maxPerSecond: uint64,
      targetPerSecond: uint64,
      minPrice: uint64,
      excessConversionConstant: uint64,
    }),
    sample: {
      params: {},
      result: {
        weights: [1, 1000, 1000, 4],
        maxCapacity: 1000000,
        maxPerSecond: 100000,
        targetPerSecond: 50000,
        minPrice: 1,
        excessConversionConstant: 2164043,
      },
    },
    quirks: [numbers, "Before Etna all of them are 0: never divide by them."],
  }),
  "platform.getFeeState": read({
    on,
    summary: "Gas capacity, excess and price (nAVAX per gas) at chain time.",
    since: "1.11.11",
    params: nothing,
    result: z.object({ capacity: uint64, excess: uint64, price: uint64, timestamp: time }),
    sample: { params: {}, result: { capacity: 973044, excess: 26956, price: 1, timestamp: "2024-12-16T17:19:07Z" } },
    quirks: [numbers, standsStill],
  }),
  "platform.getValidatorFeeConfig": read({
    on,
    summary:
      "Constants of the L1 validator fee: largest and target number of active ones, least price in nAVAX per second.",
    locks: false,
    since: "1.12.2",
    params: nothing,
    result: z.object({ capacity: uint64, target: uint64, minPrice: uint64, excessConversionConstant: uint64 }),
    sample: {
      params: {},
      result: { capacity: 20000, target: 10000, minPrice: 512, excessConversionConstant: 1246488515 },
    },
    quirks: [numbers, "targetPerSecond, which the API document shows, is never there."],
  }),
  "platform.getValidatorFeeState": read({
    on,
    summary: "Excess of active L1 validators and what each pays (nAVAX per second) at chain time.",
    since: "1.12.2",
    params: nothing,
    result: z.object({ excess: uint64, price: uint64, timestamp: time }),
    sample: { params: {}, result: { excess: 26956, price: 512, timestamp: "2024-12-16T17:19:07Z" } },
    quirks: [numbers, standsStill],
  }),
};
