import type { ExpectedError } from "../api/method.ts";

/** The system's or a library's name for an error, such as ECONNREFUSED. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && error.code !== undefined ? String(error.code) : undefined;

/** Why a call failed, or why its data is not available: the values of the label `reason`. */
export const reasons = [
  "connect",
  "timeout",
  "http_status",
  "host_not_allowed",
  "rpc_error",
  "decode",
  "schema",
  "too_large",
  "bootstrapping",
  "method_unavailable",
] as const;
export type Reason = (typeof reasons)[number];

/** Reason for data that the node does not provide: a state of the node, not a failure.
 *  `api_off`: 404, disabled or not served by this node. `method_unknown`: not supported by the version of the node.
 *  `bootstrapping`: the chain is not available yet. The others are errors that the contract recognizes by their text. */
export type UnavailableReason = "api_off" | "method_unknown" | "bootstrapping" | ExpectedError;

export type NodeFailure =
  /** The connection failed or broke. `code` is the name that the system, TLS or undici gives the error. */
  | { readonly kind: "connect"; readonly code?: string | undefined }
  /** A file that the configuration names cannot be read. */
  | { readonly kind: "file" }
  | { readonly kind: "not_http" }
  /** `queue`: not sent, because an earlier call still holds the lock. `connect`: no connection. `answer`: the
   *  request was sent. */
  | { readonly kind: "timeout"; readonly phase: "queue" | "connect" | "answer" }
  | { readonly kind: "http_status"; readonly status: number }
  | { readonly kind: "host_not_allowed" }
  /** The node returned an error. `refusal`: an error that the contract recognizes as a state of the node. */
  | { readonly kind: "rpc_error"; readonly refusal?: ExpectedError | undefined }
  /** The node does not provide the data: no failure. */
  | { readonly kind: "unavailable"; readonly why: UnavailableReason }
  /** The response is not JSON, violates the contract, or exceeds its size limit. */
  | { readonly kind: "decode" | "schema" | "too_large" };

export type CausedFailure = NodeFailure & { readonly cause?: unknown };

/** Returns the value of the label `reason`. */
function reasonOf(failure: NodeFailure): Reason {
  switch (failure.kind) {
    case "file":
    case "not_http":
      return "connect";
    case "unavailable":
      return failure.why === "bootstrapping" ? "bootstrapping" : "method_unavailable";
    default:
      return failure.kind;
  }
}

/** Errors of a connection that was established: the node's own timeout of 30 s ends so. */
const brokenConnection = ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"];

/** The error of a failed call. The message contains neither the URL nor a header: both can contain credentials. */
export class NodeError extends Error {
  override readonly name = "NodeError";
  readonly failure: NodeFailure;

  constructor(message: string, { cause, ...failure }: CausedFailure) {
    super(message, { cause });
    this.failure = failure;
  }
  get reason(): Reason {
    return reasonOf(this.failure);
  }
  /** Set if the node does not provide the data, which is no failure. */
  get unavailable(): UnavailableReason | undefined {
    if (this.failure.kind === "unavailable") return this.failure.why;
    return this.failure.kind === "rpc_error" ? this.failure.refusal : undefined;
  }
  /** The call was not sent, because an earlier one still holds the lock of the chain. */
  get isUnsent(): boolean {
    return this.failure.kind === "timeout" && this.failure.phase === "queue";
  }
  /** The node may have executed the call, or may still be executing it. */
  get mayHaveExecuted(): boolean {
    switch (this.failure.kind) {
      case "connect":
        return brokenConnection.includes(this.failure.code ?? "");
      case "timeout":
        return this.failure.phase === "answer";
      case "http_status":
        return this.failure.status >= 500;
      default:
        return !["file", "not_http", "host_not_allowed"].includes(this.failure.kind);
    }
  }
}

/** Result of a call that may fail. */
export type Attempt<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: NodeError };

/** Returns the result of a call or its NodeError. Other errors are bugs, and are thrown. */
export const attempt = <T>(call: Promise<T>): Promise<Attempt<T>> =>
  call.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (error instanceof NodeError) return { error };
      throw error;
    },
  );
