import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announceIncident } from "../../src/simulator/incident.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
function announce(timeScale: number) {
  const stop = new AbortController();
  const lines: string[] = [];
  announceIncident({ out: (text) => lines.push(text.trim()), stop: stop.signal }, timeScale);
  return { lines, stop: () => stop.abort() };
}
const announcement = "Validator demo-1 will be offline from minute 5 to minute 20.";
const offline = "Minute 5: validator demo-1 goes offline.";
const online = "Minute 20: validator demo-1 is online again.";

test("each event is printed at its time", () => {
  const { lines } = announce(1);
  expect(lines.splice(0)).toEqual([announcement]);
  vi.advanceTimersByTime(5 * minute);
  expect(lines.splice(0)).toEqual([offline]);
  vi.advanceTimersByTime(10 * minute);
  expect(lines.splice(0)).toEqual([expect.stringMatching(/^Minute 15: the alert AvaxValidatorDisconnected fires/)]);
  vi.advanceTimersByTime(5 * minute);
  expect(lines).toEqual([online]);
});

test("a faster clock shortens the times, and the alert is not announced", () => {
  const { lines } = announce(60);
  vi.advanceTimersByTime(20_000);
  expect(lines).toEqual([announcement, offline, online]);
});

test("with a frozen clock nothing is announced", () => {
  const { lines } = announce(0);
  expect([lines, vi.getTimerCount()]).toEqual([[], 0]);
});

test("nothing is printed after the end", () => {
  const { lines, stop } = announce(1);
  stop();
  vi.advanceTimersByTime(20 * minute);
  expect([lines, vi.getTimerCount()]).toEqual([[announcement], 0]);
});
