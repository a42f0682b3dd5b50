import type { Refusal } from "../contract/method.ts";

/** The system's or a library's name for an error, such as ECONNREFUSED. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;

/** Why a call failed: the values of the label `reason`. */
export const failureReasons = [
  "connect",
  "timeout",
  "http_status",
  "host_not_allowed",
  "rpc_error",
  "decode",
  "schema",
  "too_large",
] as const;
/** And why it had no answer although nothing is wrong. */
export const reasons = [...failureReasons, "bootstrapping", "method_unavailable"] as const;
export type Reason = (typeof reasons)[number];
export type FailureReason = (typeof failureReasons)[number];

/** What the node does not offer, by name: a state of the node, not a failure.
 *  `api_off`: 404, switched off or not served by this node. `method_unknown`: the node's version lacks the method.
 *  `bootstrapping`: the chain is not there yet. The others are refusals that the contract knows by their text. */
export type Unavailability = "api_off" | "method_unknown" | "bootstrapping" | Refusal;
type Details = {
  readonly reason: Reason;
  readonly unavailable?: Unavailability | undefined;
  readonly unsent?: boolean;
  readonly worked?: boolean;
  readonly cause?: unknown;
};

export class NodeError extends Error {
  override readonly name = "NodeError";
  readonly reason: Reason;
  /** Set where the node does not offer what was asked: no failure. */
  readonly unavailable: Unavailability | undefined;
  /** The call was not sent, because an earlier one on its lane had no answer yet. */
  readonly unsent: boolean;
  /** The node has worked on the call, or still does, as far as can be told. */
  readonly worked: boolean;

  constructor(message: string, options: Details) {
    super(message, { cause: options.cause });
    this.reason = options.reason;
    this.unavailable = options.unavailable;
    this.unsent = options.unsent ?? false;
    this.worked = options.worked ?? !this.unsent;
  }
}
