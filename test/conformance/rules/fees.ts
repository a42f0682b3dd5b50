/** The P-Chain's two fees. */
import assert from "node:assert/strict";
import type { Json } from "../calls.ts";
import type { Node } from "../node.ts";
import { rule } from "../rule.ts";
import { sum } from "../values.ts";

const names = (object: object) => Object.keys(object).sort();

/** floor(minPrice · e^(excess / constant)), in integers, as the chain computes it. */
function priceOf(minPrice: bigint, excess: bigint, constant: bigint): bigint {
  let total = 0n;
  let term = minPrice * constant;
  for (let i = 1n; term > 0n; i++) {
    total += term;
    term = (term * excess) / (constant * i);
  }
  return total / constant;
}
async function assertPrice(
  { call }: Node,
  state: "getFeeState" | "getValidatorFeeState",
  config: "getFeeConfig" | "getValidatorFeeConfig",
) {
  const { excess, price } = await call(`platform.${state}`);
  const { minPrice, excessConversionConstant } = await call(`platform.${config}`);
  assert.equal(BigInt(price), priceOf(BigInt(minPrice), BigInt(excess), BigInt(excessConversionConstant)));
}

export const fees = [
  rule("platform.getFeeConfig: a weight for each of four dimensions, and the constants", async ({ call }) => {
    const config = await call("platform.getFeeConfig");
    assert.deepEqual(names(config), [
      "excessConversionConstant",
      "maxCapacity",
      "maxPerSecond",
      "minPrice",
      "targetPerSecond",
      "weights",
    ]);
    assert.equal(config.weights.length, 4);
    assert.ok(config.targetPerSecond <= config.maxPerSecond && config.maxPerSecond <= config.maxCapacity);
  }),
  rule(
    "platform.getFeeState: capacity, excess, price and timestamp; capacity is at most maxCapacity",
    async ({ call }) => {
      const state = await call("platform.getFeeState");
      assert.deepEqual(names(state), ["capacity", "excess", "price", "timestamp"]);
      assert.ok(state.capacity <= (await call("platform.getFeeConfig")).maxCapacity);
    },
  ),
  rule(
    "platform.getFeeState: the price is minPrice times e to the power of excess divided by the constant, rounded down",
    (node) => assertPrice(node, "getFeeState", "getFeeConfig"),
  ),
  rule(
    "platform.getValidatorFeeConfig: capacity, target, minPrice and excessConversionConstant, no targetPerSecond",
    async ({ call }) => {
      const config = await call("platform.getValidatorFeeConfig");
      assert.deepEqual(names(config), ["capacity", "excessConversionConstant", "minPrice", "target"]);
      assert.ok(config.target <= config.capacity);
    },
  ),
  rule("platform.getValidatorFeeState: excess, price and timestamp", async ({ call }) => {
    assert.deepEqual(names(await call("platform.getValidatorFeeState")), ["excess", "price", "timestamp"]);
  }),
  rule("platform.getValidatorFeeState: the price is calculated like the gas price, with separate constants", (node) =>
    assertPrice(node, "getValidatorFeeState", "getValidatorFeeConfig"),
  ),
  rule("both fee states are of the last accepted block: their timestamps equal the chain time", async ({ call }) => {
    const { timestamp } = await call("platform.getTimestamp");
    assert.deepEqual(
      [(await call("platform.getFeeState")).timestamp, (await call("platform.getValidatorFeeState")).timestamp],
      [timestamp, timestamp],
    );
  }),
  rule("a transfer burns gas times the price, in nAVAX", async ({ transaction, call }) => {
    const { unsignedTx } = await transaction(
      "P",
      "plain transfer",
      (unsigned) => unsigned.inputs?.length > 0 && names(unsigned).length === 5,
    );
    const amount = ({ output, input }: Json) => (output?.output ?? output ?? input?.input ?? input).amount;
    const burned = sum(unsignedTx.inputs.map(amount)) - sum(unsignedTx.outputs.map(amount));
    const { weights, minPrice } = await call("platform.getFeeConfig");
    // bytes, reads and writes are at least those of the inputs
    const minimum = BigInt(weights[1] * unsignedTx.inputs.length + weights[2] * unsignedTx.inputs.length);
    assert.ok(burned >= minimum * BigInt(minPrice), `${burned} nAVAX were burned`);
  }),
];
