/** Which calls are evidence about the node. */
import { expect, test } from "vitest";
import { createReachability } from "../../src/app/evidence.ts";
import { type CallRecord, codeOfStatus, NodeError } from "../../src/node-api/errors.ts";

const [light, heavy] = ["platform.getHeight", "platform.getCurrentValidators"] as const;
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
    const call = { method: light, seconds: 0, bytes: 0, nodeId: undefined };
    const responseOf = (status: number) => ({ response: { status, headers: {} } });
    const last = { ...call, ...(status && responseOf(status)), ...record };
    const reachable = [[], [{ ...call, ...responseOf(200) }], [call]].map((before) => {
      const reachability = createReachability();
      for (const one of [...before, last]) reachability.onCall(one);
      return reachability.isReachable();
    });
    expect(reachable).toEqual(expected);
  },
);
