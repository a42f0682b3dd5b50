/** Code that must not compile: `tsc` fails if any of it does. */
import { expect, test } from "vitest";
import { pChain } from "../../src/api/method.ts";
import { platform } from "../../src/api/platform.ts";
import { collector } from "../../src/collectors/collector.ts";
import { sample } from "../../src/exposition/sample.ts";
import * as fees from "../../src/metrics/pchain-fees.ts";
import { validators } from "../../src/metrics/validators.ts";

const base = {
  name: "types",
  summary: "",
  interval: "15s",
  metrics: [fees.gasCapacity, fees.gasPrice, validators],
} as const;

const cases = [
  () =>
    collector({
      ...base,
      // @ts-expect-error a method that changes the chain
      reads: ["platform.issueTx"],
      read: () => ({}),
      map: {},
    }),
  () =>
    collector({
      ...base,
      // @ts-expect-error a method that changes the node
      reads: ["admin.alias"],
      read: () => ({}),
      map: {},
    }),
  () =>
    collector({
      ...base,
      // @ts-expect-error not a duration
      interval: "15 seconds",
      reads: ["platform.getHeight"],
      read: () => ({}),
      map: {},
    }),
  () =>
    collector({
      ...base,
      reads: ["platform.getHeight"],
      // @ts-expect-error a method that reads does not name
      read: ({ call }) => ({ state: call("platform.getFeeState", {}) }),
      map: { state: () => [] },
    }),
  () =>
    collector({
      ...base,
      reads: ["platform.getCurrentValidators", "index.getLastAccepted"],
      read: ({ call }) => ({
        // @ts-expect-error a misspelled parameter
        set: call("platform.getCurrentValidators", { subnetId: "x" }),
        // @ts-expect-error the index is missing
        last: call("index.getLastAccepted", {}),
        // @ts-expect-error no such index
        none: call("index.getLastAccepted", {}, "P/vtx"),
      }),
      map: { set: () => [], last: () => [], none: () => [] },
    }),
  () =>
    collector({
      ...base,
      reads: ["platform.getFeeState"],
      read: ({ call }) => ({ state: call("platform.getFeeState", {}) }),
      map: {
        state: (fee) => [
          sample(fees.gasCapacity, fee.capacity),
          // @ts-expect-error money is a bigint of nAVAX, never a float
          sample(fees.gasPrice, Number(fee.price)),
          // @ts-expect-error labels where there are none
          sample(fees.gasCapacity, 1, { subnet_id: "x" }),
          // @ts-expect-error labels missing
          sample(validators, 1),
          // @ts-expect-error another label
          sample(validators, 1, { subnet: "x" }),
          // @ts-expect-error a field that the result does not have
          sample(fees.gasCapacity, fee.capacities),
        ],
      },
    }),
  () =>
    collector({
      ...base,
      reads: ["platform.getFeeState"],
      read: ({ call }) => ({ state: call("platform.getFeeState", {}) }),
      map: {
        // @ts-expect-error a metric that is not declared
        state: (fee) => [sample(fees.gasExcess, fee.excess)],
      },
    }),
  () => {
    const { params, result } = platform["platform.getBlockByHeight"];
    // @ts-expect-error an example that does not match the schema
    pChain.read({ summary: "", params, result, exampleParams: { height: true } });
  },
];

test("the cases exist for the compiler", () => {
  expect(cases.length).toBe(8);
});
