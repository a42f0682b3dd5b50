/** What calls show about the node. */
import { expect, test } from "vitest";
import {
  clockDifferenceAfter,
  createIdentityTracker,
  isReachableAfter,
  observedDate,
} from "../../src/app/call-evidence.ts";
import { type CallRecord, codeOfStatus, NodeError } from "../../src/node-api/errors.ts";

const [light, heavy] = ["platform.getHeight", "platform.getCurrentValidators"] as const;
const call = { method: light, seconds: 0, bytes: 0, nodeId: undefined };
const statusOf = (status: number) => new NodeError("", { code: codeOfStatus(status) });
const [answered, noEvidence, unanswered] = [
  [true, true, true],
  [undefined, true, false],
  [false, false, false],
];
const timeout = new NodeError("", { code: "timeout" });
const bootstrapping = new NodeError("", { code: "bootstrapping" });
const apiOff = new NodeError("", { code: "api_off" });

test.each<[what: string, record: Partial<CallRecord>, status: number | undefined, reachable: readonly unknown[]]>([
  ["a response", {}, 200, answered],
  ["a response that is invalid", { error: new NodeError("", { code: "schema" }) }, 200, answered],
  ["403", { error: statusOf(403) }, 403, [true, true, false]],
  ["429", { error: statusOf(429) }, 429, [true, true, false]],
  ["500", { error: statusOf(500) }, 500, unanswered],
  ["502", { error: statusOf(502) }, 502, unanswered],
  ["503", { error: statusOf(503) }, 503, unanswered],
  ["503 with the ID of the node", { error: statusOf(503), nodeId: "NodeID-own" }, 503, answered],
  ["503 of a node that bootstraps", { error: bootstrapping }, 503, answered],
  ["404 of a proxy that has passed responses of the node", { error: statusOf(404), isOfProxy: true }, 404, unanswered],
  ["403 of such a proxy", { error: statusOf(403), isOfProxy: true }, 403, unanswered],
  ["429 of such a proxy", { error: statusOf(429), isOfProxy: true }, 429, [true, true, false]],
  ["404 of a disabled API", { error: apiOff }, 404, [true, true, false]],
  ["504", { error: statusOf(504) }, 504, unanswered],
  ["504 to a heavy call", { error: statusOf(504), method: heavy }, 504, noEvidence],
  ["503 to a heavy call", { error: statusOf(503), method: heavy }, 503, unanswered],
  ["a timeout", { error: timeout }, undefined, unanswered],
  ["a timeout of a heavy call", { error: timeout, method: heavy }, undefined, noEvidence],
  [
    "a heavy call without a connection",
    { error: new NodeError("", { code: "connect_timeout" }), method: heavy },
    undefined,
    unanswered,
  ],
  ["a timeout of a virtual machine", { error: timeout, isOfVm: true }, undefined, noEvidence],
  ["a refused connection", { error: new NodeError("", { code: "connect" }) }, undefined, unanswered],
])(
  "after %s an unknown, a reachable and an unreachable node are reachable or not",
  (_what, record, status, expected) => {
    const responseOf = (status: number) => ({ response: { status, headers: {} } });
    const last = { ...call, ...(status && responseOf(status)), ...record };
    const reached = isReachableAfter({ ...call, ...responseOf(200) }, undefined);
    const unreached = isReachableAfter(call, undefined);
    expect([undefined, reached, unreached].map((before) => isReachableAfter(last, before))).toEqual(expected);
  },
);

const now = Date.UTC(2026, 10, 21);
/** Returns a successful call that took half a second, and whose header Date is so many seconds ahead. */
const callAt = (ahead: number) => ({
  ...call,
  seconds: 0.5,
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
    let seen: number | undefined;
    for (const call of calls) seen = clockDifferenceAfter(call, now, seen);
    expect([seen, (observedDate(now, seen) - now) / 1000]).toEqual([difference, used]);
  },
);

test.each<[what: string, ids: string, expected: string, minutes?: number]>([
  ["the first node is not a change, and neither is its next response", "AA", "same same"],
  [
    "three changes within five minutes are node changes, the fourth indicates a load balancer",
    "ABABAAB",
    "same changed changed changed balanced same balanced",
  ],
  ["changes five minutes apart are node changes again", "ABABAB", "same changed changed changed balanced changed", 5],
])("%s", (_what, ids, expected, minutes = 0) => {
  let now = 0;
  const see = createIdentityTracker(() => now);
  const seen = [...ids].map((id, i) => {
    if (i === ids.length - 1) now = minutes * 60_000;
    return see(id);
  });
  expect(seen.join(" ")).toBe(expected);
});
