/** Variables, links, tiles and tables that several dashboards have. */
import { runbookUrl } from "../../../alerts/alert.ts";
import { chainStates } from "../../../entities/chain/state.ts";
import { l1States } from "../../../entities/l1/state.ts";
import { l1ValidatorStates } from "../../../entities/l1-validator/state.ts";
import { networkStates } from "../../../entities/network/network.ts";
import { nodeStates } from "../../../entities/node/state.ts";
import { subnetStates } from "../../../entities/subnet/subnet.ts";
import { validatorStates } from "../../../entities/validator/state.ts";
import { hasOwner } from "../../../repository.ts";
import { badBelow, stateMapping, steps, textBetween, words } from "./palette.ts";
import { duration, type Link, stat, tile } from "./panels.ts";
import {
  down,
  keys,
  lastOk,
  ofNetwork,
  problems,
  registered,
  unknown,
  unknownNodes,
  withoutProblem,
} from "./queries.ts";
import { thresholds } from "./thresholds.ts";

const notKnown = { unknown: { tone: "wait", text: "unknown", meaning: "No node knows the state." } } as const;
const exporterDown = {
  exporter_down: { tone: "bad", text: "exporter down", meaning: "Prometheus cannot scrape it." },
} as const;
/** The words and colors of all states: a state has the same ones in every entity. */
export const states = {
  network: networkStates,
  node: { ...nodeStates, ...exporterDown, ...notKnown },
  chain: { ...chainStates, ...notKnown },
  validator: { ...validatorStates, ...notKnown },
  l1: { ...subnetStates, ...l1States, ...notKnown },
  l1Validator: { ...l1ValidatorStates, ...notKnown },
} as const;
export const allStates = {
  ...states.network,
  ...states.node,
  ...states.chain,
  ...states.validator,
  ...states.l1,
  ...states.l1Validator,
};

/** The states of tracked L1s, and of subnets that are no L1s. */
export const l1OrSubnet = '__name__=~"avax_(l1|subnet)_state"';
/** Chains of a node that isolates itself have no state. */
export const chainOrHeight = '__name__=~"avax_chain_(state|.*height)"';
/** Column of the label `state`. A row without the label is one whose state no node knows. */
export const stateColumn = (of: keyof typeof states, width = 105) =>
  ({
    state: { title: "State", width, mappings: [stateMapping(states[of])], none: "unknown", noneLevel: "unknown" },
  }) as const;
/** Column with the time since an item was ok. */
export const lastOkColumn = (...of: Parameters<typeof lastOk>) => ({
  "Last ok": {
    expr: lastOk(...of),
    ...duration,
    mappings: [textBetween(0, thresholds.okNow, "now")],
    none: "not in 1 d",
    width: 85,
  },
});

const passedOn = "$" + "{__url_time_range}&$" + "{datasource:queryparam}";
const cell = (title: string) => `$\{__data.fields["${title}"]}`;
const linkTo = (title: string, file: string, variables: Readonly<Record<string, string>>): Link => ({
  title,
  url: [
    `/d/avax-${file}?${passedOn}`,
    ...Object.entries(variables).map(([name, of]) => `var-${name}=${cell(of)}`),
  ].join("&"),
});
export const toValidator = linkTo("Validator", "validators", { network: "Network", node_id: "NodeID" });
export const toL1 = linkTo("L1", "l1", { network: "Network", l1: "Subnet ID" });
export const toNode = linkTo("Node", "sync", { network: "Network", node: "NodeID" });
/** None while the repository has no owner. */
export const toRunbook: readonly Link[] = hasOwner ? [{ title: "Runbook", url: runbookUrl(cell("Alert")) }] : [];
/** Columns that links and long IDs need. */
export const networkColumn = { network: { title: "Network", width: 80 } };
export const versionColumn = { version: { title: "Version", width: 140 } } as const;
/** Returns the query for the version of each validator that most nodes see; `of` selects series of it. */
export const versions = (of: string, labels: string = keys.validator) =>
  `topk by (${labels}) (1, count by (${labels}, version) (${of}))`;
export const nodeIdHidden = { node_id: { title: "NodeID", isHidden: true } } as const;
export const subnetIdHidden = { subnet_id: { title: "Subnet ID", isHidden: true } } as const;

