import { type Check, type Findings, note, ok, problem } from "../check.ts";
import { count } from "../format.ts";
import type { CollectorRun, NodeQueries } from "../node-queries.ts";

/** Share of the limit above which there is a note. */
const warnRatio = 0.8;

/** Rounds up to two significant digits. */
function roundUp(number: number): number {
  const step = 10 ** Math.max(Math.floor(Math.log10(number)) - 1, 0);
  return Math.ceil(number / step) * step;
}

function limitFinding({ job, collected, series }: CollectorRun, { set }: NodeQueries): Findings {
  const { limit, collector } = job;
  const dropped = collected?.dropped ?? 0;
  const all = series + dropped;
  const fix = [
    `If Prometheus can store them, increase the limit: ${set("series.limit", String(roundUp(all * 1.25)))}.`,
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

export const series: Check = {
  name: "series",
  async run(node) {
    const runs = await node.allRuns();
    const found = runs.flatMap((run) => limitFinding(run, node));
    const [largest] = runs.toSorted((a, b) => b.series - a.series);
    if (found.length > 0 || !largest || largest.series === 0) return found;
    const sum = runs.reduce((sum, { series }) => sum + series, 0);
    const { collector, limit } = largest.job;
    return ok(
      `${count(sum)} series. The largest collector is ${collector.name}: ${count(largest.series)} series, limit ${count(limit)}.`,
    );
  },
};
