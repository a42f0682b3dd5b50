/** Checks the APIs, the methods and the collectors that the node supports. */
import { methodOf, type RpcMethodName } from "../../api/contract.ts";
import type { Method } from "../../api/method.ts";
import { type ApiFlagName, apiFlagNames, apiOf, howToEnable, isOffByDefault } from "../../api/node-flags.ts";
import { isBefore, isTooOld } from "../../api/version.ts";
import { collectors } from "../../collectors/all.ts";
import { joinList, sentence } from "../../lib/text.ts";
import { codeOf, fixOf } from "../../rpc/failures.ts";
import { type Finding, type Findings, note, ok, problem } from "../check.ts";
import { type CallResult, type CollectorRun, hasNoData, type NodeQueries, namesOf } from "../node-queries.ts";
import { readFacts } from "./states.ts";

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
    const isOptIn = affected.some(({ job }) => job.collector.disabledByDefault);
    return (isOffByDefault(flag) && !isOptIn ? note : problem)(
      `The ${apiOf(flag)} API of the node is disabled (404).`,
      `Affected collector${affected.length > 1 ? "s" : ""}: ${namesOf(affected)}.${further}`,
      // states need the other APIs
      ...(isOffByDefault(flag) && idle.length > 0 ? [`To keep it disabled: ${disable(idle, node)}.`] : []),
      `To enable it, ${howToEnable(flag)}.`,
    );
  });
}

/** Returns whether the configuration of the chain does not select the method of a call. */
const isNotSelected = ({ error }: CallResult) => error !== undefined && codeOf(error.failure) === "method_not_selected";

/** Returns a finding on the methods that chains of an EVM do not serve because of their configuration. */
function notSelectedFinding(runs: readonly CollectorRun[], { url }: NodeQueries): Findings {
  const affected = runs.filter(({ calls }) => calls.some(isNotSelected));
  const calls = affected.flatMap((run) => run.calls.filter(isNotSelected));
  const [error] = calls.flatMap((call) => call.error ?? []);
  if (!error) return [];
  const unique = (names: readonly string[]) => joinList([...new Set(names)]);
  return problem(
    `The configuration of ${unique(calls.map(({ selector = "C" }) => selector))} does not serve ${unique(calls.map(({ method }) => method))}.`,
    `Affected collectors: ${namesOf(affected)}.`,
    sentence(fixOf(error.failure, url)),
  );
}

/** Returns the methods that the node reported as unknown, and those that are newer than its version. A bootstrapping chain
 *  reports none. */
function missingMethods({ job, calls }: CollectorRun, version: string | undefined): RpcMethodName[] {
  const reported = calls.filter((call) => call.error?.unavailable === "method_unknown" && !isNotSelected(call));
  const newer = job.collector.reads.filter((method) => isTooOld(version, methodOf(method)));
  return [...reported.map(({ method }) => method), ...newer];
}

export async function checkVersion(node: NodeQueries): Promise<Findings> {
  const version = await node.version();
  const runs = await node.runs();
  const notSelected = [notSelectedFinding(runs, node)].flat();
  const lacking = runs.filter((run) => missingMethods(run, version).length > 0);
  const methods = [...new Set(lacking.flatMap((run) => missingMethods(run, version)))];
  if (methods.length === 0 && notSelected.length > 0) return notSelected;
  if (methods.length === 0)
    return version === undefined ? [] : ok(`AvalancheGo ${version} supports all required methods.`);
  const since = methods.flatMap((name) => methodOf(name).since ?? []);
  const newest = since.toSorted((a, b) => (isBefore(a, b) ? 1 : -1))[0];
  const each = methods.map((name) => {
    const first = methodOf(name).since;
    return first === undefined ? name : `${name} (since ${first})`;
  });
  const tooOld = problem(
    `${version === undefined ? "This version of AvalancheGo" : `AvalancheGo ${version}`} does not support ${joinList(each)}.`,
    `Affected collectors: ${namesOf(lacking)}.`,
    newest === undefined ? "Upgrade AvalancheGo." : `Upgrade AvalancheGo to ${newest} or later.`,
  );
  return [tooOld, ...notSelected];
}

/** A cheap call for each API that can be disabled, by the flag of the node. */
const apiProbes = {
  "--api-admin-enabled": ({ call }: NodeQueries) => call("admin.getLoggerLevel", {}),
  "--api-info-enabled": ({ call }: NodeQueries) => call("info.getNodeVersion", {}),
  "--api-health-enabled": ({ call }: NodeQueries) => call("health.health", {}),
  [indexing]: ({ call }: NodeQueries) => call("index.getLastAccepted", {}, "P/block"),
} satisfies Readonly<Record<ApiFlagName, unknown>>;

export async function checkUnusedFeatures(node: NodeQueries): Promise<Findings> {
  const { collectorOptions, formatSetting } = node;
  const { indexes: _, ...watched } = node.watch;
  const disabled = collectors.filter(({ name }) => !collectorOptions[name]?.enabled);
  const off = new Set<ApiFlagName | undefined>();
  for (const flag of apiFlagNames) if ((await apiProbes[flag](node)).error) off.add(flag);
  const version = await node.version();
  const isServed = (method: Method) => !off.has(method.endpoint.flag) && !isTooOld(version, method);
  const idle = disabled.filter(({ reads }) => reads.map(methodOf).every(isServed));
  const unwatched = note(
    "Nothing is watched: only network-wide totals are exported.",
    "Rewards, uptimes and balances of your own validators are exported only if they are watched.",
    `A validator: ${formatSetting("watch.node-id", "NodeID-…")}. An L1 or a subnet: ${formatSetting("watch.subnet-id", "ID")}. An address: ${formatSetting("watch.address", "P-avax1…")}.`,
  );
  const offered = note(
    `Disabled collectors that this node supports: ${joinList(idle.map(({ name }) => name))}.`,
    "Their metrics are missing. If this is intended, no action is needed.",
    ...idle.map(({ name, summary }) => `${formatSetting(`collector.${name}`, true)}: ${summary}`),
  );
  const hasWatched = Object.values(watched).some((list) => Array.isArray(list) && list.length > 0);
  // an own validator is watched as soon as it is known
  const isUnwatched = !hasWatched && (await readFacts(node, await node.allRuns())).facts.node.validates === false;
  return [...(isUnwatched ? [unwatched] : []), ...(idle.length > 0 ? [offered] : [])];
}
