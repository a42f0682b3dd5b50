/** Tiles, table rows and timelines of states. Most observers decide: with two that disagree, the state with a problem is shown. */
import { chainStates, l1States, nodeStates, validatorStates } from "../../../src/facts/states.ts";
import * as m from "../../../src/metrics/states.ts";
import { externalMetrics, type Matcher, type Matchers, notEqual, type Source } from "../promql.ts";
import { type States, stateMappings, thresholdSteps } from "./palette.ts";
import { type PanelMeta, type Size, type Sized, stat } from "./panels.ts";
import { addAlias, named, select, selectProcess, selectShared, withTarget } from "./queries.ts";

type StateSource = Source<"state" | string>;
type Which<S extends Source> = Matchers<NoInfer<S>>;

/** Returns the state of each item, as the label `state`. */
const stateOf = (source: StateSource, keys: readonly string[], which: Readonly<Record<string, string | Matcher>>) =>
  `(avg by (${["network", ...keys, "state"].join(", ")}) (${selectShared(source, which)}) >= 0.5)`;
/** The same with an alias of each item. */
const namedStateOf = (
  source: StateSource,
  keys: readonly string[],
  which: Readonly<Record<string, string | Matcher>>,
) => addAlias(stateOf(source, keys, which), source, keys, which);

type Kind<S extends StateSource> = {
  readonly source: S;
  /** Labels that identify an item. */
  readonly keys: readonly string[];
  readonly states: States;
};
/** What has states, apart from nodes: their names are those of their targets. */
export const kinds = {
  validators: { source: m.validatorState, keys: ["subnet_id", "node_id"], states: validatorStates },
  l1s: { source: m.l1State, keys: ["subnet_id"], states: l1States },
  chains: { source: m.chainState, keys: ["chain"], states: chainStates },
} as const satisfies Readonly<Record<string, Kind<StateSource>>>;
const exporterDown = { text: "exporter down", tone: "bad" } as const;
const shownNodeStates: States = { ...nodeStates, exporter_down: exporterDown };

type About = Pick<PanelMeta, "title" | "description" | "none">;
const tile = (size: Size, about: About, states: States, ...exprs: readonly string[]): Sized =>
  stat(size, {
    ...about,
    unit: "none",
    isFilled: true,
    isNamed: true,
    mappings: stateMappings(states),
    levels: thresholdSteps("absent"),
    states,
    queries: exprs.map((expr, i) => ({ expr, legend: i === 0 ? "{{network}} {{state}}" : "exporter_down" })),
  });
const noted = (text: string) =>
  `${text} Number of each state and network. With two observers that disagree, both states count.`;

export const stateTile = (size: Size, { source, keys, states }: Kind<StateSource>, about: About, which = {}): Sized =>
  tile(
    size,
    { ...about, description: noted(about.description) },
    states,
    `count by (network, state) (${stateOf(source, keys, which)})`,
  );
export const nodeTile = (size: Size): Sized =>
  tile(
    size,
    {
      title: "Nodes",
      description: noted(
        "States of the monitored nodes, as in the table Nodes. exporter_down: Prometheus cannot scrape the exporter.",
      ),
      none: "No exporter found",
    },
    shownNodeStates,
    `count by (network, state) (${stateOf(m.nodeState, ["node_id"], {})})`,
    `count(${selectProcess(externalMetrics.up)} == 0)`,
  );
export const validatorTile = (size: Size): Sized =>
  stateTile(size, kinds.validators, {
    title: "Validators",
    description: "States of all watched validators. See the dashboard Validators for what to do.",
    none: "No validator watched",
  });
export const l1Tile = (size: Size): Sized =>
  stateTile(size, kinds.l1s, {
    title: "L1s",
    description: "States of all tracked L1s. See the dashboard L1s for the validator to top up.",
    none: "No L1 tracked",
  });
export const chainTile = (size: Size): Sized =>
  stateTile(size, kinds.chains, {
    title: "Chains",
    description: "States of the chains that the nodes run. See the dashboard Sync for the chain.",
    none: "Health API disabled",
  });

/** Returns the rows of a table, those with a problem first, with the labels `state` and `alias`. */
export const stateRows = <S extends StateSource>({ source, keys }: Kind<S>, which: Which<S> = {}) =>
  [notEqual("ok"), "ok"].map((state) =>
    // one observer of two does not outvote the other: the state with a problem is shown
    namedStateOf(source, keys, { ...which, state }).replaceAll(">= 0.5", state === "ok" ? "> 0.5" : ">= 0.5"),
  );
export const nodeRows = [
  withTarget(`${select(m.nodeState, { state: notEqual("ok") })} == 1`),
  withTarget(`label_replace(${selectProcess(externalMetrics.up)} == 0, "state", "exporter_down", "", "")`),
  withTarget(`${select(m.nodeState, { state: "ok" })} == 1`),
];
/** Column of the label `state`. */
export const stateFact = (states: States, width: number) => ({
  state: { title: "State", width, mappings: stateMappings(states) },
});
export const nodeStateFact = (width: number) => stateFact(shownNodeStates, width);

/** Queries of a timeline: a line for each problem, and one for each network without any. */
export const problems = <S extends StateSource>(title: string, { source, keys }: Kind<S>, which: Which<S> = {}) => [
  {
    expr: named(namedStateOf(source, keys, { ...which, state: notEqual("ok") }), keys.at(-1) ?? ""),
    legend: "{{name}} ({{network}}) {{state}}",
  },
  {
    expr: `min by (network) (avg by (${["network", ...keys].join(", ")}) (${selectShared(source, { ...which, state: "ok" } as never)})) > 0.5`,
    legend: `all ${title} ({{network}}) ok`,
  },
];
export const nodeProblems = [
  {
    expr: withTarget(`${select(m.nodeState, { state: notEqual("ok") })} == 1`),
    legend: "{{target}} ({{network}}) {{state}}",
  },
  {
    expr: `min by (network) (${selectShared(m.nodeState, { state: "ok" })}) == 1`,
    legend: "all nodes ({{network}}) ok",
  },
];
export const allStates: States = { ...shownNodeStates, ...chainStates, ...validatorStates, ...l1States };
