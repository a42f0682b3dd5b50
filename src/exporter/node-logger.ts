/** Logs changes of the state of one node, one line per change. */
import type { Logger } from "pino";
import { formatDuration } from "../lib/duration.ts";
import { showUrl } from "../lib/redaction.ts";
import type { CallRecord } from "../rpc/exchange.ts";
import { plainFixOf } from "../rpc/failures.ts";
import type { RunnerState } from "./after-run.ts";
import type { IdentityChange } from "./identity.ts";
import { initialIntervalLog, initialLogState, intervalLine, type LogLine, linesAfter } from "./log-lines.ts";

type Options = {
  readonly log: Logger;
  readonly name: string;
  readonly url: string;
  readonly nodeId: () => string | undefined;
  /** Returns monotonic milliseconds. */
  readonly now: () => number;
};
type RunChange = { readonly before: RunnerState; readonly after: RunnerState; readonly collectors: number };

/** Creates the logger of one node. Each line contains the name of the node, unless it is empty. */
export function createNodeLogger({ log, name, url, nodeId, now }: Options) {
  const node = name === "" ? {} : { node: name };
  const nodeUrl = showUrl(url);
  let isLoadBalanced = false;
  let state = initialLogState;
  let intervalLog = initialIntervalLog;

  function write({ level, msg, collector, collectors: names, error }: LogLine, collectors: number) {
    const failure = error && {
      reason: error.unavailable ?? error.reason,
      error: collector === undefined ? error.detail : error.message,
      fix: plainFixOf(error.failure, nodeUrl),
      nextTry: error.nextTry,
    };
    const subject = names
      ? { collectors: names.join(" ") }
      : collector === undefined
        ? { nodeUrl, ...(error ? { collectorCount: collectors } : { nodeId: nodeId() }) }
        : { collector };
    log[level]({ ...node, ...subject, ...failure }, msg);
  }

  function logInterval(collector: string, { increaseReason: reason, interval }: RunnerState) {
    const { state, level, omitted } = intervalLine(intervalLog, now());
    intervalLog = state;
    const facts = { interval: formatDuration(interval), ...(reason && { reason }), ...(omitted > 0 && { omitted }) };
    log[level]({ ...node, collector, ...facts }, `interval ${reason ? "increased" : "back to the configured value"}`);
  }

  return {
    call({ method, seconds, bytes, error }: CallRecord) {
      const ms = Math.round(seconds * 1e4) / 10;
      log.debug({ ...node, method, ms, bytes, ...(error && { error: error.message }) }, "rpc call");
    },
    identity(seen: Exclude<IdentityChange, "same">, nodeId: string) {
      const message =
        seen === "changed"
          ? "node identity changed: dropping all data of the previous node"
          : "responses come from alternating nodes: point node.url at one node, not at a load balancer";
      if (seen === "changed" || !isLoadBalanced) log.warn({ ...node, nodeId }, message);
      isLoadBalanced = seen === "balanced";
    },
    /** `collectors`: the number of collectors of the node. */
    run(collector: string, { before, after, collectors }: RunChange) {
      if (!before.increaseReason !== !after.increaseReason) logInterval(collector, after);
      const { choice } = after;
      if (choice && before.choice && choice !== before.choice)
        log.info({ ...node, collector, detail: choice }, "detail changed");
      const logged = linesAfter(state, {
        collector,
        before: before.status,
        after: after.status,
        isIdle: after.isIdle,
        collectors,
      });
      state = logged.state;
      for (const line of logged.lines) write(line, collectors);
    },
    bug: (collector: string, err: unknown) =>
      log.error({ ...node, collector, err }, "unexpected error: please report this bug"),
  };
}
