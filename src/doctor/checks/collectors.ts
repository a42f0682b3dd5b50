import { adviceOf } from "../../node/advice.ts";
import type { NodeError } from "../../node/errors.ts";
import { type Finding, type Findings, ok, problem } from "../check.ts";
import { count, namesOf, sentence } from "../format.ts";
import { addressesOfOtherNetworks } from "../network.ts";
import { type CollectorRun, fullSetCollector, hasNoData, type NodeQueries } from "../node-queries.ts";

function timeoutFinding(why: string, { set }: NodeQueries): Finding {
  const setting = (name: string, value: string) => set(`collector.${fullSetCollector}.${name}`, value);
  return problem(
    `${fullSetCollector}: fetching the full validator set timed out.`,
    `${why} The call holds the P-Chain lock, and the node's own work on the P-Chain waits for it.`,
    // the node aborts calls after 30 s
    `Increase the timeout (the node's limit is 30 s) and the interval: ${setting("timeout", "29s")} ${setting("interval", "10m")}.`,
    `Or disable the totals: ${set(`collector.${fullSetCollector}`, false)}. Watched validators are still queried individually.`,
  );
}

/** Returns the findings of one failed run. `isReported`: another check reports the error. */
function failureFinding(
  { job, collected }: CollectorRun,
  isReported: (error: NodeError) => boolean,
  node: NodeQueries,
): Findings {
  const { name, required } = job.collector;
  const why = required
    ? "Its metrics are missing and avax_up is 0, because this collector is required."
    : "The failed values are missing; all others are exported.";
  if (!collected) {
    const fix =
      "Check whether something in front of the node changes responses. If not, report this bug with the node's version.";
    return problem(`${name}: unexpected response from the node.`, why, fix);
  }
  const [error, ...more] = collected.failed.filter((one) => !isReported(one));
  if (!error) return [];
  if (name === fullSetCollector && error.reason === "timeout" && !error.isUnsent) return timeoutFinding(why, node);
  const others = more.length > 0 ? ` (and ${count(more.length)} more)` : "";
  return problem(`${name}: ${error.message}${others}.`, why, sentence(adviceOf(error.failure)));
}

export async function checkCollectorFailures(node: NodeQueries): Promise<Findings> {
  const runs = await node.allRuns();
  const network = await node.networkID();
  const hasStrangers = network !== undefined && addressesOfOtherNetworks(node.watch.addresses, network).length > 0;
  const isReported =
    ({ job }: CollectorRun) =>
    ({ message, reason }: NodeError) =>
      /is no subnet of this network/.test(message) ||
      (job.collector.name === "addresses" && reason === "rpc_error" && hasStrangers);
  const found = runs.flatMap((run) => failureFinding(run, isReported(run), node));
  if (found.length > 0 || runs.length === 0) return found;
  const early = runs.filter((run) => hasNoData(run, "not_activated"));
  const idle = runs.filter((run) => hasNoData(run) && !early.includes(run));
  const parts = [
    `${count(runs.length - idle.length - early.length)} of ${count(runs.length)} collectors succeeded`,
    ...(early.length > 0 ? [`not activated on this network yet: ${namesOf(early)}`] : []),
    ...(idle.length > 0 ? [`no data (see above): ${namesOf(idle)}`] : []),
  ];
  return ok(`${parts.join("; ")}.`);
}
