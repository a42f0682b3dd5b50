import { expect, test } from "vitest";
import type { RunClient } from "../../../src/collectors/collector.ts";
import { createFeeHistory, createFeeReader } from "../../../src/collectors/shared/l1-validators.ts";
import { type Answers, failedError, fakeClient, unavailableError } from "../../support/run-collector.ts";

const feeAt = (second: number) => ({ excess: 0, price: 512, timestamp: new Date(second * 1000).toISOString() });

/** A reader, and its calls in order; `readValue` reads the value with this name. */
function reader(answers: Answers) {
  const calls: string[] = [];
  let configs = 0;
  const client = fakeClient(answers);
  const call = async (method: string) => {
    if (method === "platform.getValidatorFeeState") calls.push("fee");
    if (method === "platform.getValidatorFeeConfig") configs++;
    return client.call({ signal: new AbortController().signal }, method as "platform.getValidatorFeeState", {});
  };
  const read = createFeeReader({ call } as never as RunClient<"platform.getValidatorFeeState">, createFeeHistory());
  const readValue = (name: string) =>
    read(async () => {
      calls.push(name);
      return name;
    });
  return { read, readValue, calls, configs: () => configs };
}
/** Returns the fee states of these seconds in order, then the last one again. */
const feesAt = (...seconds: number[]) => ({
  "platform.getValidatorFeeState": () =>
    feeAt(seconds.length > 1 ? (seconds.shift() as number) : (seconds[0] as number)),
});

test("each value is read between two reads of the fee state, which successive values share", async () => {
  const { readValue, calls } = reader({});
  await Promise.all([readValue("a"), readValue("b"), readValue("c")]);
  expect(calls).toEqual(["fee", "a", "fee", "b", "fee", "c", "fee"]);
});

test("a value whose read overlaps a block is read again, with the fee state of the second read", async () => {
  const { readValue, calls } = reader(feesAt(1, 2));
  const { state, value } = await readValue("a");
  expect([calls, state?.timestamp.getTime(), value]).toEqual([["fee", "a", "fee", "a", "fee"], 2000, "a"]);
});

test("if blocks come too fast the third read is used, with the fee state before it", async () => {
  const { readValue, calls } = reader(feesAt(1, 2, 3, 4, 5));
  const { state } = await readValue("a");
  expect([calls.filter((call) => call === "a").length, state?.timestamp.getTime()]).toEqual([3, 3000]);
});

test("a failed read does not affect later reads", async () => {
  const { read, readValue } = reader({});
  const [first, second] = await Promise.allSettled([read(() => Promise.reject(failedError())), readValue("b")]);
  expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
});

test("on a node without the fee methods values are read without the fee", async () => {
  const before = unavailableError("method_unknown");
  const { readValue } = reader({ "platform.getValidatorFeeState": before, "platform.getValidatorFeeConfig": before });
  expect(await readValue("a")).toEqual({ value: "a" });
});

test.each(["platform.getValidatorFeeState", "platform.getValidatorFeeConfig"] as const)(
  "if %s fails the value is read nevertheless, and the result contains the failure",
  async (method) => {
    const { readValue } = reader({ [method]: failedError() });
    const { value, error } = await readValue("a");
    expect([value, error?.reason]).toEqual(["a", "rpc_error"]);
  },
);

test("a fee that is not available yet is not handled as unsupported", async () => {
  const { readValue } = reader({ "platform.getValidatorFeeState": unavailableError("bootstrapping") });
  expect((await readValue("a")).error?.unavailable).toBe("bootstrapping");
});

test("the fee parameters are read once per run", async () => {
  const { readValue, configs } = reader({});
  await Promise.all([readValue("a"), readValue("b")]);
  expect(configs()).toBe(1);
});

test("the growth of the excess is that between the last two states of different times", async () => {
  const excess: Readonly<Record<number, number>> = { 0: 1000, 10: 1050, 20: 1050 };
  let second = 0;
  const { readValue } = reader({
    "platform.getValidatorFeeState": () => ({ ...feeAt(second), excess: excess[second] }),
  });
  expect((await readValue("first")).excessRate).toBeUndefined();
  second = 10;
  await readValue("second");
  expect((await readValue("third")).excessRate).toBe(5);
  second = 20;
  await readValue("fourth");
  expect((await readValue("fifth")).excessRate).toBe(0);
});
