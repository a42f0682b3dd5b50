import type { IncomingHttpHeaders } from "node:http";
import type { RpcMethodName } from "./contract.ts";
import { type NodeFailure, type Reason, reasonOf, type UnavailableReason, unavailableOf } from "./failures.ts";

/** The system's or a library's name for an error, such as ECONNREFUSED. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && error.code !== undefined ? String(error.code) : undefined;

/** Failures of these reasons show that the node has not executed the call, with exceptions. */
const unexecuted: readonly Reason[] = ["connect", "timeout", "http_status", "host_not_allowed"];
const executed: readonly NodeFailure["code"][] = ["closed", "timeout", "bad_gateway", "server_error"];

/** The record of one call that was sent. */
export type CallRecord = {
  readonly method: RpcMethodName;
  /** A virtual machine of a chain has executed the call: its failures show nothing about the node. */
  readonly isOfVm?: boolean;
  /** From the response's header; undefined if there was no response or it has no such header. */
  readonly nodeId: string | undefined;
  /** Time until the result or the failure; the time in the lock queue does not count. */
  readonly seconds: number;
  /** Length of the body, as far as it was read. */
  readonly bytes: number;
  readonly response?: { readonly status: number; readonly headers: IncomingHttpHeaders } | undefined;
  readonly error?: NodeError | undefined;
};
/** The error of a failed call. The message contains neither the URL nor a header: both can contain credentials. */
export class NodeError extends Error {
  override readonly name = "NodeError";
  readonly failure: NodeFailure;
  /** The message without the method and the path of the call. */
  readonly detail: string;
  /** Private, so that no log shows the headers in it. */
  #record: CallRecord | undefined;

  constructor(detail: string, { cause, ...failure }: NodeFailure & { readonly cause?: unknown }, location?: string) {
    super(location === undefined ? detail : `${location}: ${detail}`, { cause });
    this.failure = failure;
    this.detail = detail;
  }
  /** The call that failed; undefined if it was not sent. */
  get record(): CallRecord | undefined {
    return this.#record;
  }
  set record(record: CallRecord | undefined) {
    this.#record = record;
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
    const { retryAt } = this.failure;
    return retryAt === undefined ? undefined : `after ${new Date(retryAt).toISOString().slice(11, 19)} UTC`;
  }
  /** The node may have executed the call, or may still be executing it. */
  get mayHaveExecuted(): boolean {
    return executed.includes(this.failure.code) || !unexecuted.includes(this.reason);
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
