import { methodOf, type RpcMethodName } from "../../contract/contract.ts";
import { type Finding, type Findings, ok, problem } from "../check.ts";
import { joinList, namesOf } from "../format.ts";
import { type CollectorRun, hasNoData, type NodeQueries } from "../node-queries.ts";

const indexing = "--index-enabled";

const flagOf = (method: RpcMethodName) => methodOf(method).endpoint.flag;
const nameOf = (flag: string) => flag.replace(/^--(api-)?|-enabled$/g, "");

/** Returns the flags of the disabled APIs. An index also returns 404 if its chain is missing: only the P-Chain index counts. */
const disabledFlags = ({ calls }: CollectorRun) =>
  calls.flatMap(({ method, at, reply }) => {
    const flag = flagOf(method);
    return reply.error?.unavailable === "api_off" && (flag !== indexing || at?.startsWith("P/")) ? (flag ?? []) : [];
  });

function howToEnable(flag: string): string {
  if (flag === indexing)
    return "Start the node with `--index-enabled=true --index-allow-incomplete=true`. Without the second flag, a node that has run without an index does not start. The index begins with the next block.";
  const warning =
    ". This API allows any caller to reconfigure the node: enable it only if the port is not reachable by others";
  return `Start the node with \`${flag}=true\`${flag === "--api-admin-enabled" ? warning : ""}.`;
}

function disabledFinding(flag: string, runs: readonly CollectorRun[], { set }: NodeQueries): Finding {
  const lack = runs.length > 1 ? "Affected collectors" : "Affected collector";
  const further = flag === "--api-info-enabled" ? " The version and the network are unknown as well." : "";
  const changes = runs
    .filter((run) => hasNoData(run))
    .map(({ job }) => set(`collector.${job.collector.name}`, false))
    .join(" ");
  return problem(
    `The ${nameOf(flag)} API of the node is disabled (404).`,
    `${lack}: ${namesOf(runs)}.${further}`,
    howToEnable(flag),
    ...(changes ? [`Or, to keep it disabled: ${changes}.`] : []),
  );
}

export async function checkApis(node: NodeQueries): Promise<Findings> {
  const runs = await node.runs();
  const off = [...new Set(runs.flatMap(disabledFlags))];
  if (off.length > 0) {
    const affected = (flag: string) => runs.filter((run) => disabledFlags(run).includes(flag));
    return off.map((flag) => disabledFinding(flag, affected(flag), node));
  }
  const used = runs.flatMap(({ calls }) => calls.flatMap(({ method }) => flagOf(method) ?? []));
  const names = [...new Set(used)].map(nameOf).sort();
  return names.length > 0 ? [ok(`All required APIs are enabled: ${joinList(names)}.`)] : [];
}
