/** The state of the nodes as the landing page shows it. Durations in milliseconds. */
import type { Target } from "../../exporter/target.ts";
import { advice } from "../../node/advice.ts";

/** Advice for each problem by its name. Code stands between backticks. */
export const remedies = {
  ...advice,
  load_balancer: "point the exporter at one node instead of a load balancer",
  series_limit: "increase `series_limit`, or track fewer subnets",
} as const;
/** Returns the path in the repository of the document on a problem. */
export const chapterOf = (problem: keyof typeof remedies) =>
  problem === "series_limit" ? "docs/metrics.md#cardinality" : "docs/troubleshooting.md";

/** The tone is a colour and a sign. */
export type Label = { readonly tone: "bad" | "warn" | "wait" | "ok" | "none"; readonly word: string };

/** The verdicts on a node, the worst first. */
export const verdicts = {
  down: { tone: "bad", word: "down" },
  failing: { tone: "bad", word: "failing" },
  partial: { tone: "warn", word: "partly failing" },
  multipleNodes: { tone: "warn", word: "multiple nodes" },
  bootstrapping: { tone: "wait", word: "bootstrapping" },
  starting: { tone: "wait", word: "starting" },
  idle: { tone: "none", word: "idle" },
  ok: { tone: "ok", word: "ok" },
} as const satisfies Readonly<Record<string, Label>>;
export type Verdict = keyof typeof verdicts;

/** The kinds of problems and the other states of a collector, the worst first. */
export const kinds = {
  failed: { tone: "bad", word: "failing" },
  multipleNodes: { tone: "warn", word: "discarded" },
  dropped: { tone: "warn", word: "dropped" },
  unavailable: { tone: "none", word: "unavailable" },
  starting: { tone: "wait", word: "pending" },
  ok: { tone: "ok", word: "ok" },
} as const satisfies Readonly<Record<string, Label>>;

export type Facts = {
  readonly nodeId?: string | undefined;
  readonly version?: string | undefined;
  readonly network?: string | undefined;
  /** By the name of the chain. */
  readonly bootstrapped: Readonly<Record<string, boolean>>;
};
export type CollectorState = ReturnType<Target["collectorStates"]>[number];
export type Standing = ReturnType<Target["status"]> & {
  /** Empty for the node of node.url. */
  readonly name: string;
  readonly states: readonly CollectorState[];
  readonly facts: Facts;
};
/** One problem of any number of collectors. */
export type Problem = {
  readonly kind: keyof typeof kinds;
  readonly name: keyof typeof remedies;
  readonly collectors: readonly string[];
  /** Error messages, each once. */
  readonly texts: readonly string[];
};
export type NodeView = ReturnType<typeof nodeView>;
export type Program = {
  readonly version: string;
  readonly revision: string;
  readonly nodeVersion: string;
  /** Since the epoch. */
  readonly at: number;
  readonly runningFor: number;
  /** The last reload failed. */
  readonly isOutdated: boolean;
  readonly telemetryPath: string;
  /** The URL of the repository, which shows its README. */
  readonly readme?: string | undefined;
};
export type View = Program & {
  /** The worst first, else in the order of the configuration. */
  readonly nodes: readonly NodeView[];
};

const byRank =
  <T>(table: object, keyOf: (item: T) => string) =>
  (a: T, b: T) =>
    Object.keys(table).indexOf(keyOf(a)) - Object.keys(table).indexOf(keyOf(b));

/** Returns the state of all nodes as the page shows it. */
export function viewOf(program: Program, standings: readonly Standing[]): View {
  return { ...program, nodes: standings.map(nodeView).toSorted(byRank(verdicts, ({ verdict }) => verdict)) };
}

const nodeView = (standing: Standing) => ({
  ...standing,
  verdict: verdictOf(standing),
  problems: problemsOf(standing.states),
  series: standing.states.reduce((sum, { series }) => sum + series, 0),
});

/** avax_up is 0 for down, failing, idle and starting. */
function verdictOf({ up, reachable, states }: Standing): Verdict {
  const has = (kind: CollectorState["state"]["kind"]) => states.some(({ state }) => state.kind === kind);
  if (states.length === 0) return "idle";
  if (states.every(({ state }) => state.kind === "starting")) return "starting";
  if (!up) return reachable ? "failing" : "down";
  if (has("failed")) return "partial";
  if (has("multipleNodes")) return "multipleNodes";
  if (states.some(({ state }) => causeOf(state) === "bootstrapping")) return "bootstrapping";
  return has("starting") ? "starting" : "ok";
}

/** Returns the name of the problem of a collector in this state, if there is one. */
export function causeOf(state: CollectorState["state"]): Problem["name"] | undefined {
  if (state.kind === "multipleNodes") return "load_balancer";
  if (state.kind === "unavailable") return state.what;
  return state.kind === "failed" ? (state.reason as Problem["name"]) : undefined;
}

/** Several collectors with the same cause are one problem. */
function problemsOf(states: readonly CollectorState[]): Problem[] {
  const problems = new Map<string, Problem>();
  function add(kind: Problem["kind"], name: Problem["name"], collector: string, text: string | undefined) {
    const { collectors, texts } = problems.get(`${kind} ${name}`) ?? { collectors: [], texts: [] };
    const all = text === undefined ? texts : [...texts, text];
    problems.set(`${kind} ${name}`, { kind, name, collectors: [...collectors, collector], texts: all });
  }
  for (const { collector, state, dropped } of states) {
    const cause = causeOf(state);
    if (cause) add(state.kind, cause, collector, "error" in state ? state.error?.message : undefined);
    if (dropped > 0) add("dropped", "series_limit", collector, `${dropped.toLocaleString("en")} series are dropped`);
  }
  return [...problems.values()]
    .map(({ texts, ...problem }) => ({ ...problem, texts: textsOf(texts) }))
    .toSorted(byRank(kinds, ({ kind }) => kind));
}

/** Returns each text once. The same error of several methods loses its beginning, the method and the path. */
function textsOf(texts: readonly string[]): string[] {
  const byWords = Map.groupBy(texts, (text) => text.replace(/^\S+ at \S+: /, ""));
  return [...byWords].map(([words, same]) => (same.length === 1 ? (same[0] ?? words) : words));
}
