import { expect, test } from "vitest";
import { type FailureCode, failures } from "../../src/rpc/failure-texts.ts";
import { codeOf, describe, fixOf, type NodeFailure } from "../../src/rpc/failures.ts";

const url = "http://node.example/rpc";

test.each<[NodeFailure, FailureCode]>([
  [{ kind: "connect", code: "ECONNREFUSED" }, "refused"],
  [{ kind: "connect", code: "CERT_HAS_EXPIRED" }, "tls_expired"],
  [{ kind: "connect", code: "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION" }, "tls_aborted"],
  [{ kind: "connect", code: "EWHATEVER" }, "connect"],
  [{ kind: "connect" }, "connect"],
  [{ kind: "not_http" }, "not_http"],
  [{ kind: "timeout", phase: "connect" }, "connect_timeout"],
  [{ kind: "timeout", phase: "answer" }, "timeout"],
  [{ kind: "timeout", phase: "queue" }, "timeout"],
  [{ kind: "http_status", status: 204 }, "unexpected_status"],
  [{ kind: "http_status", status: 307 }, "redirect"],
  [{ kind: "http_status", status: 401 }, "unauthorized"],
  [{ kind: "http_status", status: 404 }, "wrong_path"],
  [{ kind: "http_status", status: 405 }, "no_post"],
  [{ kind: "http_status", status: 501 }, "no_post"],
  [{ kind: "http_status", status: 500 }, "server_error"],
  [{ kind: "http_status", status: 502 }, "bad_gateway"],
  [{ kind: "rpc_error" }, "rpc_error"],
  [{ kind: "rpc_error", expectedError: "empty_index" }, "empty_index"],
  [{ kind: "decode" }, "not_json"],
  [{ kind: "decode", found: "web_page" }, "web_page"],
  [{ kind: "schema" }, "schema"],
  [{ kind: "schema", found: "repeated_credential" }, "repeated_credential"],
  [{ kind: "unavailable", reason: "api_off", flag: "--index-enabled" }, "api_off"],
  [{ kind: "unavailable", reason: "api_off" }, "not_served"],
  [{ kind: "unavailable", reason: "method_unknown" }, "method_unknown"],
  [{ kind: "unavailable", reason: "method_unknown", isOfEthereum: true }, "method_not_selected"],
])("the code of %j is %s", (failure, code) => {
  expect(codeOf(failure)).toBe(code);
});

test.each<[string, NodeFailure, string]>([
  ["a wrong path quotes the URL", { kind: "http_status", status: 404 }, url],
  ["a web page quotes the URL", { kind: "decode", found: "web_page" }, url],
  ["a redirect names the target", { kind: "http_status", status: 302 }, "set `node.url` to the redirect target"],
  ["a server that takes no POST names the port of nodes", { kind: "http_status", status: 501 }, "port 9650 by default"],
  [
    "an Ethereum method names the configuration of the chain",
    { kind: "unavailable", reason: "method_unknown", isOfEthereum: true },
    "add `chain` to `apis` in the configuration of the chain (before AvalancheGo 1.15: `internal-blockchain` to `eth-apis`)",
  ],
  ["a 401 names the credentials", { kind: "http_status", status: 401 }, "`node.basic_auth`"],
  [
    "a disabled API that a stock node lacks begins with the exporter",
    { kind: "unavailable", reason: "api_off", flag: "--index-enabled" },
    "disable the collector with `--no-collector.index`, or start the node with `--index-enabled=true --index-allow-incomplete=true`: without `--index-allow-incomplete=true`, a node that has run without an index does not start",
  ],
  [
    "a disabled API that a stock node has begins with the node",
    { kind: "unavailable", reason: "api_off", flag: "--api-info-enabled" },
    "start the node with `--api-info-enabled=true`, or disable the collector",
  ],
])("the fix of %s", (_what, failure, part) => {
  expect(fixOf(failure, url)).toContain(part);
});

test("descriptions are parts of messages: without code, and they do not repeat the fix", () => {
  expect(describe({ kind: "http_status", status: 404 })).toBe(
    "the server does not serve /ext/bc/P, which every node serves",
  );
  for (const { what, fix } of Object.values(failures)) {
    expect(what).not.toContain(fix);
    expect(fix).not.toContain(what);
  }
});
