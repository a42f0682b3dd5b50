import { expect, test } from "vitest";
import type { RunClient } from "../../../src/collectors/collector.ts";
import { createFeeReader, type feeMethods } from "../../../src/collectors/shared/l1-validators.ts";
import { type Answers, failedError, fakeClient, unavailableError } from "../../support/run-collector.ts";

const feeAt = (second: number, excess = 0) => ({
  excess,
  price: 512,
  timestamp: new Date(second * 1000).toISOString(),
});

/** Returns a function that reads the fee as one run does, and the methods that it has called. */
function reader(answers: Answers = {}) {
  const calls: string[] = [];
  const client = fakeClient(answers);
  const { signal } = new AbortController();
  const call = (method: (typeof feeMethods)[number]) => {
    calls.push(method);
    return client.call({ signal }, method, {}).then(({ result }) => result);
  };
  const read = createFeeReader();
  return { calls, read: () => read({ call } as never as RunClient<(typeof feeMethods)[number]>) };
}

test("on a node without the fee methods nothing is known, which is no failure", async () => {
  const before = unavailableError("method_unknown");
  const { read } = reader({ "platform.getValidatorFeeState": before, "platform.getValidatorFeeConfig": before });
  expect(await read()).toEqual({});
});

test.each(["platform.getValidatorFeeState", "platform.getValidatorFeeConfig"] as const)(
  "if %s fails the result contains the failure",
  async (method) => {
    const { error } = await reader({ [method]: failedError() }).read();
    expect(error?.reason).toBe("rpc_error");
  },
);

test("a fee that is not available yet is not handled as unsupported", async () => {
  const { error } = await reader({ "platform.getValidatorFeeState": unavailableError("bootstrapping") }).read();
  expect(error?.unavailable).toBe("bootstrapping");
});

test("the state is read in each run, and the parameters in every twentieth", async () => {
  const { calls, read } = reader();
  for (let run = 0; run < 40; run++) await read();
  const count = (method: string) => calls.filter((one) => one === method).length;
  expect([count("platform.getValidatorFeeState"), count("platform.getValidatorFeeConfig")]).toEqual([40, 2]);
});

test("the growth of the excess is that between the last two states of different times", async () => {
  const states = [feeAt(0, 1000), feeAt(10, 1050), feeAt(10, 1050), feeAt(20, 1050)];
  let next = 0;
  const { read } = reader({ "platform.getValidatorFeeState": () => states[next++] ?? {} });
  const rates: (number | undefined)[] = [];
  for (const _ of states) rates.push((await read()).excessRate);
  expect(rates).toEqual([undefined, 5, 5, 0]);
});
