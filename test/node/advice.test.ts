import { expect, test } from "vitest";
import { advice, adviceOf, describe } from "../../src/node/advice.ts";
import type { NodeFailure } from "../../src/node/errors.ts";

test.each<[NodeFailure, string]>([
  [{ kind: "connect", code: "CERT_HAS_EXPIRED" }, "renew it"],
  [{ kind: "connect", code: "EWHATEVER" }, advice.connect],
  [{ kind: "connect" }, advice.connect],
  [{ kind: "http_status", status: 307 }, "set `node.url` to the redirect target"],
  [{ kind: "http_status", status: 429 }, "request a higher limit"],
  [{ kind: "http_status", status: 502 }, "check the logs of both"],
  [{ kind: "timeout", phase: "answer" }, advice.timeout],
  [{ kind: "rpc_error" }, advice.rpc_error],
  [{ kind: "rpc_error", refusal: "empty_index" }, advice.empty_index],
  [{ kind: "unavailable", why: "api_off" }, advice.api_off],
  [{ kind: "schema" }, advice.schema],
])("the advice on %j is the most precise", (failure, expected) => {
  expect(adviceOf(failure)).toBe(expected);
});

test.each<[NodeFailure, string | undefined]>([
  [{ kind: "connect", code: "ENOTFOUND" }, "the host name does not resolve: correct node.url"],
  [{ kind: "connect", code: "ECONNRESET" }, "the connection was reset"],
  [{ kind: "connect", code: "EWHATEVER" }, undefined],
  [{ kind: "not_http" }, "the response is not HTTP: correct node.url"],
  [
    { kind: "file" },
    "a file cannot be read: correct the path of the file in the configuration, or make the file readable for the exporter",
  ],
])("the description of %j has its precise advice, without code", (failure, expected) => {
  expect(describe(failure)).toBe(expected);
});
