import { nodeRewardingStake, nodeUptime } from "../../../src/metrics/node.ts";
import * as m from "../../../src/metrics/validators.ts";
import { percent, timeSpan } from "../amounts.ts";
import { dataLink, toValidator } from "../links.ts";
import { matches } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import type { Row, Spec, Variable } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { validatorStatus } from "./headlines.ts";
import { withNetwork } from "./networks.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { graph, longDuration, stat, timeline } from "./panels.ts";
import { inNetwork, primary, select } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { connectionStates, yesNoStates } from "./state-codes.ts";
import { type Column, table } from "./table.ts";
import * as panels from "./validator-panels.ts";
import { delegationRow, peerRow, rewardRow, stakeRow } from "./validator-rows.ts";
import { setRow } from "./validator-set.ts";
import {
  budgetLeft,
  connectionState,
  observedNames,
  offlineBudget,
  timeToEnd,
  uptime,
  validatorNames,
} from "./validator-state.ts";

const chosen = { node_id: matches("$node_id") };
const onPrimary = { ...chosen, subnet_id: primary };
const shown = 10;

/** Query with a line per chosen validator: those with the lowest values. */
const lowest = (expr: string, n = shown) => `bottomk(${n}, ${panels.perValidator(expr, onPrimary)})`;
/** Query with the lowest value of each network. */
const lowestOfEach = (expr: string) => ({
  expr: `bottomk by (network) (1, ${panels.perValidator(expr, onPrimary)})`,
  legend: "{{network}} {{name}}",
});
const key: Column = {
  title: "BLS",
  expr: select(m.validatorBlsKey, onPrimary),
  unit: "none",
  mappings: valueMappings(yesNoStates("KEY", "NO KEY", "warning")),
  width: 80,
};
const fee: Column = {
  title: "Fee",
  expr: select(m.validatorDelegationFee, onPrimary),
  unit: "percentunit",
  decimals: 1,
  width: 70,
};

const status: Row = {
  title: "Status",
  panels: [
    validatorStatus([6, 5], chosen),
    stat([5, 5], {
      title: "Lowest offline budget",
      description:
        "Shortest time that a chosen validator of each network can still be offline and earn its reward. Below 0 the reward is lost. Validators that can no longer lose their reward do not count. Keep it above the time that you need to repair a node.",
      unit: longDuration,
      none: "No uptime known",
      isNamed: true,
      queries: [lowestOfEach(`(${offlineBudget(onPrimary)} and ${budgetLeft(onPrimary)} < Inf)`)],
    }),
    stat([5, 5], {
      title: "Next period end",
      description: `Time until the first staking period of the chosen validators of each network ends, without validators that renew automatically (ACP-236). Below ${timeSpan(thresholds.endWarning)}: prepare the next staking transaction.`,
      unit: longDuration,
      none: "No period ends",
      isNamed: true,
      levels: shared.endLevels,
      queries: [lowestOfEach(timeToEnd(onPrimary))],
    }),
    stat([5, 5], {
      title: "Expected rewards",
      description:
        "Rewards of the chosen validators of each network at the end of their periods, without delegation fees. A validator that misses the required uptime loses its reward.",
      unit: "suffix: AVAX",
      none: "No validator chosen",
      decimals: 1,
      isNamed: true,
      queries: [
        {
          expr: `sum by (network) (max by (network, node_id) (${withNetwork(select(m.validatorPotentialReward, onPrimary))}))`,
          legend: "{{network}}",
        },
      ],
    }),
    ...freshness("p-validators|watched-validators"),
  ],
};

const details: Row = {
  title: "Chosen validators",
  panels: [
    table([24, 8], {
      title: "Validators",
      description: `Each chosen validator, once. Connected: share of the monitored nodes that are connected to it. Uptime: median of these nodes, or the average over the network for a monitored node. Offline budget: how long it can still be offline and earn its reward. Budget left: its share; an alert fires below ${percent(thresholds.budgetWarning)}; – if the reward can no longer be lost. Ends in: – if it renews automatically. NO KEY: register a BLS key with the next stake.`,
      none: "No validator chosen",
      keys: panels.rowKeys,
      facts: panels.nameColumns,
      rows: validatorNames(onPrimary),
      columns: [
        ...panels.stateColumns(onPrimary),
        panels.uptimeColumn(uptime(onPrimary)),
        panels.requiredColumn(onPrimary),
        ...panels.budgetColumns(onPrimary),
        panels.amount("Stake", m.validatorStake, onPrimary, 105),
        panels.amount("Delegated", m.validatorDelegated, onPrimary, 130),
        panels.amount("Capacity", m.validatorDelegationCapacity, onPrimary, 125),
        fee,
        panels.amount("Reward", m.validatorPotentialReward, onPrimary, 115),
        key,
      ],
      sort: { by: "State", desc: true },
      links: { Validator: [dataLink(toValidator, ["network", ...panels.rowKeys])] },
    }),
  ],
};