export const activeLevels = badBelow(thresholds.activeWeightCritical, thresholds.activeWeightWarning);
export const runwayLevels = badBelow(thresholds.exhaustionCritical, thresholds.exhaustionWarning);

/** The tile of the networks. */
export const networkTile = (width: number) =>
  tile([width, 4], states.network, {
    title: "Networks",
    description: `State of each network. If it is not ok, the network is the cause of other problems: do not restart nodes. ${once}`,
    none: "Not known",
    isOnlyName: true,
    queries: counted("network", "avax_network_state", ofNetwork),
  });
/** Tile with the data behind a dashboard: 1 is FRESH, 0 PARTIAL, -1 STALE. `collectors`: a regular expression. */
export const data = (collectors: string) =>
  stat([2, 4], {
    title: "Data",
    description:
      "FRESH: every collector behind this dashboard has succeeded within 5 minutes, of all networks. STALE: one has not, or Prometheus cannot scrape an exporter. PARTIAL: no node knows the state of a watched entity, for example because an API is disabled. If it is not FRESH, do not rely on green panels: see the dashboard Exporter. Old data is dropped.",
    none: "NO DATA",
    noneLevel: "unknown",
    ...words(-1, ["STALE", "unknown"], ["PARTIAL", "warning"], ["FRESH", "good"]),
    levels: steps("unknown", [0, "warning"], [1, "good"]),
    queries: {
      data: `min((max_over_time(avax_exporter_collector_success{collector=~"${collectors}"}[5m]) == 0) - 1 or (up == 0 and on (job) last_over_time(avax_up[1d])) - 1 or max by (network, subnet_id, id) (avax_watched_observed{${ofNetwork}}) or avax_exporter_collector_success < bool 2)`,
    },
  });

/** Queries that count each item once: by its problem, or as ok. */
const counted = (labels: string, metric: string, matchers: string) => ({
  "{{network}} {{state}}": `count by (network, state) (${problems(labels, metric, matchers)})`,
  "{{network}} ok": `count by (network) (${withoutProblem(labels, metric, matchers)})`,
});
const unknownOf = (...of: Parameters<typeof unknown>) => `count by (network) (${unknown(...of)})`;
const once = "Each counts once, as most of its observers see it. With two observers that disagree, the problem counts.";

export const nodeTile = (width: number, matchers: string) =>
  tile([width, 4], states.node, {
    title: "Nodes",
    description: `States of the monitored nodes, as in the table Nodes: once for each exporter of a node. exporter down: Prometheus cannot scrape an exporter.`,
    none: "No exporter found",
    queries: {
      "{{network}} {{state}}": `count by (network, state) (avax_node_state{${matchers}} == 1)`,
      unknown: `count(${unknownNodes})`,
      exporter_down: `count(${down})`,
    },
  });
export const chainTile = (width: number, matchers: string, none = "No state known") =>
  tile([width, 4], states.chain, {
    title: "Chains",
    description: `States of the chains that the nodes run. A chain counts once for each node, so that one that has halted on a single node is not green. See the dashboard Sync.`,
    none,
    queries: {
      "{{network}} {{state}}": `count by (network, state) (avax_chain_state{${matchers}} == 1)`,
      "{{network}} unknown": `count by (network) (max by (${keys.chain}) (avax_chain_last_accepted_height{${matchers}}) unless on (${keys.chain}) avax_chain_state)`,
    },
  });
export const validatorTile = (width: number, matchers: string) =>
  tile([width, 4], states.validator, {
    title: "Validators",
    description: `States of the watched validators. See the table for what to do. ${once}`,
    none: "No validator watched",
    queries: {
      ...counted(keys.validator, "avax_validator_state", matchers),
      "{{network}} registered": `count by (network) (${registered(keys.validator, "avax_validator_state", matchers)})`,
      "{{network}} unknown": unknownOf("validator", matchers),
    },
  });
export const l1Tile = (width: number, matchers: string) =>
  tile([width, 4], states.l1, {
    title: "L1s and subnets",
    description: `States of the tracked L1s, and of subnets that are no L1s. See the dashboard L1s for the validator to top up. ${once}`,
    none: "No L1 tracked",
    queries: {
      ...counted(keys.l1, l1OrSubnet, matchers),
      "{{network}} registered": `count by (network) (${registered(keys.l1, "avax_l1_state", matchers)})`,
      "{{network}} unknown": unknownOf("subnet", matchers),
    },
  });
