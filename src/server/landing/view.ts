/** Model of the landing page. Durations in milliseconds. */
import type { Exporter } from "../../exporter/exporter.ts";
import type { Target } from "../../exporter/target.ts";
import { formatCount } from "../../lib/format-count.ts";
import { showUrl } from "../../lib/redaction.ts";
import { nodeBootstrapped, nodeInfo, nodeUpgradeUnknown, upgradeTime } from "../../metrics/node.ts";
import { peersStake } from "../../metrics/peers.ts";
import { hasOwner, repositoryUrl } from "../../repository.ts";
import type { NodeError } from "../../rpc/errors.ts";
import { fixOf, type Reason, type UnavailableReason } from "../../rpc/failures.ts";

/** Fixes of the problems that are not failures of calls. Text between backticks is code. */
export const problemAdvice = {
  load_balancer: "point the exporter at one node instead of a load balancer",
  unknown_upgrade: "upgrade AvalancheGo to its latest release",
  series_limit: "increase `series_limit`, or track fewer subnets",
} as const;
/** Returns the path in the repository of the document on a problem. */
export const documentFor = (problem: Problem["name"]) =>
  problem === "series_limit" ? "docs/metrics.md#cardinality" : "docs/troubleshooting.md";

/** Text of a status. The tone is a color and a symbol. */
export type StatusLabel = { readonly tone: "bad" | "warn" | "wait" | "ok" | "none"; readonly text: string };

/** Labels of the statuses of a node, the worst first. */
export const nodeStatuses = {
  down: { tone: "bad", text: "down" },
  failing: { tone: "bad", text: "failing" },
  partial: { tone: "warn", text: "partly failing" },
  multipleNodes: { tone: "warn", text: "multiple nodes" },
  bootstrapping: { tone: "wait", text: "bootstrapping" },
  starting: { tone: "wait", text: "starting" },
  idle: { tone: "none", text: "idle" },
  ok: { tone: "ok", text: "ok" },
} as const satisfies Readonly<Record<string, StatusLabel>>;
export type NodeStatusKind = keyof typeof nodeStatuses;

/** Labels of the states of a collector, and of problems, the worst first. */
export const collectorStatuses = {
  failed: { tone: "bad", text: "failing" },
  multipleNodes: { tone: "warn", text: "discarded" },
  outdated: { tone: "warn", text: "outdated" },
  dropped: { tone: "warn", text: "dropped" },
  unavailable: { tone: "none", text: "unavailable" },
  starting: { tone: "wait", text: "pending" },
  ok: { tone: "ok", text: "ok" },
} as const satisfies Readonly<Record<string, StatusLabel>>;

/** Returns facts about a node from its current samples. */
function factsOf({ page, model }: Target) {
  const { node_id: nodeId, version } = page.samplesOf(nodeInfo)[0]?.labels ?? {};
  const bootstrapped = page.samplesOf(nodeBootstrapped).map(({ labels, value }) => [labels?.["chain"], value === 1]);
  const stakes = page.samplesOf(peersStake).map(({ labels, value }) => [labels?.["version"], Number(value)] as const);
  const total = stakes.reduce((sum, [, stake]) => sum + stake, 0);
  return {
    nodeId,
    version,
    network: model().node.network,
    /** By the name of the chain. */
    bootstrapped: Object.fromEntries(bootstrapped) as Readonly<Record<string, boolean>>,
    /** Versions of the connected validators with their shares of the connected stake. */
    stakeByVersion: stakes.map(([version = "", stake]) => ({ version, share: stake / total })),
    /** Upgrades with a date, in their order. Milliseconds since 1970. */
    upgrades: page.samplesOf(upgradeTime).map(({ labels, value }) => ({
      name: labels?.["upgrade"] ?? "",
      at: 1000 * Number(value),
    })),
    isUpgradeUnknown: page.samplesOf(nodeUpgradeUnknown)[0]?.value === 1,
  };
}

const statusOf = (target: Target) => ({
  ...target.status(),
  /** Empty for the node of node.url. */
  name: target.name,
  url: showUrl(target.url),
  states: target.collectorStates(),
  facts: factsOf(target),
});

const programOf = (exporter: Exporter, telemetryPath: string) => ({
  ...exporter.build,
  nodeVersion: process.version,
  /** Since the epoch. */
  at: Date.now(),
  runningFor: process.uptime() * 1000,
  hasReloadFailed: exporter.process.hasReloadFailed(),
  telemetryPath,
  readme: hasOwner ? repositoryUrl : undefined,
});

