/** P-Chain fees: the gas fee of transactions (ACP-103) and the L1 validator fee per second (ACP-77). */
import * as z from "zod";
import { pChain } from "./method.ts";
import * as w from "./wire.ts";

const { read } = pChain;

const jsonNumbers = "Integers are JSON numbers.";
const frozenBetweenBlocks = "State as of the last accepted block: it does not advance while the chain is idle.";

export const fees = {
  "platform.getFeeConfig": read({
    summary:
      "Parameters of the gas fee: weights of the dimensions, gas capacity, gas per second, minimum price (nAVAX per gas).",
    takesLock: false,
    since: "1.11.11",
    result: z.object({
      weights: z.array(w.uint64),
      maxCapacity: w.uint64,
      maxPerSecond: w.uint64,
      targetPerSecond: w.uint64,
      minPrice: w.uint64,
      excessConversionConstant: w.uint64,
    }),
    quirks: [jsonNumbers, "Before Etna all of them are 0: never divide by them."],
  }),
  "platform.getFeeState": read({
    summary: "Gas capacity, excess and price (nAVAX per gas) as of the chain time.",
    since: "1.11.11",
    result: z.object({ capacity: w.uint64, excess: w.uint64, price: w.uint64, timestamp: w.time }),
    quirks: [jsonNumbers, frozenBetweenBlocks],
  }),
  "platform.getValidatorFeeConfig": read({
    summary:
      "Parameters of the L1 validator fee: maximum and target number of active L1 validators, minimum fee (nAVAX per second).",
    takesLock: false,
    since: "1.12.2",
    result: z.object({ capacity: w.uint64, target: w.uint64, minPrice: w.uint64, excessConversionConstant: w.uint64 }),
    quirks: [jsonNumbers, "targetPerSecond, which the API documentation shows, is never present."],
  }),
  "platform.getValidatorFeeState": read({
    summary: "Excess and current L1 validator fee (nAVAX per second) as of the chain time.",
    since: "1.12.2",
    result: z.object({ excess: w.uint64, price: w.uint64, timestamp: w.time }),
    quirks: [jsonNumbers, frozenBetweenBlocks],
  }),
};
