/** Code that must not compile: `tsc` fails if any of it does. */
import { expect, test } from "vitest";
import { collector } from "../../src/collectors/collector.ts";
import * as fees from "../../src/collectors/fees.ts";
import { pAccepted } from "../../src/collectors/heights.ts";
import { validatorSet, validators } from "../../src/collectors/kinds/validators.ts";
import { kindOf } from "../../src/engine/metric.ts";
import { from } from "../../src/node-api/contract.ts";
import { methodsOf } from "../../src/node-api/method.ts";
import { platform } from "../../src/node-api/platform.ts";

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
          fees.pFeeState.item(fee),
          // @ts-expect-error the labels of the kind are missing
          validatorSet.item({ count: 1, weight: 1n, largestWeight: 1n }),
          // @ts-expect-error an observation of another kind
          pAccepted.item(fee),
          // @ts-expect-error a field that the result does not have
          fees.pFeeState.item({ ...fee, price: fee.prices }),
        ],
      },
    }),
  () => {
    const { avax, gauge } = kindOf<{ readonly price: bigint; readonly alias: string }>().with("alias");
    // @ts-expect-error a label that an observation does not have
    kindOf<{ readonly price: bigint }>().with("subnet_id");
    // @ts-expect-error money is a bigint of nAVAX, never a float
    avax("avax_a_avax", { help: "", from: "", of: ({ price }) => Number(price) });
    // @ts-expect-error a value that an observation does not have
    gauge("avax_b", { help: "", from: "", of: ({ prices }) => prices });
  },
  () => {
    // @ts-expect-error a method that does not exist
    from("platform.getFees", "price");
    // @ts-expect-error a field that the result does not have
    from("platform.getFeeState", "prices");
    // @ts-expect-error a field of another health check's message, misspelled
    from("health.health", "lastAcceptedHeights");
  },
  () => {
    const { params, result } = platform["platform.getBlockByHeight"];
    // @ts-expect-error an example that does not match the schema
    methodsOf({ path: () => "" }).read({ summary: "", params, result, exampleParams: { height: true } });
  },
  () => {
    const { read } = methodsOf<string>({ path: (chain) => chain });
    // @ts-expect-error results are kept without the chain
    read({ summary: "", isFixed: () => true });
  },
];

test("the cases exist for the compiler", () => {
  expect(cases.length).toBe(10);
});
