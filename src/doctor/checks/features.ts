/** Checks the APIs, the methods and the collectors that the node supports. */
import { methodOf, type RpcMethodName } from "../../api/contract.ts";
import { apiOf, howToEnable, isOffByDefault } from "../../api/node-flags.ts";
import { joinList } from "../../lib/text.ts";
import { type Finding, type Findings, note, ok, problem } from "../check.ts";
import { type CollectorRun, hasNoData, type NodeQueries, namesOf } from "../node-queries.ts";

const indexing = "--index-enabled";

const flagOf = (method: RpcMethodName) => methodOf(method).endpoint.flag;
/** Returns the settings that disable the collectors of these runs. */
const disable = (runs: readonly CollectorRun[], { formatSetting }: NodeQueries): string =>
  runs.map(({ job }) => formatSetting(`collector.${job.collector.name}`, false)).join(" ");

/** Returns the flags of the disabled APIs. An index also returns 404 if its chain is missing: only the P-Chain index counts. */
const disabledFlags = ({ calls }: CollectorRun) =>
  calls.flatMap(({ method, selector, error }) => {
    const flag = flagOf(method);
    return error?.unavailable === "api_off" && (flag !== indexing || selector?.startsWith("P/")) ? (flag ?? []) : [];
  });

export async function checkApis(node: NodeQueries): Promise<Findings> {
  const runs = await node.runs();
  const disabled = new Set(runs.flatMap(disabledFlags));
  const used = new Set(runs.flatMap(({ calls }) => calls.flatMap(({ method }) => flagOf(method) ?? [])));
  if (disabled.size === 0)
    return used.size > 0 ? ok(`All required APIs are enabled: ${joinList([...used].map(apiOf).sort())}.`) : [];
  return [...disabled].map((flag): Finding => {
    const affected = runs.filter((run) => disabledFlags(run).includes(flag));
    const further = flag === "--api-info-enabled" ? " The version and the network are unknown as well." : "";
    const idle = affected.filter((run) => hasNoData(run));
    return (isOffByDefault(flag) ? note : problem)(
      `The ${apiOf(flag)} API of the node is disabled (404).`,
      `Affected collector${affected.length > 1 ? "s" : ""}: ${namesOf(affected)}.${further}`,
      // states need the other APIs
      ...(isOffByDefault(flag) && idle.length > 0 ? [`To keep it disabled: ${disable(idle, node)}.`] : []),
      `To enable it, ${howToEnable(flag)}.`,
    );
  });
}
