/** Tiles, table rows and timelines of states. Most observers decide: with two that disagree, the state with a problem is shown. */
import { entities } from "../../../entities/all.ts";
import { chainStates } from "../../../entities/chain/state.ts";
import { l1States } from "../../../entities/l1/state.ts";
import { l1ValidatorStates } from "../../../entities/l1-validator/state.ts";
import { networkStates } from "../../../entities/network/network.ts";
import { nodeStates } from "../../../entities/node/state.ts";
import { subnetStates } from "../../../entities/subnet/subnet.ts";
import { validatorStates } from "../../../entities/validator/state.ts";
import { externalMetrics, type Matcher, type Matchers, notEqual, type Source } from "../promql.ts";
import { type States, stateMappings, thresholdSteps } from "./palette.ts";
import { type PanelMeta, type Query, type Size, type Sized, stat } from "./panels.ts";
import { addAlias, named, select, selectProcess, selectShared, targetKeys, targetLine, withTarget } from "./queries.ts";
import { widthOf } from "./table.ts";

type StateSource = Source<"state" | string>;
type Which<S extends Source> = Matchers<NoInfer<S>>;
type Items<S extends StateSource = StateSource> = {
  readonly source: S;
  /** Labels that identify an item. */
  readonly keys: readonly string[];
};
type Kind<S extends StateSource = StateSource> = Items<S> & { readonly states: States };
const networkState = entities.network.metric("state");
const nodeState = entities.node.metric("state");
const chainState = entities.chain.metric("state");
const problem = { state: notEqual("ok") };

/** What has states, apart from nodes: their names are those of their targets. */
export const kinds = {
  validators: { source: entities.validator.metric("state"), keys: ["subnet_id", "node_id"], states: validatorStates },
  l1s: { source: entities.l1.metric("state"), keys: ["subnet_id"], states: l1States },
  /** Tracked subnets that are no L1s. */
  subnets: { source: entities.subnet.metric("state"), keys: ["subnet_id"], states: subnetStates },
  l1Validators: {
    source: entities.l1_validator.metric("state"),
    keys: ["subnet_id", "validation_id", "node_id"],
    states: l1ValidatorStates,
  },
  /** A chain on a node: one that has halted on some of the nodes is not ok. */
  chains: { source: chainState, keys: ["node_id", "chain"], states: chainStates },
} as const satisfies Readonly<Record<string, Kind>>;

type StateMatchers = Readonly<Record<string, string | Matcher>>;
/** Returns the state of each item, as the label `state`. */
const stateOf = ({ source, keys }: Items, which: StateMatchers) =>
  `(avg by (${["network", ...keys, "state"].join(", ")}) (${selectShared(source, which)}) >= 0.5)`;
/** The same with an alias of each item. */
const namedStateOf = (items: Items, which: StateMatchers) =>
  addAlias(stateOf(items, which), items.source, items.keys, which);

const exporterDown = { text: "exporter down", tone: "bad" } as const;
const shownNodeStates: States = { ...nodeStates, exporter_down: exporterDown };
export const l1AndSubnetStates: States = { ...subnetStates, ...l1States };

type About = Pick<PanelMeta, "title" | "description" | "none">;
type Tile = About & { readonly states: States; readonly queries: readonly Query[]; readonly isOnlyName?: true };
const tile = (size: Size, options: Tile): Sized =>
  stat(size, {
    ...options,
    unit: "none",
    isFilled: true,
    isNamed: true,
    mappings: stateMappings(options.states),
    levels: thresholdSteps("absent"),
  });
const queryPerState = (expr: string): Query => ({ expr, legend: "{{network}} {{state}}" });
const countOf = (items: Items, which = {}) => `count by (network, state) (${stateOf(items, which)})`;
const noted = (text: string) =>
  `${text} Number of each state and network. With two observers that disagree, both states count.`;

export const stateTile = (size: Size, { states, ...kind }: Kind, about: About, which = {}): Sized =>
  tile(size, {
    ...about,
    description: noted(about.description),
    states,
    queries: [queryPerState(countOf(kind, which))],
  });
const networks = (state: string | Matcher) => selectShared(networkState, { state });
const mostSeeOk = `avg by (network, state) (${networks("ok")}) > 0.5`;
/** Unless most nodes see no problem, the one that most of them see. */
const mostSeen = `topk by (network) (1, avg by (network, state) (${networks(notEqual("ok"))})) unless on (network) (${mostSeeOk})`;
export const networkTile = (size: Size): Sized =>
  tile(size, {
    title: "Networks",
    description:
      "State of each network as most of its nodes see it, and with two that disagree, the problem. If it is not ok, the network is the cause of other problems: do not restart nodes.",
    none: "Not known",
    isOnlyName: true,
    states: networkStates,
    queries: [queryPerState(mostSeen), queryPerState(mostSeeOk)],
  });
export const nodeTile = (size: Size): Sized =>
  tile(size, {
    title: "Nodes",
    description: noted(
      "States of the monitored nodes, as in the table Nodes. exporter_down: Prometheus cannot scrape the exporter.",
    ),
    none: "No exporter found",
    states: shownNodeStates,
    queries: [
      queryPerState(countOf({ source: nodeState, keys: ["node_id"] })),
      { expr: `count(${selectProcess(externalMetrics.up)} == 0)`, legend: "exporter_down" },
    ],
  });
