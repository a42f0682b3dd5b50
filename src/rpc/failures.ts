/** Failures of calls, and the entry of each in the table of failures. */
import type { ExpectedError } from "../api/method.ts";
import { type ApiFlagName, apiOf, howToEnable, isOffByDefault } from "../api/node-flags.ts";
import { type FailureCode, type FailureText, failures, type Reason, type UnavailableReason } from "./failure-texts.ts";

export type NodeFailure =
  /** The connection failed or broke. `code` is the name that the system, TLS or undici gives the error. */
  | { readonly kind: "connect"; readonly code?: string | undefined }
  /** A file that the configuration names cannot be read. */
  | { readonly kind: "file" }
  | { readonly kind: "not_http" }
  /** `queue`: not sent, because an earlier call still holds the lock. `lookup`: no address of the host. `connect`: no connection.
   *  `answer`: the request was sent. */
  | { readonly kind: "timeout"; readonly phase: "queue" | "lookup" | "connect" | "answer" }
  /** `retryAfterMs`: the delay that the header Retry-After of a 429 or 503 asks for. `retryAt`: its end, in milliseconds since 1970. */
  | { readonly kind: "http_status"; readonly status: number; readonly retryAfterMs?: number; readonly retryAt?: number }
  | { readonly kind: "host_not_allowed" }
  /** The node returned an error. `expectedError`: an error that the contract recognizes as a state of the node. `wrong_id`: the
   *  configuration has an ID that the node does not know. */
  | { readonly kind: "rpc_error"; readonly expectedError?: ExpectedError | "wrong_id" | undefined }
  /** The node does not provide the data: no failure. `flag`: the flag of the node that enables the API. `isOfEthereum`: the
   *  configuration of the chain selects the method. */
  | {
      readonly kind: "unavailable";
      readonly reason: UnavailableReason;
      readonly flag?: ApiFlagName | undefined;
      readonly isOfEthereum?: boolean | undefined;
    }
  /** The response is not JSON. */
  | { readonly kind: "decode"; readonly found?: "web_page" | "empty" }
  /** The response violates the contract. */
  | { readonly kind: "schema"; readonly found?: "repeated_credential" }
  /** The response exceeds the size limit of the method, or a list the limit of the exporter. */
  | { readonly kind: "too_large"; readonly found?: "too_many_utxos" };

/** By the name that the system, TLS or undici gives an error. */
const connectionCodes: Readonly<Record<string, FailureCode>> = {
  CERT_HAS_EXPIRED: "tls_expired",
  CERT_NOT_YET_VALID: "tls_not_yet_valid",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls_untrusted",
  SELF_SIGNED_CERT_IN_CHAIN: "tls_untrusted",
  UNABLE_TO_GET_ISSUER_CERT: "tls_untrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls_untrusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls_untrusted",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls_other_host",
  ERR_SSL_WRONG_VERSION_NUMBER: "tls_not_spoken",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "tls_not_spoken",
  ECONNREFUSED: "refused",
  ECONNRESET: "closed",
  EPIPE: "closed",
  UND_ERR_SOCKET: "closed",
  EHOSTUNREACH: "unroutable",
  ENETUNREACH: "unroutable",
  ENOTFOUND: "unresolved",
  EAI_AGAIN: "dns",
  UND_ERR_INVALID_ARG: "invalid_header",
  EMFILE: "descriptors",
  ENFILE: "descriptors",
};

export const statusCodes: Readonly<Record<number, FailureCode>> = {
  400: "bad_request",
  401: "unauthorized",
  403: "forbidden",
  404: "wrong_path",
  405: "no_post",
  407: "proxy_credentials",
  429: "rate_limited",
  501: "no_post",
  502: "bad_gateway",
  503: "bad_gateway",
  504: "bad_gateway",
};
const codeOfStatus = (status: number): FailureCode =>
  statusCodes[status] ??
  (status >= 500 ? "server_error" : status >= 300 && status < 400 ? "redirect" : "unexpected_status");

const timeoutCodes = { queue: "timeout", lookup: "dns", connect: "connect_timeout", answer: "timeout" } as const;

/** Returns the code of a failure: its entry in the table. */
export function codeOf(failure: NodeFailure): FailureCode {
  switch (failure.kind) {
    case "connect": {
      const { code = "" } = failure;
      return connectionCodes[code] ?? (code.startsWith("ERR_SSL_") ? "tls_aborted" : "connect");
    }
    case "timeout":
      return timeoutCodes[failure.phase];
    case "http_status":
      return codeOfStatus(failure.status);
    case "rpc_error":
      return failure.expectedError ?? "rpc_error";
    case "decode":
      return failure.found ?? "not_json";
    case "schema":
      return failure.found ?? "schema";
    case "too_large":
      return failure.found ?? "too_large";
    case "unavailable":
      if (failure.reason === "method_unknown" && failure.isOfEthereum) return "method_not_selected";
      return failure.reason === "api_off" && failure.flag === undefined ? "not_served" : failure.reason;
    default:
      return failure.kind;
  }
}

const failureTextOf = (failure: NodeFailure): FailureText => failures[codeOf(failure)];

export const unavailableOf = (failure: NodeFailure): UnavailableReason | undefined =>
  failureTextOf(failure).unavailable;
export const reasonOf = (failure: NodeFailure): Reason => failureTextOf(failure).reason;

/** Reasons for data that is not available because of the configuration or the node's version. */
const unexpectedReasons: readonly (UnavailableReason | undefined)[] = ["method_unknown", "not_found"];
/** Returns whether data that is not available is no problem: it will come, or its collector needs an API that a stock node lacks. */
export function isExpected(failure: NodeFailure): boolean {
  const reason = unavailableOf(failure);
  if (reason !== "api_off") return reason !== undefined && !unexpectedReasons.includes(reason);
  return failure.kind === "unavailable" && isOffByDefault(failure.flag);
}

/** Returns the text without backticks. */
export const withoutCode = (text: string) => text.replaceAll("`", "");

/** Returns the description of a failure without backticks: a part of a message. */
export const describe = (failure: NodeFailure): string => withoutCode(failureTextOf(failure).what);

/** Returns the steps against a disabled API. For one that a stock node lacks, a setting of the exporter comes first. */
const enableOrDoWithout = (flag: ApiFlagName): string =>
  isOffByDefault(flag)
    ? `disable the collector with \`--no-collector.${apiOf(flag)}\`, or ${howToEnable(flag)}`
    : `${howToEnable(flag)}, or disable the collector`;

/** Returns the steps against a failure of the node at this URL, which must not contain a secret. */
export function fixOf(failure: NodeFailure, url: string): string {
  const flag = failure.kind === "unavailable" ? failure.flag : undefined;
  const { fix } = failureTextOf(failure);
  return fix.replaceAll("{url}", url).replaceAll("{enable}", flag === undefined ? "" : enableOrDoWithout(flag));
}

/** Returns the steps without backticks. */
export const plainFixOf = (failure: NodeFailure, url: string): string => withoutCode(fixOf(failure, url));