const reward: Row = {
  title: "Offline budget",
  panels: [
    graph([12, 7], {
      title: "Offline budget left",
      description: `Share of each validator's offline budget that is left, the ten lowest. Dashed lines: the alerts at ${percent(thresholds.budgetWarning)} and ${percent(thresholds.budgetCritical)}. It only decreases while the validator is offline; below 0 the reward is lost. A validator that can no longer lose its reward has no line.`,
      unit: "percentunit",
      none: "No uptime known",
      decimals: 1,
      max: 1,
      legend: "table",
      ...panels.shareLines,
      queries: [{ expr: lowest(`(${budgetLeft(onPrimary)} < Inf)`), legend: panels.lineName }],
    }),
    timeline([12, 7], {
      title: "Connected",
      description:
        "Whether the monitored nodes are connected to each chosen validator; the 20 with the largest stake. PARTLY: more than half of the nodes are. Short gaps are restarts. A long gap means that the validator is offline: restore it before its offline budget is used up.",
      none: "No connection known",
      states: connectionStates,
      queries: [
        {
          expr: `${panels.perValidator(connectionState(onPrimary), onPrimary)} and on (subnet_id, node_id) topk(20, max by (subnet_id, node_id) (${select(m.validatorStake, onPrimary)}))`,
          legend: panels.lineName,
        },
      ],
      links: [dataLink(toValidator, ["network", ...panels.rowKeys])],
    }),
  ],
};

/** Line of the required uptime of the periods with this requirement, if there is one. */
const requiredLine = (required: number, periods: string) => {
  const those = `${select(m.validatorUptimeRequired, onPrimary)} == ${required}`;
  return {
    expr: `max by (required) (label_replace(${inNetwork(those)}, "required", "${periods}", "", ""))`,
    legend: "required of {{required}}",
  };
};
const uptimeRow: Row = {
  title: "Uptime by observer",
  isCollapsed: true,
  panels: [
    graph([12, 8], {
      title: "Uptime",
      description:
        "Share of the period so far that the monitored nodes have observed each validator online (median, the ten lowest), and the required share of periods that began before and since Helicon. A falling line means that the validator is offline now: start it, and check its port 9651.",
      unit: "percentunit",
      none: "No uptime known",
      decimals: 2,
      max: 1,
      legend: "table",
      queries: [
        { expr: lowest(uptime(onPrimary)), legend: panels.lineName },
        requiredLine(thresholds.uptimeRequired, "periods before Helicon"),
        requiredLine(thresholds.uptimeRequiredSinceHelicon, "periods since Helicon"),
      ],
    }),
    graph([12, 8], {
      title: "Monitored nodes as seen by the network",
      description: `For nodes that are validators: their uptime as observed by the other validators, and the share of the stake that would vote for their reward. Rewarding stake below ${percent(thresholds.rewardingStakeWarning)} puts the reward at risk.`,
      unit: "percentunit",
      none: "No monitored node is a validator",
      decimals: 1,
      max: 1,
      lines: true,
      legend: "table",
      levels: thresholdSteps(
        "bad",
        [thresholds.rewardingStakeCritical, "warning"],
        [thresholds.rewardingStakeWarning, "good"],
      ),
      queries: [
        { expr: select(nodeRewardingStake), legend: `rewarding stake ${shared.target}` },
        { expr: select(nodeUptime), legend: `uptime ${shared.target}` },
      ],
    }),
    table([24, 8], {
      title: "Validators by observer",
      description:
        "Connection and uptime of each chosen validator as seen by each monitored node. A node does not report its own. If only one observer differs, check the connections of this observer.",
      none: "No validator chosen",
      keys: [...shared.targetKeys, ...panels.rowKeys],
      facts: { name: { title: "Validator" }, ...shared.seenBy },
      rows: observedNames(onPrimary),
      columns: [
        {
          title: "Connected",
          expr: select(m.validatorConnected, onPrimary),
          unit: "none",
          mappings: valueMappings(yesNoStates("YES", "NO")),
        },
        { title: "Uptime", expr: select(m.validatorUptime, onPrimary), unit: "percentunit", decimals: 2 },
      ],
      sort: { by: "Uptime" },
    }),
  ],
};

const nodeId: Variable = {
  name: "node_id",
  label: "validator",
  description:
    "Watched validators by alias, or the 20 largest exported ones if none is watched. Any NodeID can be entered.",
  query: `query_result(${shared.watchedByAlias} or topk(20, avax_validator_stake_avax{job=~"$job",instance=~"$instance",node=~"$node"} unless on () avax_validator_present{job=~"$job",instance=~"$instance",node=~"$node"}))`,
  regex: shared.idAndAlias,
};

export const validators: Spec = {
  name: "validators",
  title: "Validators",
  description: "Validators of the primary network: uptime, rewards and staking periods, and the set as a whole.",
  variables: [nodeId],
  rows: [
    status,
    details,
    reward,
    uptimeRow,
    rewardRow(onPrimary),
    stakeRow(onPrimary),
    peerRow(onPrimary),
    delegationRow(onPrimary),
    setRow,
  ],
};
