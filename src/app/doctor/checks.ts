/** Findings: what the doctor reports apart from the states. */

import type { Settings } from "../../collectors/collector.ts";
import { idsOf } from "../../collectors/watched.ts";
import { effectiveInterval } from "../../engine/after-run.ts";
import type { Collector } from "../../engine/collector.ts";
import { limitFix } from "../../engine/limit.ts";
import type { FinishedRun } from "../../engine/runner.ts";
import { collectionStates } from "../../entities/collection.ts";
import type { StatusDocument } from "../../entities/status.ts";
import { formatDuration } from "../../lib/duration.ts";
import { formatLatency, formatSpan } from "../../lib/span.ts";
import { formatCount, joinList, sentence } from "../../lib/text.ts";
import type { Params, PathSelectorArgs, ReadMethodName, Result } from "../../node-api/contract.ts";
import type { Attempt, NodeError } from "../../node-api/errors.ts";
import { fixOf } from "../../node-api/failures.ts";
import { networkOf } from "../../node-api/ids.ts";

/** `problem`: metrics are missing or wrong. `note`: worth knowing, without an effect on the exit status. */
type Level = "ok" | "note" | "problem";

/** The result of a check, in sentences. Text between backticks is a command or a setting. */
export type Finding = {
  /** Name of the check: short, in kebab case and stable, because scripts read it. */
  readonly check: string;
  readonly level: Level;
  readonly what: string;
  readonly why: string;
  /** Possible fixes, the most likely first. */
  readonly fix: readonly string[];
};

export const ok = (check: string, what: string): Finding => ({ check, level: "ok", what, why: "", fix: [] });
const note = (check: string, what: string, why: string, ...fix: string[]): Finding => ({
  ...{ check, level: "note", what, why, fix },
});
export const problem = (check: string, what: string, why: string, ...fix: string[]): Finding => ({
  ...{ check, level: "problem", what, why, fix },
});

export const isProblem = ({ level }: Finding): boolean => level === "problem";

// Checks after the collectors have run: of what the states do not show.

/** Calls a method that only reads. */
export type Ask = <N extends ReadMethodName>(
  method: N,
  params: Params<N>,
  ...selector: PathSelectorArgs<N>
) => Promise<Attempt<Result<N>>>;

export function checkNetwork({ node: { network } }: StatusDocument, configured: string | undefined): Finding[] {
  if (configured === undefined || network === null || network === configured) return [];
  const what = `node.network is ${configured}, but the node is on ${network}.`;
  return [
    problem("network", what, "The series have the network of the node.", "Correct `node.network` or `node.url`."),
  ];
}

/** The network accepts blocks up to this far ahead of the clock of a node. */
const maxAheadSeconds = 10;

/** Returns the finding on clocks that agree. `ahead`: seconds by which the last P-Chain block was in the future when it was read. */
export function checkClock({ node, collection }: StatusDocument, ahead: number): Finding[] {
  if (collection.state === "clocks_differ") return [];
  if (ahead > maxAheadSeconds) {
    const what = `The last P-Chain block is ${formatSpan(ahead)} in the future.`;
    const why = "Times count by the clock of the exporter, and are off by this amount.";
    return [problem("clock", what, why, collectionStates.clocks_differ.fix)];
  }
  return node.clock_difference_seconds === null
    ? []
    : [ok("clock", "The clocks of the exporter and of the node agree.")];
}

type Failure = { readonly run: FinishedRun; readonly error: NodeError };
/** Maximum number of errors in a finding. */
const maxErrors = 3;

/** Returns one finding for all errors with the same fix. `create` gets the collectors as well. */
function findingsOn(
  errors: readonly Failure[],
  url: string,
  create: (what: string, fix: string, of: readonly Collector[]) => Finding,
) {
  const groups = Map.groupBy(errors, ({ error }) => sentence(fixOf(error.failure, url)));
  return [...groups].map(([fix, same]) => {
    const of = [...new Set(same.map(({ run }) => run.job.collector))];
    const names = joinList(of.map(({ name }) => name));
    const texts = new Set(same.map(({ error: { message, detail } }) => (same.length === 1 ? message : detail)));
    return create(`${names}: ${joinList([...texts], maxErrors)}.`, fix, of);
  });
}

