import { errors } from "undici";
import { expect, test } from "vitest";
import {
  type FailureCode,
  failures,
  fixOf,
  isExpected,
  NodeError,
  type NodeFailure,
  states,
} from "../../src/node-api/errors.ts";
import { fromThrown } from "../../src/node-api/transport.ts";

const url = "http://node.example/rpc";

test.each<[string, NodeFailure, string]>([
  ["a wrong path quotes the URL", { code: "wrong_path" }, url],
  ["a response that is not JSON quotes the URL", { code: "not_json" }, url],
  ["a disabled API without a flag", { code: "api_off" }, "disable the collector"],
  [
    "a disabled API that a stock node lacks begins with the exporter",
    { code: "api_off", flag: "--index-enabled" },
    "disable the collector with `--no-collector.index`, or start the node with `--index-enabled=true --index-allow-incomplete=true`: without `--index-allow-incomplete=true`, a node that has run without an index does not start",
  ],
  [
    "a disabled API that a stock node has begins with the node",
    { code: "api_off", flag: "--api-info-enabled" },
    "start the node with `--api-info-enabled=true`, or disable the collector",
  ],
])("the fix of %s", (_what, failure, part) => {
  expect(fixOf(failure, url)).toContain(part);
});

test("descriptions are parts of messages: without code, and they do not repeat the fix", () => {
  for (const { what, fix } of Object.values({ ...failures, ...states })) {
    expect(what).not.toMatch(/`|\{/);
    expect(what).not.toContain(fix);
    expect(fix).not.toContain(what);
  }
});

test.each<[boolean, NodeFailure]>([
  [false, { code: "refused" }],
  [true, { code: "bootstrapping" }],
  [true, { code: "not_validator" }],
  [false, { code: "method_unknown" }],
  [false, { code: "not_found" }],
  [true, { code: "api_off", flag: "--index-enabled" }],
  [false, { code: "api_off", flag: "--api-info-enabled" }],
  [false, { code: "api_off" }],
])("it is %s that %j is no problem", (expected, failure) => {
  expect(isExpected(failure)).toBe(expected);
});

/** Failures of calls that the node has not read. */
const unexecuted: readonly FailureCode[] = [
  "refused",
  "dns",
  "tls_untrusted",
  "tls_other_host",
  "tls_not_spoken",
  "tls",
  "invalid_header",
  "file",
  "not_http",
  "connect",
  "connect_timeout",
  "unsent",
  "redirect",
  "unauthorized",
  "wrong_path",
  "rate_limited",
  "http_status",
  "host_not_allowed",
];

test("the node may have executed a call unless its failure shows that it has not", () => {
  const codes = Object.keys({ ...failures, ...states }) as FailureCode[];
  expect(codes.filter((code) => !new NodeError("it failed", { code }).mayHaveExecuted)).toEqual(unexecuted);
});

test("an error has the labels of its failure, and its cause is not part of that", () => {
  const cause = new Error("why");
  const [state, failure] = [new NodeError("", { code: "empty_index" }), new NodeError("", { code: "not_json", cause })];
  expect([state.reason, state.unavailable]).toEqual(["rpc_error", "empty_index"]);
  expect([failure.reason, failure.unavailable, failure.cause]).toEqual(["decode", undefined, cause]);
  expect(failure.failure).toEqual({ code: "not_json" });
});

const location = "platform.getHeight at /ext/bc/P";
const tooLate = new DOMException("too late", "TimeoutError");
const ofSystem = (code: string) => Object.assign(new Error("it failed"), { code });
const thrown = (cause: unknown, phase: "lookup" | "connect" | "answer" = "answer") =>
  fromThrown(cause, location, 5000, phase);

test.each<[FailureCode, string, NodeError | undefined]>([
  ["timeout", "no response within 5 s", thrown(tooLate)],
  ["connect_timeout", "the connection timed out", thrown(tooLate, "connect")],
  ["connect_timeout", "the connection timed out", thrown(new errors.ConnectTimeoutError("too late"))],
  ["dns", "the lookup of the host name did not end within 5 s", thrown(tooLate, "lookup")],
  ["not_http", "the response is not HTTP", thrown(new errors.HTTPParserError("bad"))],
  ["refused", "connection refused (ECONNREFUSED)", thrown(ofSystem("ECONNREFUSED"))],
  ["closed", "the connection was closed (UND_ERR_SOCKET)", thrown(ofSystem("UND_ERR_SOCKET"))],
  ["dns", "the host name does not resolve (ENOTFOUND)", thrown(ofSystem("ENOTFOUND"))],
  ["tls", "the TLS handshake failed (CERT_HAS_EXPIRED)", thrown(ofSystem("CERT_HAS_EXPIRED"))],
  ["tls", "the TLS handshake failed (ERR_SSL_NO_CIPHERS)", thrown(ofSystem("ERR_SSL_NO_CIPHERS"))],
  ["connect", "the connection failed (EWHATEVER)", thrown(ofSystem("EWHATEVER"))],
])("an exception is the failure %s: %s", (code, detail, error) => {
  expect([error?.failure, error?.detail, error?.message]).toEqual([{ code }, detail, `${location}: ${detail}`]);
});

test("an error of a call is kept, and another one without a code is a bug", () => {
  const own = new NodeError("closed", { code: "not_http" }, location);
  expect([thrown(own), thrown(new TypeError("a bug"))]).toEqual([own, undefined]);
});