export type ProcessInfo = ReturnType<typeof programOf>;
export type NodeStatus = ReturnType<typeof statusOf>;
export type CollectorState = NodeStatus["states"][number];
/** A problem that one or more collectors have. */
export type Problem = {
  readonly kind: keyof typeof collectorStatuses;
  readonly name: Reason | UnavailableReason | keyof typeof problemAdvice;
  readonly collectors: readonly string[];
  /** Distinct error messages. */
  readonly texts: readonly string[];
  readonly fix: string;
};
export type NodeView = ReturnType<typeof nodeView>;
export type View = ReturnType<typeof viewOf>;

/** Returns the model of the page, with the nodes by severity, then in the order of the configuration. */
export function viewOf(program: ProcessInfo, statuses: readonly NodeStatus[]) {
  const nodes = statuses.map(nodeView);
  const bySeverity = Object.keys(nodeStatuses);
  return { ...program, nodes: bySeverity.flatMap((status) => nodes.filter((node) => node.status === status)) };
}

/** Returns the model of the page for the present state. */
export const readView = (exporter: Exporter, telemetryPath: string): View =>
  viewOf(programOf(exporter, telemetryPath), exporter.targets().map(statusOf));

const nodeView = (node: NodeStatus) => ({
  ...node,
  status: classifyNode(node),
  problems: problemsOf(node),
  series: node.states.reduce((sum, { series }) => sum + series, 0),
});

/** avax_up is 0 for down, failing, idle and starting. */
function classifyNode({ up, reachable, states }: NodeStatus): NodeStatusKind {
  const has = (kind: CollectorState["state"]["kind"]) => states.some(({ state }) => state.kind === kind);
  if (states.length === 0) return "idle";
  if (states.every(({ state }) => state.kind === "starting")) return "starting";
  if (!up) return reachable ? "failing" : "down";
  if (has("failed")) return "partial";
  if (has("multipleNodes")) return "multipleNodes";
  if (states.some(({ state }) => causeOf(state) === "bootstrapping")) return "bootstrapping";
  return has("starting") ? "starting" : "ok";
}

/** Returns the name of the problem of a collector, if there is one. */
export function causeOf(state: CollectorState["state"]): Problem["name"] | undefined {
  if (state.kind === "multipleNodes") return "load_balancer";
  if (state.kind === "unavailable") return state.reason;
  return state.kind === "failed" ? state.reason : undefined;
}

/** Returns the problems, the worst first: one for each fix. */
function problemsOf({ url, states, facts }: NodeStatus): Problem[] {
  type Found = Pick<Problem, "kind" | "name" | "fix"> & { readonly collector: string; readonly error: Described };
  const found: Found[] = [];
  if (facts.isUpgradeUnknown) {
    const detail = "The majority of the stake announces an upgrade that the node does not know.";
    const fix = problemAdvice.unknown_upgrade;
    found.push({ kind: "outdated", name: "unknown_upgrade", fix, collector: "health", error: describing(detail) });
  }
  for (const { collector, state, dropped } of states) {
    const { kind } = state;
    if (kind === "failed" || kind === "unavailable")
      found.push({ kind, name: state.reason, fix: fixOf(state.error.failure, url), collector, error: state.error });
    if (kind === "multipleNodes")
      found.push({ kind, name: "load_balancer", fix: problemAdvice.load_balancer, collector, error: undefined });
    if (dropped > 0) {
      const error = describing(`${formatCount(dropped)} series are dropped`);
      found.push({ kind: "dropped", name: "series_limit", fix: problemAdvice.series_limit, collector, error });
    }
  }
  const groups = Map.groupBy(found, ({ kind, name, fix }) => JSON.stringify([kind, name, fix]));
  const all = [...groups.values()].flatMap(([first, ...more]): Problem[] => {
    if (!first) return [];
    const same = [first, ...more];
    const collectors = same.map(({ collector }) => collector);
    const texts = textsOf(same.flatMap(({ error }) => error ?? []));
    return [{ kind: first.kind, name: first.name, fix: first.fix, collectors, texts }];
  });
  return Object.keys(collectorStatuses).flatMap((kind) => all.filter((problem) => problem.kind === kind));
}

type Described = Pick<NodeError, "message" | "detail"> | undefined;
const describing = (detail: string) => ({ message: detail, detail });

/** Returns the distinct texts. An error of several methods is shown once, without method and path. */
function textsOf(errors: readonly NonNullable<Described>[]): string[] {
  const byDetail = Map.groupBy(errors, ({ detail }) => detail);
  return [...byDetail].map(([detail, same]) => (same.length === 1 ? (same[0]?.message ?? detail) : detail));
}
