import { expect, test } from "vitest";
import type { RunClient } from "../../../src/collectors/collector.ts";
import { createFeeReader } from "../../../src/collectors/shared/fee-reader.ts";
import { type Answers, failedError, fakeClient, unavailableError } from "../../support/run-collector.ts";

const feeAt = (second: number) => ({ excess: 0, price: 512, timestamp: new Date(second * 1000).toISOString() });

/** A reader, and what was called, in order; `thing` reads one thing called so. */
function reader(answers: Answers) {
  const calls: string[] = [];
  let configs = 0;
  const client = fakeClient(answers);
  const call = async (method: string) => {
    if (method === "platform.getValidatorFeeState") calls.push("fee");
    if (method === "platform.getValidatorFeeConfig") configs++;
    return client.call({ signal: new AbortController().signal }, method as "platform.getValidatorFeeState", {});
  };
  const read = createFeeReader({ call } as never as RunClient<"platform.getValidatorFeeState">);
  const thing = (name: string) =>
    read(async () => {
      calls.push(name);
      return name;
    });
  return { read, thing, calls, configs: () => configs };
}
/** The fee state of these seconds, one after the other, then the last one. */
const feesAt = (...seconds: number[]) => ({
  "platform.getValidatorFeeState": () =>
    feeAt(seconds.length > 1 ? (seconds.shift() as number) : (seconds[0] as number)),
});

test("each thing stands between two readings of the fee state, and one reading serves its neighbours", async () => {
  const { thing, calls } = reader({});
  await Promise.all([thing("a"), thing("b"), thing("c")]);
  expect(calls).toEqual(["fee", "a", "fee", "b", "fee", "c", "fee"]);
});

test("a thing that a block fell upon is read again, and stands beside the fee state of its second reading", async () => {
  const { thing, calls } = reader(feesAt(1, 2));
  const { state, value } = await thing("a");
  expect([calls, state?.timestamp.getTime(), value]).toEqual([["fee", "a", "fee", "a", "fee"], 2000, "a"]);
});

test("where blocks come too fast the third reading stands, with the fee state before it", async () => {
  const { thing, calls } = reader(feesAt(1, 2, 3, 4, 5));
  const { state } = await thing("a");
  expect([calls.filter((call) => call === "a").length, state?.timestamp.getTime()]).toEqual([3, 3000]);
});

test("one thing that fails leaves the others alone", async () => {
  const { read, thing } = reader({});
  const [first, second] = await Promise.allSettled([read(() => Promise.reject(failedError())), thing("b")]);
  expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
});

test("on a node from before the fee things are read without one", async () => {
  const before = unavailableError("method_unknown");
  const { thing } = reader({ "platform.getValidatorFeeState": before, "platform.getValidatorFeeConfig": before });
  expect(await thing("a")).toEqual({ value: "a" });
});

test.each(["platform.getValidatorFeeState", "platform.getValidatorFeeConfig"] as const)(
  "where %s fails the thing is read all the same, and the failure stands beside it",
  async (method) => {
    const { thing } = reader({ [method]: failedError() });
    const { value, error } = await thing("a");
    expect([value, error?.reason]).toEqual(["a", "rpc_error"]);
  },
);

test("a fee that is not there yet is not taken for one that never was", async () => {
  const { thing } = reader({ "platform.getValidatorFeeState": unavailableError("bootstrapping") });
  expect((await thing("a")).error?.unavailable).toBe("bootstrapping");
});

test("the constants are read once for all things", async () => {
  const { thing, configs } = reader({});
  await Promise.all([thing("a"), thing("b")]);
  expect(configs()).toBe(1);
});
