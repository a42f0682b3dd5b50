/** Tiles with the worst state in each network, what has this state, and how many of all are not well. */
import { percent, quorumNote, timeSpan } from "../amounts.ts";
import { thresholds } from "../thresholds.ts";
import { l1Names, l1State, type OfL1, stalledChains } from "./l1-state.ts";
import { withRecordedNetwork } from "./networks.ts";
import { nodeState } from "./node-state.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { type Size, type Sized, stat } from "./panels.ts";
import { firstOf, withoutData, withTarget } from "./queries.ts";
import { l1States, nodeStates, type State, validatorStates } from "./state-codes.ts";
import { type OfValidator, unwatchedState, validatorNames, validatorState } from "./validator-state.ts";

/** Returns the worst of states with the labels `network` and `name`, per network. The label `who` is "demo-1, 1 of 6", or "all 6"
 *  if all are good. A sum counts both: 10006 for 1 of 6. */
function worstOf(states: string): string {
  const counts = `count_values by (network) ("who", sum by (network) (1 + 10000 * (${states} > bool 0)))`;
  const worst = `topk by (network) (1, ${states}) * on (network) group_left (who) ${counts}`;
  const named = `label_join(${worst}, "who", " ", "name", "who")`;
  const allGood = `label_replace(${named}, "who", "all $1", "who", ".* (.{1,4})")`;
  return `label_replace(${allGood}, "who", "$1, $2 of $3$4$5$6", "who", "(.*) (.+)(?:000(.)|00(..)|0(...)|(....))")`;
}
/** Returns the state `unknown` of networks of which no node has data of the collectors. */
const unlessKnown = (states: string, unknown: State, collectors: string) =>
  `${states} or on (network) max by (network) (${withRecordedNetwork(firstOf([unknown, withoutData(collectors)]))})`;

type Headline = {
  readonly title: string;
  readonly description: string;
  readonly none: string;
  readonly states: Readonly<Record<string, State>>;
  readonly queries: readonly string[];
};
const headline = (size: Size, { states, queries, ...about }: Headline): Sized =>
  stat(size, {
    ...about,
    unit: "none",
    isFilled: true,
    isNamed: true,
    mappings: valueMappings(states),
    levels: thresholdSteps("good"),
    queries: queries.map((expr) => ({ expr, legend: "{{network}} {{who}}" })),
  });

export function validatorStatus(size: Size, which: OfValidator): Sized {
  const states = `${validatorNames(which)} * on (subnet_id, node_id) group_left () ${validatorState(which)}`;
  const unwatched = `label_replace(${unwatchedState()}, "who", "monitored nodes", "", "")`;
  const budget = `${percent(thresholds.budgetWarning)} of its offline budget is left (HIGH RISK: ${percent(thresholds.budgetCritical)})`;
  return headline(size, {
    title: "Validator status",
    description: `Worst state of the watched validators and of the monitored nodes that validate, per network, and how many are not earning. AT RISK: less than ${budget}. OFFLINE: at most half of the observers are connected to it. REWARD LOST: no reward even if it stays online. MISSING: not in the set, although its period has not ended. See the dashboard Validators.`,
    none: "No validator watched, or rules not loaded",
    states: validatorStates,
    queries: [unlessKnown(worstOf(states), validatorStates.unknown, "watched-validators"), unwatched],
  });
}

export function l1Status(size: Size, which: OfL1 = {}): Sized {
  const states = `${l1Names(which)} * on (subnet_id) group_left () ${l1State(which)}`;
  return headline(size, {
    title: "L1 status",
    description: `Worst state of the tracked L1s, per network. BALANCE LOW: a balance lasts less than ${timeSpan(thresholds.exhaustionWarning)}. OWN BALANCE LOW: one of yours lasts less than ${timeSpan(thresholds.exhaustionCritical)}. QUORUM AT RISK: less than ${percent(thresholds.activeWeightWarning)} of the weight is active (QUORUM LOST: ${percent(thresholds.activeWeightCritical)}; HALT AHEAD: within ${timeSpan(thresholds.haltCritical)}). STALLED: a chain does not advance on any node that runs it. ${quorumNote} See the dashboard L1s.`,
    none: "No L1 watched, or rules not loaded",
    states: l1States,
    queries: [unlessKnown(worstOf(states), l1States.unknown, "subnets|l1-validators"), stalledChains()],
  });
}

export const nodeStatus = (size: Size): Sized =>
  headline(size, {
    title: "Node status",
    description: `Worst state of the monitored nodes, per network. UNHEALTHY: a health check or a required collector fails, or the P-Chain's time is ${timeSpan(thresholds.chainTimeWarning)} old. BEHIND: its time is ${timeSpan(thresholds.chainTimeCritical)} old, or the node is more than ${thresholds.blocksBehind} blocks behind another node of its network. Local networks can have an old time while idle. See the dashboard Sync.`,
    none: "No exporter found, or rules not loaded",
    states: nodeStates,
    queries: [
      worstOf(`label_replace(${withTarget(withRecordedNetwork(nodeState()))}, "name", "$1", "target", "(.+)")`),
    ],
  });