export const validatorTile = (size: Size): Sized =>
  stateTile(size, kinds.validators, {
    title: "Validators",
    description: "States of all watched validators. See the dashboard Validators for what to do.",
    none: "No validator watched",
  });
export const l1Tile = (size: Size): Sized =>
  tile(size, {
    title: "L1s and subnets",
    description: noted(
      "States of all tracked L1s, and of subnets that are no L1s. See the dashboard L1s for the validator to top up.",
    ),
    none: "No L1 tracked",
    states: l1AndSubnetStates,
    queries: [
      queryPerState(
        `count by (network, state) (avg by (network, subnet_id, state) (${selectShared(kinds.l1s.source)} or ${selectShared(kinds.subnets.source)}) >= 0.5)`,
      ),
    ],
  });
export const chainTile = (size: Size): Sized =>
  stateTile(size, kinds.chains, {
    title: "Chains",
    description:
      "States of the chains that the nodes run: a chain counts once for each node. See the dashboard Sync for the chain and its node.",
    none: "Health API disabled",
  });

/** Returns the rows of a table, those with a problem first, with the labels `state` and `alias`. */
export const stateRows = <S extends StateSource>(items: Items<S>, which: Which<S> = {}) =>
  [notEqual("ok"), "ok"].map((state) =>
    // one observer of two does not outvote the other: the state with a problem is shown
    namedStateOf(items, { ...which, state }).replaceAll(">= 0.5", state === "ok" ? "> 0.5" : ">= 0.5"),
  );
/** Rows of tracked L1s and of subnets that are no L1s, those with a problem first. */
export const l1AndSubnetRows = (which: { readonly subnet_id?: Matcher } = {}) => {
  const [l1Problems = "", l1sOk = ""] = stateRows(kinds.l1s, which);
  const [subnetProblems = "", subnetsOk = ""] = stateRows(kinds.subnets, which);
  return [l1Problems, subnetProblems, l1sOk, subnetsOk];
};
/** Returns the rows of the chains of each node, those with a problem first. */
export const chainRows = (which: Matchers<typeof chainState> = {}) =>
  [notEqual("ok"), "ok"].map((state) => withTarget(`${select(chainState, { ...which, state })} == 1`));
const okNodes = `${select(nodeState, { state: "ok" })} == 1`;
const failingNodes = withTarget(`${select(nodeState, problem)} == 1`);
const failingChains = select(chainState, problem);
/** Number of the chains of each node that are not ok. */
export const failingChainCount = `sum by (${targetKeys.join(", ")}) (${failingChains})`;
/** Rows of nodes: those with a problem first, then those of which a chain has one. */
export const nodeRows = [
  failingNodes,
  withTarget(`label_replace(${selectProcess(externalMetrics.up)} == 0, "state", "exporter_down", "", "")`),
  withTarget(`${okNodes} and on (network, node_id) ${failingChains} == 1`),
  withTarget(okNodes),
];
/** Column of the label `state`, as wide as its longest word. */
export const stateFact = (states: States) => ({
  state: {
    title: "State",
    width: widthOf(Object.values(states).map(({ text }) => text)),
    mappings: stateMappings(states),
  },
});
export const nodeStateFact = stateFact(shownNodeStates);

/** Queries of a timeline: a line for each problem, and one for each network without any. */
export const problems = <S extends StateSource>(title: string, items: Items<S>, which: Which<S> = {}) => [
  {
    expr: named(namedStateOf(items, { ...which, ...problem }), items.keys.at(-1) ?? ""),
    legend: "{{name}} ({{network}}) {{state}}",
  },
  {
    expr: `min by (network) (avg by (${["network", ...items.keys].join(", ")}) (${selectShared(items.source, { ...which, state: "ok" } as never)})) > 0.5`,
    legend: `all ${title} ({{network}}) ok`,
  },
];
const anyChainProblem = `max by (network, chain, state) (${selectShared(chainState, problem)} == 1)`;
/** The same of chains. A chain that has a problem on any of the nodes has a line. */
export const chainProblems = [
  {
    expr: named(addAlias(anyChainProblem, chainState, ["chain"], problem), "chain"),
    legend: "{{name}} ({{network}}) {{state}}",
  },
  {
    expr: `min by (network) (${selectShared(chainState, { state: "ok" })}) == 1`,
    legend: "all chains ({{network}}) ok",
  },
];
/** The same of networks, as most nodes see them. */
export const networkProblems = [
  { expr: stateOf({ source: networkState, keys: [] }, problem), legend: "network {{network}} {{state}}" },
];
export const nodeProblems = [
  { expr: failingNodes, legend: `${targetLine} {{state}}` },
  {
    expr: `min by (network) (${selectShared(nodeState, { state: "ok" })}) == 1`,
    legend: "all nodes ({{network}}) ok",
  },
];
export const allStates: States = {
  ...networkStates,
  ...shownNodeStates,
  ...chainStates,
  ...validatorStates,
  ...l1AndSubnetStates,
};
