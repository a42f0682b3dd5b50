import { errors } from "undici";
import { expect, test } from "vitest";
import { methodOf } from "../../src/api/contract.ts";
import { createSecretMask } from "../../src/lib/redaction.ts";
import { fromSize, fromThrown } from "../../src/rpc/classify.ts";
import { NodeError } from "../../src/rpc/errors.ts";
import { FileError } from "../../src/rpc/transport.ts";

const location = "platform.getHeight at /ext/bc/P";
const thrown = (cause: unknown, phase: "lookup" | "connect" | "answer" = "answer") =>
  fromThrown(cause, location, 5000, phase);
const timeout = new DOMException("too late", "TimeoutError");

test.each<[title: string, error: NodeError | undefined, failure: object, message: string]>([
  [
    "a request without a response",
    thrown(timeout),
    { kind: "timeout", phase: "answer" },
    `${location}: no response within 5 s`,
  ],
  [
    "a request that was not sent",
    thrown(timeout, "connect"),
    { kind: "timeout", phase: "connect" },
    `${location}: the connection timed out`,
  ],
  [
    "a connection that undici gives up",
    thrown(new errors.ConnectTimeoutError("too late")),
    { kind: "timeout", phase: "connect" },
    `${location}: the connection timed out`,
  ],
  [
    "another protocol",
    thrown(new errors.HTTPParserError("bad")),
    { kind: "not_http" },
    expect.stringContaining("not HTTP"),
  ],
  [
    "a file that cannot be read",
    thrown(new FileError("cannot read /token: ENOENT")),
    { kind: "file" },
    `${location}: cannot read /token: ENOENT`,
  ],
  [
    "a code of the system",
    thrown(Object.assign(new Error("refused"), { code: "ECONNREFUSED" })),
    { kind: "connect", code: "ECONNREFUSED" },
    expect.stringMatching(/ \(ECONNREFUSED\)$/),
  ],
])("the error of %s names the failure", (_title, error, failure, message) => {
  expect([error?.failure, error?.message]).toEqual([failure, message]);
});

test("an error of a call is kept, and another one without a code is none", () => {
  const own = new NodeError("closed", { kind: "not_http" }, location);
  expect([thrown(own), thrown(new TypeError("a bug"))]).toEqual([own, undefined]);
});

test("the error of a large response names the limit of its method", () => {
  const method = methodOf("platform.getHeight");
  const error = fromSize({ id: 1, location, method, secrets: createSecretMask([]) });
  expect([error.failure, error.message]).toEqual([
    { kind: "too_large" },
    `${location}: the response exceeds the limit of 1 MiB`,
  ]);
});
