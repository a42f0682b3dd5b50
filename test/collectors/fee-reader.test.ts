import { expect, test } from "vitest";
import type { Node } from "../../src/collectors/collector.ts";
import { createFeeReader } from "../../src/collectors/fee-reader.ts";
import { NodeError } from "../../src/node/errors.ts";
import { type Answers, absent, answering, failed } from "../support/round.ts";

const feeAt = (second: number) => ({ excess: 0, price: 512, timestamp: new Date(second * 1000).toISOString() });

/** A reader, and what was called, in order; `thing` reads one thing called so. */
function reader(answers: Answers) {
  const calls: string[] = [];
  const client = answering(answers);
  const call = async (method: string) => {
    if (method === "platform.getValidatorFeeState") calls.push("fee");
    return client.call({ signal: new AbortController().signal }, method as "platform.getValidatorFeeState", {});
  };
  const read = createFeeReader({ call } as never as Node<"platform.getValidatorFeeState">);
  const thing = (name: string) =>
    read(async () => {
      calls.push(name);
      return name;
    });
  return { read, thing, calls };
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
  const { version, value } = await thing("a");
  expect([calls, version?.timestamp.getTime(), value]).toEqual([["fee", "a", "fee", "a", "fee"], 2000, "a"]);
});

test("where blocks come too fast the third reading stands, with the fee state before it", async () => {
  const { thing, calls } = reader(feesAt(1, 2, 3, 4, 5));
  const { version } = await thing("a");
  expect([calls.filter((call) => call === "a").length, version?.timestamp.getTime()]).toEqual([3, 3000]);
});

test("one thing that fails leaves the others alone", async () => {
  const { read, thing } = reader({});
  const [first, second] = await Promise.allSettled([read(() => Promise.reject(failed())), thing("b")]);
  expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
});

test("on a node from before the fee things are read without one", async () => {
  const before = absent("method_unknown");
  const { thing } = reader({ "platform.getValidatorFeeState": before, "platform.getValidatorFeeConfig": before });
  expect(await thing("a")).toEqual({ version: undefined, value: "a", config: undefined });
});

test("a fee state that cannot be read is no fee state of its own kind: the thing fails with it", async () => {
  const { thing } = reader({ "platform.getValidatorFeeState": failed() });
  await expect(thing("a")).rejects.toThrow(NodeError);
});
