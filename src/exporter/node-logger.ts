/** Logs changes of the state of one node, one line per change. */
import type { Logger } from "pino";
import { formatDuration } from "../lib/duration.ts";
import type { CallRecord } from "../rpc/exchange.ts";
import type { RunnerState, Status } from "./after-run.ts";
import type { IdentityChange } from "./identity.ts";

const causeOf = (status: Status) => ("reason" in status ? status.reason : undefined);

/** Creates the logger of one node. Each line contains the name of the node, unless it is empty. */
export function createNodeLogger(log: Logger, name: string) {
  const node = name === "" ? {} : { node: name };
  let isConnected: boolean | undefined;
  let isLoadBalanced = false;

  return {
    /** A timeout does not prove that the node is unreachable: it is logged as the failure of a collector. */
    call({ method, seconds, bytes, response, error }: CallRecord, nodeId: string | undefined) {
      const ms = Math.round(seconds * 1e4) / 10;
      log.debug({ ...node, method, ms, bytes, ...(error && { error: error.message }) }, "rpc call");
      if (response && !isConnected) {
        isConnected = true;
        log.info({ ...node, nodeId }, "node reachable");
      } else if (isConnected !== false && error?.reason === "connect") {
        isConnected = false;
        log.warn({ ...node, error: error.message }, "node unreachable");
      }
    },
    identity(seen: Exclude<IdentityChange, "same">, nodeId: string) {
      const message =
        seen === "changed"
          ? "node identity changed: dropping all data of the previous node"
          : "responses come from alternating nodes: point node.url at one node, not at a load balancer";
      if (seen === "changed" || !isLoadBalanced) log.warn({ ...node, nodeId }, message);
      isLoadBalanced = seen === "balanced";
    },
    /** Failures to connect are logged once per node by `call`; here they are at level debug. */
    run(collector: string, before: RunnerState, after: RunnerState) {
      const { status, increaseReason: reason } = after;
      const interval = formatDuration(after.interval);
      if (reason && !before.increaseReason) log.info({ ...node, collector, interval, reason }, "interval increased");
      else if (before.increaseReason && !reason)
        log.info({ ...node, collector, interval }, "interval back to the configured value");
      const cause = causeOf(status);
      if (status.kind === before.status.kind && cause === causeOf(before.status)) return;
      const fields = { ...node, collector, ...("error" in status && { cause, error: status.error?.message }) };
      if (status.kind === "failed") log[status.reason === "connect" ? "debug" : "warn"](fields, "collector failed");
      else if (before.status.kind === "starting" && status.kind === "ok") log.debug(fields, "collector ok");
      else log.info(fields, status.kind === "multipleNodes" ? "collector run discarded" : `collector ${status.kind}`);
    },
    bug: (collector: string, err: unknown) =>
      log.error({ ...node, collector, err }, "unexpected error: please report this bug"),
  };
}
