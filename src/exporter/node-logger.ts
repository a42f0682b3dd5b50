/** Logs changes of the state of one node, one line per change. */
import type { Logger } from "pino";
import { formatDuration } from "../lib/duration.ts";
import { showUrl } from "../lib/redaction.ts";
import type { CallRecord } from "../rpc/exchange.ts";
import { plainFixOf } from "../rpc/failures.ts";
import type { RunnerState } from "./after-run.ts";
import type { IdentityChange } from "./identity.ts";
import { initialLogState, type LogLine, linesAfter } from "./log-lines.ts";

type Options = {
  readonly log: Logger;
  readonly name: string;
  readonly url: string;
  readonly nodeId: () => string | undefined;
};
type RunChange = { readonly before: RunnerState; readonly after: RunnerState; readonly collectors: number };

/** Creates the logger of one node. Each line contains the name of the node, unless it is empty. */
export function createNodeLogger({ log, name, url, nodeId }: Options) {
  const node = name === "" ? {} : { node: name };
  const nodeUrl = showUrl(url);
  let isLoadBalanced = false;
  let state = initialLogState;

  function write({ level, msg, collector, collectors: names, error }: LogLine, collectors: number) {
    const failure = error && {
      reason: error.unavailable ?? error.reason,
      error: collector === undefined ? error.detail : error.message,
      fix: plainFixOf(error.failure, nodeUrl),
    };
    const subject = names
      ? { collectors: names.join(" ") }
      : collector === undefined
        ? { nodeUrl, ...(error ? { collectorCount: collectors } : { nodeId: nodeId() }) }
        : { collector };
    log[level]({ ...node, ...subject, ...failure }, msg);
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
      const { increaseReason: reason } = after;
      const interval = formatDuration(after.interval);
      if (reason && !before.increaseReason) log.info({ ...node, collector, interval, reason }, "interval increased");
      else if (before.increaseReason && !reason)
        log.info({ ...node, collector, interval }, "interval back to the configured value");
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
