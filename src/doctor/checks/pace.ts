import { effectiveInterval } from "../../exporter/schedule.ts";
import { formatDuration } from "../../prometheus/duration.ts";
import { check } from "../check.ts";
import { type Finding, note, ok } from "../finding.ts";
import { type About, fullSet, type Round } from "../interview.ts";
import { took } from "../words.ts";

const minute = 60_000;
const steps = [
  15_000,
  30_000,
  minute,
  2 * minute,
  3 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  60 * minute,
];
/** A round number that is no less. */
const roundUp = (ms: number) => steps.find((step) => step >= ms) ?? Math.ceil(ms / (60 * minute)) * 60 * minute;

const msOf = ({ ended }: Round) => ended?.callMs ?? 0;

function tooOften(round: Round, { set }: About): Finding[] {
  const { collector, interval } = round.job;
  const ms = msOf(round);
  const effective = effectiveInterval(interval, ms);
  if (effective <= interval) return [];
  const what = `${collector.name} takes the node ${took(ms / 1000)}, and is to run every ${formatDuration(interval)}.`;
  return [
    note(what, {
      why: `A collector gets a tenth of the node's time at most: this one would run every ${formatDuration(Math.ceil(effective / 1000) * 1000)}, and its values be that old. Right after the node's start it takes longer than later.`,
      fix: [
        `Say so yourself, so that it stays steady: ${set(`collector.${collector.name}.interval`, formatDuration(roundUp(effective)))}.`,
      ],
    }),
  ];
}

export const pace = check({
  name: "pace",
  gather: ({ allRounds }) => allRounds(),
  judge(rounds, about): readonly Finding[] {
    const found = rounds.flatMap((round) => tooOften(round, about));
    if (found.length > 0) return found;
    const full = rounds.find(({ job }) => job.collector.name === fullSet);
    if (!full?.ended || full.ended.items === full.ended.failed.length + full.ended.unavailable.length) return [];
    return [
      ok(
        `The full set of validators took ${took(msOf(full) / 1000)}: every ${formatDuration(full.job.interval)} is not too often.`,
      ),
    ];
  },
});
