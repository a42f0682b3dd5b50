/** Model of the landing page. Durations in milliseconds. */
import type { Exporter } from "../../exporter/exporter.ts";
import type { Target } from "../../exporter/target.ts";
import { nodeBootstrapped, nodeInfo, nodeUpgradeUnknown, upgradeTime } from "../../metrics/node.ts";
import { peersStake } from "../../metrics/peers.ts";
import { advice } from "../../node/advice.ts";
import { hasOwner, repositoryUrl } from "../../repository.ts";

/** Advice by problem. Text between backticks is code. */
export const remedies = {
  ...advice,
  load_balancer: "point the exporter at one node instead of a load balancer",
  unknown_upgrade: "upgrade AvalancheGo to its latest release",
  series_limit: "increase `series_limit`, or track fewer subnets",
} as const;
/** Returns the path in the repository of the document on a problem. */
export const documentFor = (problem: keyof typeof remedies) =>
  problem === "series_limit" ? "docs/metrics.md#cardinality" : "docs/troubleshooting.md";

/** Text of a status. The tone is a colour and a symbol. */
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
export const kinds = {
  failed: { tone: "bad", text: "failing" },
  multipleNodes: { tone: "warn", text: "discarded" },
  outdated: { tone: "warn", text: "outdated" },
  dropped: { tone: "warn", text: "dropped" },
  unavailable: { tone: "none", text: "unavailable" },
  starting: { tone: "wait", text: "pending" },
  ok: { tone: "ok", text: "ok" },
} as const satisfies Readonly<Record<string, StatusLabel>>;

/** Returns facts about a node from its current samples. */
function factsOf({ page }: Target) {
  const { node_id: nodeId, version, network } = page.samplesOf(nodeInfo)[0]?.labels ?? {};
  const bootstrapped = page.samplesOf(nodeBootstrapped).map(({ labels, value }) => [labels?.["chain"], value === 1]);
  const stakes = page.samplesOf(peersStake).map(({ labels, value }) => [labels?.["version"], Number(value)] as const);
  const total = stakes.reduce((sum, [, stake]) => sum + stake, 0);
  return {
    nodeId,
    version,
    network,
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
  readonly kind: keyof typeof kinds;
  readonly name: keyof typeof remedies;
  readonly collectors: readonly string[];
  /** Distinct error messages. */
  readonly texts: readonly string[];
};
export type NodeView = ReturnType<typeof nodeView>;
export type View = ReturnType<typeof viewOf>;

/** Returns the model of the page, with the nodes by severity, then in the order of the configuration. */
export function viewOf(program: ProcessInfo, standings: readonly NodeStatus[]) {
  const nodes = standings.map(nodeView);
  const statuses = Object.keys(nodeStatuses);
  return { ...program, nodes: statuses.flatMap((status) => nodes.filter((node) => node.status === status)) };
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
  return state.kind === "failed" ? (state.reason as Problem["name"]) : undefined;
}

/** Returns the problems, the worst first. */
function problemsOf({ states, facts }: NodeStatus): Problem[] {
  const problems = new Map<string, Problem>();
  function add(kind: Problem["kind"], name: Problem["name"], collector: string, text?: string) {
    const { collectors, texts } = problems.get(`${kind} ${name}`) ?? { collectors: [], texts: [] };
    const all = text === undefined ? texts : [...texts, text];
    problems.set(`${kind} ${name}`, { kind, name, collectors: [...collectors, collector], texts: all });
  }
  if (facts.isUpgradeUnknown) {
    const text = "The majority of the stake announces an upgrade that the node does not know.";
    add("outdated", "unknown_upgrade", "health", text);
  }
  for (const { collector, state, dropped } of states) {
    const cause = causeOf(state);
    if (cause) add(state.kind, cause, collector, "error" in state ? state.error?.message : undefined);
    if (dropped > 0) add("dropped", "series_limit", collector, `${dropped.toLocaleString("en")} series are dropped`);
  }
  const all = [...problems.values()].map(({ texts, ...problem }) => ({ ...problem, texts: textsOf(texts) }));
  return Object.keys(kinds).flatMap((kind) => all.filter((problem) => problem.kind === kind));
}

/** Returns the distinct texts. An error of several methods is shown once, without method and path. */
function textsOf(texts: readonly string[]): string[] {
  const byWords = Map.groupBy(texts, (text) => text.replace(/^\S+ at \S+: /, ""));
  return [...byWords].map(([words, same]) => (same.length === 1 ? (same[0] ?? words) : words));
}
