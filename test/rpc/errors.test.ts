import { expect, test } from "vitest";
import { NodeError } from "../../src/rpc/errors.ts";
import type { Reason, UnavailableReason } from "../../src/rpc/failure-texts.ts";
import type { NodeFailure } from "../../src/rpc/failures.ts";

type Expected = { reason: Reason; unavailable?: UnavailableReason; isUnsent?: true; mayHaveExecuted?: true };

test.each<[NodeFailure, Expected]>([
  [{ kind: "connect", code: "ECONNREFUSED" }, { reason: "connect" }],
  [{ kind: "connect" }, { reason: "connect" }],
  [
    { kind: "connect", code: "ECONNRESET" },
    { reason: "connect", mayHaveExecuted: true },
  ],
  [
    { kind: "connect", code: "UND_ERR_SOCKET" },
    { reason: "connect", mayHaveExecuted: true },
  ],
  [{ kind: "file" }, { reason: "connect" }],
  [{ kind: "not_http" }, { reason: "connect" }],
  [
    { kind: "timeout", phase: "queue" },
    { reason: "timeout", isUnsent: true },
  ],
  [{ kind: "timeout", phase: "connect" }, { reason: "timeout" }],
  [
    { kind: "timeout", phase: "answer" },
    { reason: "timeout", mayHaveExecuted: true },
  ],
  [{ kind: "http_status", status: 401 }, { reason: "http_status" }],
  [
    { kind: "http_status", status: 500 },
    { reason: "http_status", mayHaveExecuted: true },
  ],
  [{ kind: "host_not_allowed" }, { reason: "host_not_allowed" }],
  [{ kind: "rpc_error" }, { reason: "rpc_error", mayHaveExecuted: true }],
  [
    { kind: "rpc_error", expectedError: "empty_index" },
    { reason: "rpc_error", unavailable: "empty_index", mayHaveExecuted: true },
  ],
  [
    { kind: "unavailable", reason: "bootstrapping" },
    { reason: "bootstrapping", unavailable: "bootstrapping", mayHaveExecuted: true },
  ],
  [
    { kind: "unavailable", reason: "api_off" },
    { reason: "method_unavailable", unavailable: "api_off", mayHaveExecuted: true },
  ],
  [{ kind: "decode" }, { reason: "decode", mayHaveExecuted: true }],
  [{ kind: "schema" }, { reason: "schema", mayHaveExecuted: true }],
  [{ kind: "too_large" }, { reason: "too_large", mayHaveExecuted: true }],
])("of %j follow reason, unavailability and the work that the node did", (failure, expected) => {
  const { reason, unavailable, isUnsent, mayHaveExecuted } = new NodeError("it failed", failure);
  expect({ reason, unavailable, isUnsent, mayHaveExecuted }).toEqual({
    unavailable: undefined,
    isUnsent: false,
    mayHaveExecuted: false,
    ...expected,
  });
});

test("the cause of an error is not part of its failure", () => {
  const cause = new Error("why");
  const error = new NodeError("it failed", { kind: "decode", cause });
  expect([error.cause, error.failure]).toEqual([cause, { kind: "decode" }]);
});
