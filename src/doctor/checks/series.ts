import { check } from "../check.ts";
import { type Finding, note, ok, problem } from "../finding.ts";
import type { About, Round } from "../interview.ts";
import { count } from "../words.ts";

/** Of the limit. */
const nearly = 0.8;

/** Two digits, and zeros. */
function roundUp(number: number): number {
  const step = 10 ** Math.max(Math.floor(Math.log10(number)) - 1, 0);
  return Math.ceil(number / step) * step;
}

function crowded(round: Round, { set }: About): Finding[] {
  const { job, ended, series } = round;
  const { name } = job.collector;
  const dropped = ended?.dropped ?? 0;
  const all = series + dropped;
  const fix = [
    `If Prometheus can take them: ${set("series.limit", String(roundUp(all * 1.25)))}.`,
    `If not, ask for less: ${set("validators.detail", "watched")}, or fewer tracked subnets.`,
  ];
  if (dropped > 0) {
    return [
      problem(
        `${name} has ${count(all)} series, and may publish ${count(job.limit)}: ${count(dropped)} are left out.`,
        {
          why: "Whole validators are missing, those with the least weight first; a sum over single ones is too small.",
          fix,
        },
      ),
    ];
  }
  if (series < nearly * job.limit) return [];
  return [
    note(`${name} has ${count(series)} series, of ${count(job.limit)} that it may publish.`, {
      why: "Beyond that, those with the least weight are left out.",
      fix,
    }),
  ];
}

export const series = check({
  name: "series",
  gather: ({ allRounds }) => allRounds(),
  judge(rounds, about): readonly Finding[] {
    const found = rounds.flatMap((round) => crowded(round, about));
    const sum = rounds.reduce((sum, { series }) => sum + series, 0);
    if (found.length > 0 || sum === 0) return found;
    const most = rounds.reduce((most, round) => (round.series > most.series ? round : most));
    return [
      ok(
        `${count(sum)} series of data. Most are of the collector ${most.job.collector.name}: ${count(most.series)}, and it may have ${count(most.job.limit)}.`,
      ),
    ];
  },
});
