/** Checks the runs of the collectors: their failures, their intervals and their numbers of series. */
import type { Collector } from "../../collectors/collector.ts";
import { idsOf } from "../../collectors/settings.ts";
import { effectiveInterval } from "../../exporter/after-run.ts";
import { formatDuration } from "../../lib/duration.ts";
import { formatLatency } from "../../lib/span.ts";
import { formatCount, sentence } from "../../lib/text.ts";
import type { NodeError } from "../../rpc/errors.ts";
import { codeOf, fixOf } from "../../rpc/failures.ts";
import { type Finding, type Findings, note, ok, problem } from "../check.ts";
import { type CollectorRun, fullSetCollector, hasNoData, type NodeQueries, namesOf } from "../node-queries.ts";
import { addressesOfOtherNetworks } from "./watched.ts";

function timeoutFinding(why: string, { formatSetting }: NodeQueries): Finding {
  const setting = (name: string, value: string) => formatSetting(`collector.${fullSetCollector}.${name}`, value);
  return problem(
    `${fullSetCollector}: fetching the full validator set timed out.`,
    `${why} The call holds the P-Chain lock, and the node's own work on the P-Chain waits for it.`,
    // the node aborts calls after 30 s
    `Increase the timeout (the node's limit is 30 s) and the interval: ${setting("timeout", "29s")} and ${setting("interval", "10m")}.`,
    `Or disable the totals: ${formatSetting(`collector.${fullSetCollector}`, false)}. Watched validators are still queried individually.`,
  );
}

/** Returns the finding on these errors of one collector. */
function failureFinding({ name, required }: Collector, errors: readonly NodeError[], node: NodeQueries): Findings {
  const [error, ...more] = errors;
  if (!error) return [];
  const why = required
    ? "Its metrics are missing and avax_up is 0, because this collector is required."
    : "The failed values are missing; all others are exported.";
  if (name === fullSetCollector && error.reason === "timeout" && !error.isUnsent) return timeoutFinding(why, node);
  const others = more.length > 0 ? ` (and ${formatCount(more.length)} more)` : "";
  return problem(`${name}: ${error.message}${others}.`, why, sentence(fixOf(error.failure, node.url)));
}

export async function checkCollectorFailures(node: NodeQueries): Promise<Findings> {
  const runs = await node.allRuns();
  const hasStrangers = addressesOfOtherNetworks(idsOf(node.watch.addresses), await node.networkID()).length > 0;
  /** Returns whether another check reports the error. */
  const isReported = (collector: string, { failure, reason }: NodeError) =>
    codeOf(failure) === "wrong_id" ||
    (["addresses", "exports"].includes(collector) && reason === "rpc_error" && hasStrangers);
  const found = runs.flatMap(({ job: { collector }, collected }) => {
    const errors = collected.failed.filter((error) => !isReported(collector.name, error));
    return failureFinding(collector, errors, node);
  });
  if (found.length > 0 || runs.length === 0) return found;
  const idle = runs.filter((run) => hasNoData(run));
  const parts = [
    `${formatCount(runs.length - idle.length)} of ${formatCount(runs.length)} collectors succeeded`,
    ...(idle.length > 0 ? [`no data (see above): ${namesOf(idle)}`] : []),
  ];
  return ok(`${parts.join("; ")}.`);
}

const commonSeconds = [15, 30, 60, 120, 180, 300, 600, 900, 1800];
/** Returns the next longer common interval, in milliseconds. */
const roundInterval = (ms: number) =>
  1000 * (commonSeconds.find((seconds) => seconds * 1000 >= ms) ?? Math.ceil(ms / 3_600_000) * 3600);

export async function checkIntervals({ allRuns, formatSetting }: NodeQueries): Promise<Findings> {
  const runs = await allRuns();
  const found = runs.flatMap(({ job: { collector, interval }, collected: { callMs } }) => {
    const effective = effectiveInterval(interval, callMs);
    if (effective <= interval) return [];
    const shown = formatDuration(Math.ceil(effective / 1000) * 1000);
    const change = formatSetting(`collector.${collector.name}.interval`, formatDuration(roundInterval(effective)));
    return note(
      `${collector.name}: calls take ${formatLatency(callMs / 1000)} per run, but the interval is ${formatDuration(interval)}.`,
      `Calls of a collector may take at most 10 % of its interval: the effective interval becomes ${shown}, and values can be that old. Calls take longer right after the start of the node.`,
      `Set the interval explicitly so that it stays constant: ${change}.`,
    );
  });
  if (found.length > 0) return found;
  const fullSet = runs.find(({ job }) => job.collector.name === fullSetCollector);
  if (!fullSet || fullSet.series === 0) return [];
  const duration = formatLatency(fullSet.collected.callMs / 1000);
  const interval = formatDuration(fullSet.job.interval);
  return ok(`Calls for the full validator set took ${duration}: an interval of ${interval} is adequate.`);
}

/** Share of the limit above which there is a note. */
const warnRatio = 0.8;

/** Two significant digits; the last one is rounded up. */
const rounding = { maximumSignificantDigits: 2, roundingMode: "ceil", useGrouping: false } as const;

function limitFinding({ job, collected: { dropped }, series }: CollectorRun, { formatSetting }: NodeQueries): Findings {
  const { limit, collector } = job;
  const all = series + dropped;
  if (all < warnRatio * limit) return [];
  const numbers = `${formatCount(all)} series, limit ${formatCount(limit)}`;
  const fix = [
    `If Prometheus can store them, increase the limit: ${formatSetting("series.limit", (all * 1.25).toLocaleString("en", rounding))}.`,
    `Otherwise export fewer series: ${formatSetting("validators.detail", "watched")}, or track fewer subnets.`,
  ];
  if (dropped === 0) {
    const why = "Beyond the limit, validators with the smallest weight are dropped.";
    return note(`${collector.name} is close to series.limit: ${numbers}.`, why, ...fix);
  }
  return problem(
    `${collector.name} exceeds series.limit: ${numbers}, ${formatCount(dropped)} dropped.`,
    "Validators with the smallest weight are not exported, so sums over per-validator series are too low.",
    ...fix,
  );
}

export async function checkSeries(node: NodeQueries): Promise<Findings> {
  const runs = await node.allRuns();
  const found = runs.flatMap((run) => limitFinding(run, node));
  if (found.length > 0 || runs.every(({ series }) => series === 0)) return found;
  return ok("No collector is close to series.limit.");
}