/** Returns whether a finding on the watched IDs has the cause of a failure. */
const isOfWatched = ({ run, error: { failure } }: Failure, watched: readonly Finding[]) =>
  watched.some(({ what }) => {
    const isOfAddresses = what.startsWith("watch.addresses");
    return ["addresses", "exports"].includes(run.job.collector.name)
      ? isOfAddresses && failure.code === "rpc_error"
      : !isOfAddresses && failure.code === "wrong_id";
  });

/** Returns the failures of the collectors. `watched`: the findings on the watched IDs, which replace failures. */
export function checkCollectors(runs: readonly FinishedRun[], url: string, watched: readonly Finding[]): Finding[] {
  const failures = runs.flatMap((run) => run.run.failed.map((error) => ({ run, error })));
  const others = failures.filter((failure) => !isOfWatched(failure, watched));
  const succeeded = runs.filter(({ after }) => after.status.kind === "ok").length;
  const count = `${formatCount(succeeded)} of ${formatCount(runs.length)} collectors have data.`;
  // states and the check of the APIs show why a collector has no data
  if (failures.length === 0) return succeeded === runs.length ? [ok("collectors", count)] : [];
  return findingsOn(others, url, (what, fix, of) => {
    const why = of.some(({ required }) => required) ? "avax_up is 0, because a required collector fails." : "";
    return problem("collectors", what, why, fix);
  });
}

/** Returns the collectors whose data the node does not provide: states show the entities that need it. A node that bootstraps has a state
 *  of its own. */
export function checkApis(runs: readonly FinishedRun[], url: string): Finding[] {
  const all = runs.flatMap((run) => {
    const { status } = run.after;
    return status.kind === "unavailable" && status.reason !== "bootstrapping" ? { run, error: status.error } : [];
  });
  return findingsOn(all, url, (what, fix) => note("apis", what, "", fix));
}

/** Returns the kind of an ID, and related IDs of the other kind; undefined if a call fails. */
async function identify(ask: Ask, id: string) {
  const { value: subnet, error } = await ask("platform.getSubnet", { subnetID: id });
  if (subnet) {
    const { value } = await ask("platform.validates", { subnetID: id });
    return { kind: "subnet", related: value?.blockchainIDs ?? [] };
  }
  if (error.unavailable !== "not_found") return undefined;
  const chain = await ask("platform.validatedBy", { blockchainID: id });
  if (chain.value) return { kind: "blockchain", related: [chain.value.subnetID] };
  return chain.error.unavailable === "not_found" ? { kind: "unknown", related: [] } : undefined;
}

type Watch = Settings["watch"];
const articles = { subnet: "a", blockchain: "a", "L1 validator": "an" } as const;
type WatchedId = { readonly id: string; readonly key: string; readonly kind: keyof typeof articles };

/** Returns the watched IDs that can be wrong: those without data, and blockchains, whose data shows nothing about that. */
function suspectIds({ subnet_ids, node_ids, blockchain_ids }: Watch, status: StatusDocument): readonly WatchedId[] {
  const { subnets, l1s, validators, l1_validators } = status;
  const entities = [...subnets, ...l1s, ...validators];
  const unread = new Set(entities.flatMap(({ subnet_id, missing }) => (missing.includes("set") ? subnet_id : [])));
  const ofNodes = new Set(node_ids.flatMap((one) => one.subnet_ids));
  const subnet = (key: string, ids: readonly string[]) =>
    ids.flatMap((id) => (unread.has(id) ? ({ id, key, kind: "subnet" } as const) : []));
  return [
    ...subnet("watch.subnet_ids", idsOf(subnet_ids)),
    ...subnet("watch.node_ids", [...ofNodes]),
    ...l1_validators.flatMap(({ validation_id: id, state }) =>
      state === "missing" ? ({ id, key: "watch.validation_ids", kind: "L1 validator" } as const) : [],
    ),
    ...idsOf(blockchain_ids).map((id) => ({ id, key: "watch.blockchain_ids", kind: "blockchain" }) as const),
  ];
}

