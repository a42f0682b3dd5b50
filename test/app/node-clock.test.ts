import { expect, test } from "vitest";
import { createNodeClock } from "../../src/app/evidence.ts";
import { NodeError } from "../../src/node-api/errors.ts";

const now = Date.UTC(2026, 10, 21);
/** Returns a successful call that took half a second, and whose header Date is so many seconds ahead. */
const callAt = (ahead: number) => ({
  ...({ method: "platform.getHeight", nodeId: undefined, seconds: 0.5, bytes: 1 } as const),
  response: { status: 200, headers: { date: new Date(now + 1000 * ahead).toUTCString() } },
});
const error = new NodeError("", { code: "bad_gateway" });
const withoutDate = { ...callAt(0), response: { status: 200, headers: {} } };

test.each([
  ["no call", [], undefined, 0],
  ["a response with the same time", [callAt(0)], 0, 0],
  ["a response of a clock that is 30 s ahead", [callAt(30)], 30, 0],
  ["a response of a clock that is 31 s ahead", [callAt(31)], 31, 31],
  ["a response of a clock that is behind", [callAt(-600)], -598.5, -598.5],
  ["a failed response, which can be that of a proxy", [{ ...callAt(600), error }], undefined, 0],
  ["a failed response after a good one", [callAt(600), { ...callAt(0), error }], 600, 600],
  ["a response without a date", [callAt(600), withoutDate], 600, 600],
  ["a call without a response", [{ ...callAt(600), response: undefined }], undefined, 0],
])(
  "after %s the clock of the node is known, and used if it differs by more than 30 s",
  (_what, calls, difference, used) => {
    const clock = createNodeClock({ date: () => now });
    for (const call of calls) clock.onCall(call);
    expect([clock.difference(), (clock.date() - now) / 1000]).toEqual([difference, used]);
    clock.forget();
    expect([clock.difference(), clock.date()]).toEqual([undefined, now]);
  },
);
