import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createPageSlots } from "../../../src/server/limits/page-limit.ts";

const createResponse = () => new ServerResponse(new IncomingMessage(new Socket()));

/** Forty responses that have their slots; the first one got it a millisecond before the others. */
async function startFull() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const takeSlot = createPageSlots().take;
  const open = Array.from({ length: 40 }, createResponse);
  const [first, ...others] = open.map((response) => async () => expect(await takeSlot(response)).toBe(true));
  await first?.();
  vi.advanceTimersByTime(1);
  for (const take of others) await take();
  return { takeSlot, open };
}

/** Requests a slot and shows the result so far. */
function ask(takeSlot: ReturnType<typeof createPageSlots>["take"], response = createResponse()) {
  const asked = { response, hasSlot: undefined as boolean | undefined };
  void takeSlot(response).then((hasSlot) => {
    asked.hasSlot = hasSlot;
  });
  return asked;
}
/** The end of a stream is reported a tick later. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a request that waits gets the slot of the response that ends next", async () => {
  const { takeSlot, open } = await startFull();
  const waiting = [ask(takeSlot), ask(takeSlot)];
  await settled();
  expect(waiting.map(({ hasSlot }) => hasSlot)).toEqual([undefined, undefined]);
  open[7]?.destroy();
  await settled();
  expect(waiting.map(({ hasSlot }) => hasSlot)).toEqual([true, undefined]);
});

test("the response that has been open longest is aborted for a waiting request, five seconds after it began", async () => {
  const { takeSlot, open } = await startFull();
  const waiting = ask(takeSlot);
  vi.advanceTimersByTime(4998);
  await settled();
  expect([open[0]?.destroyed, waiting.hasSlot]).toEqual([false, undefined]);
  vi.advanceTimersByTime(1);
  await settled();
  expect([open[0]?.destroyed, open[1]?.destroyed, waiting.hasSlot]).toEqual([true, false, true]);
});

test("no response is aborted while no request waits", async () => {
  const { open } = await startFull();
  vi.advanceTimersByTime(60_000);
  expect(open.some(({ destroyed }) => destroyed)).toBe(false);
});

test("forty requests may wait, and one more is refused at once", async () => {
  const { takeSlot } = await startFull();
  const waiting = Array.from({ length: 41 }, () => ask(takeSlot));
  await settled();
  expect(waiting.map(({ hasSlot }) => hasSlot)).toEqual([...Array(40).fill(undefined), false]);
});

test("clients that disconnect while they wait free their places", async () => {
  const { takeSlot } = await startFull();
  for (const { response } of Array.from({ length: 40 }, () => ask(takeSlot))) response.destroy();
  const waiting = ask(takeSlot);
  await settled();
  expect(waiting.hasSlot).toBeUndefined();
});

test("a response whose client has disconnected takes no slot", async () => {
  const takeSlot = createPageSlots().take;
  for (let i = 0; i < 45; i++) {
    const gone = createResponse();
    gone.destroy();
    expect(await takeSlot(gone)).toBe(false);
  }
  const scrapes = Array.from({ length: 40 }, () => ask(takeSlot));
  await settled();
  expect(scrapes.every(({ hasSlot }) => hasSlot)).toBe(true);
});
