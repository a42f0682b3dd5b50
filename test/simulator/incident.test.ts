import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createChain } from "../../src/simulator/chain.ts";
import { announceIncident } from "../../src/simulator/incident.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
function announce(timeScale = 1) {
  const stop = new AbortController();
  const lines: string[] = [];
  const start = Date.UTC(2026, 10, 21);
  const chain = createChain({ start: new Date(start), hasIncident: true });
  announceIncident({ out: (text) => lines.push(text.trim()), stop: stop.signal }, chain, timeScale);
  const advanceTo = (minutes: number) => {
    chain.advance(new Date(start + minutes * minute));
    vi.advanceTimersByTime(1000);
  };
  return { lines, advanceTo, stop: () => stop.abort() };
}
const announcement = "Validator demo-1 will be offline from minute 5 to minute 20.";

test("each change is printed when the validator of the simulated chain changes", () => {
  const { lines, advanceTo } = announce();
  expect(lines.splice(0)).toEqual([announcement]);
  advanceTo(4.9);
  expect(lines).toEqual([]);
  advanceTo(5.1);
  expect(lines.splice(0)).toEqual(["Minute 5: validator demo-1 goes offline."]);
  advanceTo(19.9);
  expect(lines).toEqual([]);
  advanceTo(20.1);
  expect(lines.splice(0)).toEqual(["Minute 20: validator demo-1 is online again."]);
  advanceTo(90);
  expect(lines).toEqual([]);
});

test("with a frozen clock nothing is announced", () => {
  const { lines } = announce(0);
  expect([lines, vi.getTimerCount()]).toEqual([[], 0]);
});

test("nothing is printed after the end", () => {
  const { lines, advanceTo, stop } = announce();
  stop();
  advanceTo(6);
  expect([lines, vi.getTimerCount()]).toEqual([[announcement], 0]);
});
