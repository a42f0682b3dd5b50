import type { Reason, UnavailableReason } from "./failure-texts.ts";
import { type NodeFailure, reasonOf, unavailableOf } from "./failures.ts";

/** The system's or a library's name for an error, such as ECONNREFUSED. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && error.code !== undefined ? String(error.code) : undefined;

export type CausedFailure = NodeFailure & { readonly cause?: unknown };

/** Codes of a connection that broke after it was established, for example when the node's limit of 30 s is reached. */
const brokenConnection = ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"];

/** The error of a failed call. The message contains neither the URL nor a header: both can contain credentials. */
export class NodeError extends Error {
  override readonly name = "NodeError";
  readonly failure: NodeFailure;
  /** The message without the method and the path of the call. */
  readonly detail: string;
  /** The virtual machine of a chain has failed, which shows nothing about the node. */
  isOfVm = false;

  constructor(detail: string, { cause, ...failure }: CausedFailure, location?: string) {
    super(location === undefined ? detail : `${location}: ${detail}`, { cause });
    this.failure = failure;
    this.detail = detail;
  }
  /** The label `reason` of the metrics. */
  get reason(): Reason {
    return reasonOf(this.failure);
  }
  /** Set if the node does not provide the data, which is no failure. */
  get unavailable(): UnavailableReason | undefined {
    return unavailableOf(this.failure);
  }
  /** The earliest time of the next try, such as "after 08:30:05 UTC", if a proxy has set it. */
  get nextTry(): string | undefined {
    const time = this.failure.kind === "http_status" ? this.failure.retryAt : undefined;
    return time === undefined ? undefined : `after ${new Date(time).toISOString().slice(11, 19)} UTC`;
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
