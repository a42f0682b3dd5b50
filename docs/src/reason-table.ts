/** The table of failure reasons, their meaning and the advice on them. */
import { advice } from "../../src/node/advice.ts";
import { type Reason, reasons } from "../../src/node/errors.ts";
import { code, table } from "./markdown.ts";

const meanings: Readonly<Record<Reason, string>> = {
  connect: "connection refused or reset, name not found, TLS failure, not HTTP, or unreadable secret file",
  timeout: "no complete response within the timeout",
  http_status: "HTTP status other than 200 (redirects are not followed)",
  host_not_allowed: "the node rejected the Host header (403)",
  rpc_error: "the node returned an error",
  decode: "not JSON, or empty",
  schema: "JSON that does not match the schema of the method: wrong ID, wrong field, repeated credential",
  too_large: "larger than the limit of the method: 1 MiB, for lists and blocks up to 32 MiB",
  bootstrapping: "not a failure: the chain is still bootstrapping",
  method_unavailable: "not a failure: the API is disabled, or the node's version lacks the method",
};

const adviceFor = (reason: Reason) =>
  reason === "method_unavailable"
    ? `API disabled: ${advice.api_off}. Method unknown: ${advice.method_unknown}`
    : advice[reason];

export const reasonTable = (): string =>
  table(
    ["Reason", "Meaning", "Fix"],
    reasons.map((reason) => [code(reason), meanings[reason], adviceFor(reason)]),
  );
