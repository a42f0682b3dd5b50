import { methodOf, type RpcMethodName } from "../../contract/contract.ts";
import { isBefore, isTooOld } from "../../contract/version.ts";
import { type Findings, ok, problem } from "../check.ts";
import { joinList, namesOf } from "../format.ts";
import { type CollectorRun, hasNoData, type NodeQueries } from "../node-queries.ts";

/** Returns the methods that the node reported as unknown, and those that are newer than its version. A bootstrapping chain
 *  reports none. */
function missingMethods({ job, calls }: CollectorRun, version: string | undefined): RpcMethodName[] {
  const reported = calls.filter(({ reply }) => reply.error?.unavailable === "method_unknown");
  const newer = job.collector.reads.filter((method) => isTooOld(version, methodOf(method)));
  return [...new Set<RpcMethodName>([...reported.map(({ method }) => method), ...newer])];
}

export async function checkVersion({ version: read, runs, set }: NodeQueries): Promise<Findings> {
  const version = await read();
  const lacking = (await runs()).filter((run) => missingMethods(run, version).length > 0);
  const methods = [...new Set(lacking.flatMap((run) => missingMethods(run, version)))];
  if (methods.length === 0)
    return version === undefined ? [] : [ok(`AvalancheGo ${version} supports all required methods.`)];
  const since = methods.flatMap((name) => methodOf(name).since ?? []);
  const newest = since.toSorted((a, b) => (isBefore(a, b) ? 1 : -1))[0];
  const idle = lacking.filter((run) => hasNoData(run, "method_unknown"));
  const changes = idle.map(({ job }) => set(`collector.${job.collector.name}`, false));
  const each = methods.map((name) => {
    const first = methodOf(name).since;
    return first === undefined ? name : `${name} (since ${first})`;
  });
  return problem(
    `${version === undefined ? "This version of AvalancheGo" : `AvalancheGo ${version}`} does not support ${joinList(each)}.`,
    `Affected collectors: ${namesOf(lacking)}.`,
    newest === undefined ? "Upgrade AvalancheGo." : `Upgrade AvalancheGo to ${newest} or later.`,
    ...(idle.length > 0 ? [`Until then, disable the collectors that have no data: ${changes.join(" ")}.`] : []),
  );
}
