/** What the page shows, as plain data. Durations in milliseconds. */
import type { Target } from "../../exporter/target.ts";
import type { remedies } from "./remedies.ts";

/** One line of it for each verdict, the worst first. */
export const verdicts = ["down", "failing", "partial", "mixed", "bootstrapping", "starting", "idle", "ok"] as const;
export type Verdict = (typeof verdicts)[number];
export const isTrouble = (verdict: Verdict) => verdicts.indexOf(verdict) <= verdicts.indexOf("mixed");

export type Facts = {
  readonly nodeId?: string | undefined;
  readonly version?: string | undefined;
  readonly network?: string | undefined;
  /** Chains by name. */
  readonly bootstrapped: Readonly<Record<string, boolean>>;
};
export type Standing = ReturnType<Target["standing"]> & {
  readonly name: string;
  readonly states: ReturnType<Target["states"]>;
  readonly facts: Facts;
};
export type Program = {
  readonly version: string;
  readonly revision: string;
  readonly nodeVersion: string;
  /** Since the epoch. */
  readonly at: number;
  readonly runningFor: number;
  /** The last reload was refused. */
  readonly isOutdated: boolean;
  readonly telemetryPath: string;
  /** Where the README can be read. */
  readonly readme?: string | undefined;
};

export type CollectorView = {
  readonly name: string;
  readonly kind: Standing["states"][number]["state"]["kind"];
  readonly required: boolean;
  /** Why it failed, or what the node lacks. */
  readonly reason?: string;
  /** Rounds that failed one after the other. */
  readonly times?: number;
  readonly age: number | undefined;
  readonly interval: number;
  readonly configured: number;
  readonly series: number;
  readonly dropped: number;
};
export type Problem = {
  readonly kind: "failed" | "mixed" | "dropped" | "unavailable";
  readonly name: keyof typeof remedies;
  readonly collectors: readonly string[];
  /** In words, each once. */
  readonly texts: readonly string[];
};
export type NodeView = {
  readonly name: string;
  readonly verdict: Verdict;
  readonly facts: Facts;
  readonly collectors: readonly CollectorView[];
  readonly problems: readonly Problem[];
  readonly series: number;
};
export type View = Program & { readonly nodes: readonly NodeView[] };

/** The nodes in the order of the configuration, but the worst first. */
export function viewOf(program: Program, standings: readonly Standing[]): View {
  const rank = ({ verdict }: NodeView) => verdicts.indexOf(verdict);
  return { ...program, nodes: standings.map(nodeView).toSorted((a, b) => rank(a) - rank(b)) };
}

function nodeView(standing: Standing): NodeView {
  const { name, nodeId, facts, states } = standing;
  return {
    name,
    verdict: verdictOf(standing),
    facts: cut({ ...facts, nodeId: nodeId ?? facts.nodeId }),
    collectors: states.map(collectorView),
    problems: problemsOf(states),
    series: states.reduce((sum, { series }) => sum + series, 0),
  };
}

/** A node can say what it wants of itself, at any length. */
const longest = 100;
const cutText = (text: string | undefined) =>
  text !== undefined && text.length > longest ? `${text.slice(0, longest)}…` : text;
const cut = ({ nodeId, version, network, ...rest }: Facts): Facts => ({
  nodeId: cutText(nodeId),
  version: cutText(version),
  network: cutText(network),
  ...rest,
});

/** down, failing, idle and starting are those whose `avax_up` is 0. */
function verdictOf({ up, reachable, states }: Standing): Verdict {
  const has = (test: (state: Standing["states"][number]["state"]) => boolean) =>
    states.some(({ state }) => test(state));
  if (states.length === 0) return "idle";
  if (!has(({ kind }) => kind !== "starting")) return "starting";
  if (!up) return reachable ? "failing" : "down";
  if (has(({ kind }) => kind === "failed")) return "partial";
  if (has(({ kind }) => kind === "mixed")) return "mixed";
  if (has((state) => state.kind === "unavailable" && state.what === "bootstrapping")) return "bootstrapping";
  return has(({ kind }) => kind === "starting") ? "starting" : "ok";
}

function collectorView({ collector, state, ...rest }: Standing["states"][number]): CollectorView {
  const { kind } = state;
  const why =
    kind === "failed"
      ? { reason: state.reason, times: state.times }
      : kind === "unavailable"
        ? { reason: state.what }
        : kind === "mixed"
          ? { reason: "load_balancer" }
          : {};
  return { name: collector, kind, ...why, ...rest };
}

type Found = Pick<Problem, "kind" | "name"> & { readonly collector: string; readonly text?: string | undefined };
const kinds: readonly Problem["kind"][] = ["failed", "mixed", "dropped", "unavailable"];

/** What several collectors say for the same reason is one problem. */
function problemsOf(states: Standing["states"]): Problem[] {
  const groups = Map.groupBy(states.flatMap(foundIn), ({ kind, name }) => `${kind} ${name}`);
  return [...groups.values()]
    .map((found) => {
      const { kind, name } = found[0] as Found;
      return { kind, name, collectors: found.map(({ collector }) => collector), texts: textsOf(found) };
    })
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

function foundIn({ collector, state, dropped }: Standing["states"][number]): Found[] {
  const left = `${dropped.toLocaleString("en")} series are left out`;
  const missing: Found[] = dropped > 0 ? [{ kind: "dropped", name: "series_limit", collector, text: left }] : [];
  if (state.kind === "mixed") return [{ kind: "mixed", name: "load_balancer", collector }, ...missing];
  if (state.kind !== "failed" && state.kind !== "unavailable") return missing;
  const name = state.kind === "failed" ? state.reason : state.what;
  return [{ kind: state.kind, name: name as Problem["name"], collector, text: state.error?.message }, ...missing];
}

/** Messages begin with the method and the path, which is of no use where many collectors tell the same. */
function textsOf(found: readonly Found[]): string[] {
  const texts = found.flatMap(({ text }) => text ?? []);
  const byWords = Map.groupBy(texts, (text) => text.replace(/^\S+ at \S+: /, ""));
  return [...byWords].map(([words, same]) => (same.length === 1 ? (same[0] ?? words) : words));
}
