/** The log: its form, and its lines about one node. */
import { type Logger, pino } from "pino";
import type { FinishedRun } from "../engine/runner.ts";
import { formatDuration } from "../lib/duration.ts";
import { showUrl } from "../lib/redaction.ts";
import { type CallRecord, type NodeError, plainFixOf } from "../node-api/errors.ts";
import type { IdentityChange } from "./call-evidence.ts";
import { allowsColor, type Io } from "./cli/io.ts";
import type { Config } from "./config/schema.ts";

/** Creates the log. It is written to standard error, because `once` prints metrics to standard output. */
export async function createLog({ level, format: wanted }: Config["log"], io: Io): Promise<Logger> {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if ((wanted ?? (io.isTerminal ? "pretty" : "json")) === "json") return pino(options, { write: io.err });
  const { prettyFactory } = await import("pino-pretty");
  const format = prettyFactory({
    colorize: io.isTerminal && allowsColor(io),
    translateTime: "SYS:HH:MM:ss",
    messageFormat: "{if collector}{collector}: {end}{msg}{if error}: {error}{end}{if fix}; {fix}{end}",
    ignore: "collector,error,fix",
    singleLine: true,
  });
  return pino(options, { write: (line) => io.err(format(line)) });
}

type Options = {
  readonly log: Logger;
  readonly name: string;
  readonly url: string;
  readonly nodeId: () => string | undefined;
  /** Returns monotonic milliseconds. */
  readonly now: () => number;
};
type Line = {
  readonly level?: "info" | "warn";
  readonly msg: string;
  readonly fields: object;
  /** Texts; by default the message. */
  readonly state?: string;
  readonly kind?: string;
  /** The line of another subject explains the state. */
  readonly isHeld?: boolean;
};

const minLineIntervalMs = 60_000;

/** Creates the logger of one node. It logs a line when the reachability of the node changes or its bootstrap begins or ends, and one when
 *  the status of a collector changes. The lines of collectors that the node explains are at level debug. Of each kind of line about a
 *  subject there is at most one a minute, and the others are at level debug. A state that lasts has its line in the end. Each line
 *  contains the name of the node, unless it is empty. */
export function createNodeLogger({ log, name, url, nodeId, now }: Options) {
  const node = name === "" ? {} : { node: name };
  const nodeUrl = showUrl(url);
  let isLoadBalanced = false;
  /** After the last call. */
  let reachable: boolean | undefined;
  let lastError: NodeError | undefined;
  /** Collectors that wait until the node has bootstrapped. */
  const waiting = new Set<string>();
  /** By subject: the last state, and the last one with a line above debug. The expected state has no line at first. */
  const states = new Map([["node bootstrap", { last: "node bootstrapped", shown: "node bootstrapped" }]]);
  /** By subject and kind: time of the last line above debug. */
  const shownAt = new Map<string, number>();

  /** Logs the state of a subject, if it is due. */
  function show(subject: string, { level = "info", msg, fields, state = msg, kind = msg, isHeld = false }: Line) {
    const { last, shown } = states.get(subject) ?? { last: "ok", shown: "ok" };
    const key = `${subject} ${kind}`;
    const at = shownAt.get(key) ?? Number.NEGATIVE_INFINITY;
    const isShown = state !== shown && !isHeld && now() - at >= minLineIntervalMs;
    states.set(subject, { last: state, shown: isShown ? state : shown });
    if (isShown) {
      shownAt.set(key, now());
      log[level]({ ...node, ...fields }, msg);
    } else if (state !== last) log.debug({ ...node, ...fields }, msg);
  }
  const failureOf = (error: NodeError | undefined) =>
    error && {
      reason: error.unavailable ?? error.reason,
      fix: plainFixOf(error.failure, nodeUrl),
      nextTry: error.nextTry,
    };

  return {
    call({ method, seconds, bytes, error }: CallRecord, isReachable: boolean | undefined) {
      const ms = Math.round(seconds * 1e4) / 10;
      log.debug({ ...node, method, ms, bytes, error: error?.message }, "rpc call");
      reachable = isReachable;
      lastError = error ?? lastError;
    },
    identity(seen: Exclude<IdentityChange, "same">, nodeId: string) {
      const fields = { ...node, nodeId };
      if (seen === "changed") log.warn(fields, "node identity changed: dropping all data of the previous node");
      else if (!isLoadBalanced)
        log.warn(fields, "responses come from alternating nodes: point node.url at one node, not at a load balancer");
      isLoadBalanced = seen === "balanced";
    },
    run({ job, before, after }: FinishedRun) {
      const { name: collector } = job.collector;
      const { status, interval, increaseReason: reason } = after;
      if (reachable) show("node reachability", { msg: "node reachable", fields: { nodeUrl, nodeId: nodeId() } });
      if (reachable === false) {
        const fields = { nodeUrl, error: lastError?.detail, ...failureOf(lastError) };
        show("node reachability", { level: "warn", msg: "node unreachable", fields });
      }
      if (!before.increaseReason !== !reason) {
        const msg = `interval ${reason ? "increased" : "back to the configured value"}`;
        const fields = { collector, interval: formatDuration(interval), reason };
        show("interval", { msg, fields, state: `${collector} ${msg}`, kind: "interval" });
      }
      const isBootstrapping = status.kind === "unavailable" && status.reason === "bootstrapping";
      if (isBootstrapping) waiting.add(collector);
      else if (status.kind !== "failed") waiting.delete(collector);
      const msg = waiting.size > 0 ? "node bootstrapping" : "node bootstrapped";
      show("node bootstrap", { msg, fields: { nodeUrl } });
      const error = "error" in status ? status.error : undefined;
      show(`collector ${collector}`, {
        level: status.kind === "failed" ? "warn" : "info",
        msg: status.kind === "multipleNodes" ? "collector run discarded" : `collector ${status.kind}`,
        fields: { collector, error: error?.message, ...failureOf(error) },
        state: error ? `${status.kind} ${error.failure.code}` : status.kind,
        isHeld: reachable === false || isBootstrapping,
      });
    },
    bug: (collector: string, err: unknown) =>
      log.error({ ...node, collector, err }, "unexpected error: please report this bug"),
  };
}
