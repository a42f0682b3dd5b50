/** Reasons of failed calls, their meaning and the advice on them, as a table of the README. */
import { advice } from "../../src/node/advice.ts";
import { type Reason, reasons } from "../../src/node/errors.ts";
import { code, table } from "./markdown.ts";

const meanings: Readonly<Record<Reason, string>> = {
  connect: "refused, name not found, TLS refused, connection reset, not HTTP, or a file of secrets cannot be read",
  timeout: "no complete answer in time",
  http_status: "a status other than 200, or a redirect, which is not followed",
  host_not_allowed: "the node does not accept the host name (403)",
  rpc_error: "the node answered with an error",
  decode: "not JSON, or empty",
  schema: "JSON, but not what the method answers: a wrong ID, a wrong field, a repeated credential",
  too_large: "more than the method's limit: 1 MiB, for lists and blocks up to 32 MiB",
  bootstrapping: "no failure: the chain is not ready yet",
  method_unavailable: "no failure: the API is disabled, or the node's version lacks the method",
};

const adviceFor = (reason: Reason) =>
  reason === "method_unavailable"
    ? `API disabled: ${advice.api_off}. Method unknown: ${advice.method_unknown}`
    : advice[reason];

export const reasonTable = (): string =>
  table(
    ["Reason", "Meaning", "What to do"],
    reasons.map((reason) => [code(reason), meanings[reason], adviceFor(reason)]),
  );
