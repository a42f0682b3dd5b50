/** Checks the intervals and the number of series of the collectors. */
import { effectiveInterval } from "../../exporter/schedule.ts";
import { formatDuration } from "../../prometheus/duration.ts";
import { type Findings, note, ok, problem } from "../check.ts";
import { count, formatLatency } from "../format.ts";
import { type CollectorRun, fullSetCollector, type NodeQueries } from "../node-queries.ts";

const minute = 60_000;
const steps = [0.25, 0.5, 1, 2, 3, 5, 10, 15, 30, 60].map((minutes) => minutes * minute);
/** Rounds milliseconds up to a common interval. */
const roundInterval = (ms: number) => steps.find((step) => step >= ms) ?? Math.ceil(ms / (60 * minute)) * 60 * minute;

export async function checkIntervals({ allRuns, set }: NodeQueries): Promise<Findings> {
  const runs = await allRuns();
  const found = runs.flatMap(({ job: { collector, interval }, collected }) => {
    const ms = collected?.callMs ?? 0;
    const effective = effectiveInterval(interval, ms);
    if (effective <= interval) return [];
    const shown = formatDuration(Math.ceil(effective / 1000) * 1000);
    const change = set(`collector.${collector.name}.interval`, formatDuration(roundInterval(effective)));
    return note(
      `${collector.name}: calls take ${formatLatency(ms / 1000)} per run, but the interval is ${formatDuration(interval)}.`,
      `Calls of a collector may take at most 10 % of its interval: the effective interval becomes ${shown}, and values can be that old. Calls take longer right after the start of the node.`,
      `Set the interval explicitly so that it stays constant: ${change}.`,
    );
  });
  if (found.length > 0) return found;
  const { job, collected } = runs.find(({ job }) => job.collector.name === fullSetCollector) ?? {};
  if (!job || !collected || collected.items === collected.failed.length + collected.unavailable.length) return [];
  const interval = formatDuration(job.interval);
  return ok(
    `Calls for the full validator set took ${formatLatency(collected.callMs / 1000)}: an interval of ${interval} is adequate.`,
  );
}

/** Share of the limit above which there is a note. */
const warnRatio = 0.8;

/** Rounds up to two significant digits. */
const rounding = { maximumSignificantDigits: 2, roundingMode: "ceil", useGrouping: false } as const;

function limitFinding({ job, collected, series }: CollectorRun, { set }: NodeQueries): Findings {
  const { limit, collector } = job;
  const dropped = collected?.dropped ?? 0;
  const all = series + dropped;
  const fix = [
    `If Prometheus can store them, increase the limit: ${set("series.limit", (all * 1.25).toLocaleString("en", rounding))}.`,
    `Otherwise export fewer series: ${set("validators.detail", "watched")}, or track fewer subnets.`,
  ];
  if (dropped > 0) {
    const what = `${collector.name} exceeds series.limit: ${count(all)} series, limit ${count(limit)}, ${count(dropped)} dropped.`;
    const why = "Validators with the smallest weight are not exported, so sums over per-validator series are too low.";
    return problem(what, why, ...fix);
  }
  if (series < warnRatio * limit) return [];
  const what = `${collector.name} is close to series.limit: ${count(series)} series, limit ${count(limit)}.`;
  return note(what, "Beyond the limit, validators with the smallest weight are dropped.", ...fix);
}

export async function checkSeries(node: NodeQueries): Promise<Findings> {
  const runs = await node.allRuns();
  const found = runs.flatMap((run) => limitFinding(run, node));
  const [largest] = runs.toSorted((a, b) => b.series - a.series);
  if (found.length > 0 || !largest || largest.series === 0) return found;
  const sum = runs.reduce((sum, { series }) => sum + series, 0);
  const { collector, limit } = largest.job;
  return ok(
    `${count(sum)} series. The largest collector is ${collector.name}: ${count(largest.series)} series, limit ${count(limit)}.`,
  );
}
