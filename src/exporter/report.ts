/** What the log says of one node: one line for each change. */
import type { Logger } from "pino";
import type { CallRecord } from "../node/client.ts";
import { formatDuration } from "../prometheus/duration.ts";
import type { Seen } from "./identity.ts";
import type { State } from "./schedule.ts";

const causeOf = (state: State) =>
  state.kind === "failed" ? state.reason : state.kind === "unavailable" ? state.what : undefined;

const slow = "the node takes longer than a tenth of the interval to answer";

/** `name` is on each line, where there is more than one node. */
export function createReport(log: Logger, name: string) {
  const who = name === "" ? {} : { node: name };
  let connected: boolean | undefined;
  let balanced = false;

  return {
    /** A time-out says nothing of the connection: the collector tells of it. */
    call({ method, seconds, bytes, answered, error }: CallRecord, nodeId: string | undefined) {
      const ms = Math.round(seconds * 1e4) / 10;
      log.debug({ ...who, method, ms, bytes, ...(error && { error: error.message }) }, "called");
      if (answered && !connected) {
        connected = true;
        log.info({ ...who, nodeId }, "the node answers");
      } else if (connected !== false && error?.reason === "connect") {
        connected = false;
        log.warn({ ...who, error: error.message }, "the node cannot be reached");
      }
    },
    identity(seen: Exclude<Seen, "same">, nodeId: string) {
      if (seen === "changed")
        log.warn({ ...who, nodeId }, "another node answers: what was known of the old one is dropped");
      else if (!balanced) log.warn({ ...who, nodeId }, "several nodes answer in turn: is a load balancer at node.url?");
      balanced = seen === "balanced";
    },
    /** Milliseconds. `because`: of what, where it is not the node's slowness. */
    interval(
      collector: string,
      configured: number,
      before: number,
      after: number,
      because: string | false | undefined,
    ) {
      const fields = { ...who, collector, interval: formatDuration(after) };
      if (before === configured && after > configured) {
        log.info(fields, `${because || slow}: the interval is stretched`);
      } else if (before > configured && after === configured) log.info(fields, "the interval is back to normal");
    },
    /** A node that cannot be reached is told of once, not by each collector. */
    state(collector: string, before: State, after: State) {
      const cause = causeOf(after);
      if (after.kind === before.kind && cause === causeOf(before)) return;
      const fields = { ...who, collector, ...("error" in after && { cause, error: after.error?.message }) };
      if (after.kind === "failed") log[after.reason === "connect" ? "debug" : "warn"](fields, "collector failed");
      else if (before.kind === "starting" && after.kind === "ok") log.debug(fields, "collector ok");
      else log.info(fields, `collector ${after.kind}`);
    },
    bug: (collector: string, err: unknown) => log.error({ ...who, collector, err }, "this is a bug: please report it"),
  };
}
