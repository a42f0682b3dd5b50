import { adviceOf } from "../../node/advice.ts";
import type { NodeError } from "../../node/errors.ts";
import { type Check, type Finding, type Findings, ok, problem } from "../check.ts";
import { fullSet, type Interview, isIdle, type Round } from "../interview.ts";
import { strangersAmong } from "../network.ts";
import { count, namesOf, sentence } from "../words.ts";

function slow(why: string, { set }: Interview): Finding {
  const knob = (name: string, value: string) => set(`collector.${fullSet}.${name}`, value);
  return problem(
    `${fullSet}: fetching the full validator set timed out.`,
    `${why} The call holds the P-Chain lock, and the node's own work on the P-Chain waits for it.`,
    // the node itself breaks off what takes longer
    `Increase the timeout (the node's limit is 30 s) and the interval: ${knob("timeout", "29s")} ${knob("interval", "10m")}.`,
    `Or disable the totals: ${set(`collector.${fullSet}`, false)}. Watched validators are still queried individually.`,
  );
}

/** `isReported`: another check reports the error. */
function failure({ job, ended }: Round, isReported: (error: NodeError) => boolean, node: Interview): Findings {
  const { name, required } = job.collector;
  const why = required
    ? "Its metrics are missing and avax_up is 0, because this collector is required."
    : "The failed values are missing; all others are exported.";
  if (!ended) {
    const fix =
      "Check whether something in front of the node changes responses. If not, report this bug with the node's version.";
    return problem(`${name}: unexpected response from the node.`, why, fix);
  }
  const [error, ...more] = ended.failed.filter((one) => !isReported(one));
  if (!error) return [];
  if (name === fullSet && error.reason === "timeout" && !error.isUnsent) return slow(why, node);
  const others = more.length > 0 ? ` (and ${count(more.length)} more)` : "";
  return problem(`${name}: ${error.message}${others}.`, why, sentence(adviceOf(error.failure)));
}

export const failing: Check = {
  name: "collectors",
  async run(node) {
    const rounds = await node.allRounds();
    const network = await node.networkID();
    const hasStrangers = network !== undefined && strangersAmong(node.watch.addresses, network).length > 0;
    const isReported =
      ({ job }: Round) =>
      ({ message, reason }: NodeError) =>
        /is no subnet of this network/.test(message) ||
        (job.collector.name === "addresses" && reason === "rpc_error" && hasStrangers);
    const found = rounds.flatMap((round) => failure(round, isReported(round), node));
    if (found.length > 0 || rounds.length === 0) return found;
    const early = rounds.filter((round) => isIdle(round, "not_activated"));
    const idle = rounds.filter((round) => isIdle(round) && !early.includes(round));
    const parts = [
      `${count(rounds.length - idle.length - early.length)} of ${count(rounds.length)} collectors succeeded`,
      ...(early.length > 0 ? [`not activated on this network yet: ${namesOf(early)}`] : []),
      ...(idle.length > 0 ? [`no data (see above): ${namesOf(idle)}`] : []),
    ];
    return ok(`${parts.join("; ")}.`);
  },
};
