import { adviceOf } from "../../node/advice.ts";
import type { NodeError, Unavailability } from "../../node/errors.ts";
import { check } from "../check.ts";
import { type Finding, ok, problem } from "../finding.ts";
import { type About, fullSet, type Round } from "../interview.ts";
import { networkOf, strangersAmong } from "../network.ts";
import { count, namesOf, sentence } from "../words.ts";

/** Seconds. The node itself breaks off what takes longer. */
const longest = 30;

const why = ({ collector }: Round["job"]) =>
  collector.required
    ? "Its metrics are missing, and avax_up is 0, as it is one of those that are required."
    : "What failed has no values; the other values are published.";

type Facts = { readonly rounds: readonly Round[]; readonly networkID: number | undefined };

/** Other checks say so, and what to do. */
function isToldElsewhere({ message, reason }: NodeError, collector: string, { networkID }: Facts, { watch }: About) {
  if (/is no subnet of this network/.test(message)) return true;
  const areStrange = networkID !== undefined && strangersAmong(watch.addresses, networkID).length > 0;
  return collector === "addresses" && reason === "rpc_error" && areStrange;
}

const slow = ({ job }: Round, { set }: About): Finding =>
  problem("The full set of validators takes too long: no answer in time.", {
    why: `${why(job)} The chain's lock is held meanwhile: the node's own work on the P-Chain waits for it.`,
    fix: [
      `Give it up to ${longest} s, and ask for it seldom: ${set(`collector.${fullSet}.timeout`, "29s")} ${set(`collector.${fullSet}.interval`, "10m")}.`,
      `Or do without the totals: ${set(`collector.${fullSet}`, false)}. Watched validators are looked up one by one all the same.`,
    ],
  });

function failure(round: Round, facts: Facts, about: About): Finding[] {
  const { job, ended } = round;
  const { name } = job.collector;
  if (!ended) {
    return [
      problem(`${name}: cannot make sense of the node's answers.`, {
        why: why(job),
        fix: [
          "Does something before the node change answers? If not, this is a bug: please report it with the node's version.",
        ],
      }),
    ];
  }
  const [error, ...more] = ended.failed.filter((one) => !isToldElsewhere(one, name, facts, about));
  if (!error) return [];
  if (name === fullSet && error.reason === "timeout" && !error.unsent) return [slow(round, about)];
  const others = more.length > 0 ? ` (and ${count(more.length)} more)` : "";
  return [
    problem(`${name}: ${error.message}${others}.`, {
      why: why(job),
      fix: [sentence(adviceOf(error.failure))],
    }),
  ];
}

/** By what is absent: of all its items the same. */
const isWithout = (what: Unavailability) => (round: Round) =>
  isIdle(round) && round.ended?.unavailable.every(({ unavailable }) => unavailable === what);
const isIdle = ({ ended }: Round) => ended !== undefined && ended.unavailable.length === ended.items;
const names = (rounds: readonly Round[]) => namesOf(rounds.map(({ job }) => job.collector));

export const failing = check({
  name: "collectors",
  gather: async (interview): Promise<Facts> => ({
    rounds: await interview.allRounds(),
    networkID: await networkOf(interview),
  }),
  judge(facts, about): readonly Finding[] {
    const { rounds } = facts;
    const found = rounds.flatMap((round) => failure(round, facts, about));
    if (found.length > 0 || rounds.length === 0) return found;
    const early = rounds.filter(isWithout("not_activated"));
    const idle = rounds.filter((round) => isIdle(round) && !early.includes(round));
    const parts = [
      `${count(rounds.length - idle.length - early.length)} of ${count(rounds.length)} have read all that there is`,
      ...(early.length > 0 ? [`this network has yet to activate what there is for ${names(early)}`] : []),
      ...(idle.length > 0 ? [`nothing to read, as said above: ${names(idle)}`] : []),
    ];
    return [ok(`${parts.join("; ")}.`)];
  },
});
