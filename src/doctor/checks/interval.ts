import { effectiveInterval } from "../../exporter/schedule.ts";
import { formatDuration } from "../../prometheus/duration.ts";
import { type Check, note, ok } from "../check.ts";
import { formatLatency } from "../format.ts";
import { fullSetCollector } from "../node-queries.ts";

const minute = 60_000;
const steps = [0.25, 0.5, 1, 2, 3, 5, 10, 15, 30, 60].map((minutes) => minutes * minute);
/** Rounds milliseconds up to a common interval. */
const roundUp = (ms: number) => steps.find((step) => step >= ms) ?? Math.ceil(ms / (60 * minute)) * 60 * minute;

export const intervals: Check = {
  name: "interval",
  async run({ allRuns, set }) {
    const runs = await allRuns();
    const found = runs.flatMap(({ job: { collector, interval }, collected }) => {
      const ms = collected?.callMs ?? 0;
      const effective = effectiveInterval(interval, ms);
      if (effective <= interval) return [];
      const shown = formatDuration(Math.ceil(effective / 1000) * 1000);
      const change = set(`collector.${collector.name}.interval`, formatDuration(roundUp(effective)));
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
  },
};