async function checkWatchedId(ask: Ask, { id, key, kind }: WatchedId): Promise<readonly Finding[]> {
  const found = await identify(ask, id);
  if (!found || found.kind === kind) return [];
  if (found.kind !== "unknown") {
    const ids = found.related.length === 0 ? "" : `: \`${joinList(found.related, 5)}\``;
    const fix = kind === "L1 validator" ? "Use a validation ID." : `Use the ID of its ${kind}${ids}.`;
    return [
      problem("watched", `${key}: ${id} is the ID of a ${found.kind}, not of ${articles[kind]} ${kind}.`, "", fix),
    ];
  }
  if (kind === "L1 validator") return []; // its state is missing
  const fix = "Check the ID: it may be misspelled, or belong to another network.";
  return [problem("watched", `${key}: ${id} does not exist on this network.`, "", fix)];
}

/** Prefixes of addresses, by the name of the network. */
const prefixes: Readonly<Record<string, string>> = { mainnet: "avax", simulated: "avax", fuji: "fuji", local: "local" };

function checkAddresses({ addresses }: Watch, { node: { network } }: StatusDocument): Finding[] {
  if (network === null) return [];
  const prefix = prefixes[network] ?? "custom";
  const foreign = idsOf(addresses).filter((address) => networkOf(address) !== prefix);
  if (foreign.length === 0) return [];
  const what = `watch.addresses: addresses of another network: ${joinList(foreign, 3)}.`;
  const why = "The node rejects them, so no balances are exported.";
  const fix = `On this network, addresses begin with P-${prefix}1 or X-${prefix}1: correct watch.addresses or node.url.`;
  return [problem("watched", what, why, fix)];
}

function checkEvmAddresses({ evm_addresses }: Watch, { chains }: StatusDocument): Finding[] {
  const names = new Set(chains.flatMap(({ chain, blockchain_id }) => [chain, blockchain_id]));
  const absent = [...new Set(evm_addresses.map(({ chain }) => chain))].filter((chain) => !names.has(chain));
  if (chains.length === 0 || absent.length === 0) return [];
  const what = `watch.evm_addresses: the node does not run the chain ${joinList(absent, 3)}.`;
  const why = "The balances of its addresses are not exported.";
  const fix =
    "Correct the chain: C, or the blockchain ID of an EVM chain. Or start the node with `--track-subnets` and its subnet.";
  return [problem("watched", what, why, fix)];
}

/** Returns the watched IDs that are of another kind or of another network. */
export async function checkWatched(ask: Ask, watch: Watch, status: StatusDocument): Promise<readonly Finding[]> {
  const ofIds = await Array.fromAsync(suspectIds(watch, status), (one) => checkWatchedId(ask, one));
  return [...ofIds.flat(), ...checkAddresses(watch, status), ...checkEvmAddresses(watch, status)];
}

type Cost = {
  readonly job: Pick<FinishedRun["job"], "collector" | "interval" | "isHeavy">;
  readonly run: Pick<FinishedRun["run"], "callMs" | "dropped">;
};

function limitFinding({ job: { collector }, run: { dropped } }: Cost): Finding[] {
  if (dropped === 0) return [];
  const what = `${collector.name}: ${formatCount(dropped)} series are dropped.`;
  const why = "Validators with the smallest weight are not exported.";
  return [problem("cost", what, why, limitFix)];
}

function intervalFinding({ job: { collector, interval }, run: { callMs } }: Cost): Finding[] {
  const effective = effectiveInterval(interval, callMs);
  if (effective <= interval) return [];
  const what = `${collector.name}: the calls of a run take ${formatLatency(callMs / 1000)}, but the interval is ${formatDuration(interval)}.`;
  const shown = formatDuration(Math.ceil(effective / 1000) * 1000);
  const why = `They may take at most 10 % of it: the interval in effect is ${shown}. Calls take longer right after the start of the node.`;
  return [note("cost", what, why, `Increase \`collectors.${collector.name}.interval\`.`)];
}

/** Returns the collectors that have more series than the limit, and those whose heavy calls are slow. The others only wait for each other
 *  when all run at once. */
export function checkCost(runs: readonly Cost[]): Finding[] {
  const heavy = runs.filter(({ job }) => job.isHeavy);
  const found = [...runs.flatMap(limitFinding), ...heavy.flatMap(intervalFinding)];
  const [slowest] = heavy.toSorted((a, b) => b.run.callMs - a.run.callMs);
  if (found.length > 0 || !slowest) return found;
  const { job, run } = slowest;
  const duration = formatLatency(run.callMs / 1000);
  return [ok("cost", `The slowest heavy calls, those of ${job.collector.name}, took ${duration} for one run.`)];
}
