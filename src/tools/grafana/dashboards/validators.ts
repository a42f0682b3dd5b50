/** The dashboard Validators: the watched validators. */
import { nodeRewardingStake } from "../../../collectors/node.ts";
import { insufficientStake, observedUptime, unobservedStake } from "../../../collectors/peers.ts";
import * as m from "../../../collectors/validator-set.ts";
import { entities } from "../../../entities/all.ts";
import { timeSpan } from "../../../lib/span.ts";
import { percent } from "../../../lib/text.ts";
import { matches } from "../promql.ts";
import type { Row, Spec } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { badBelow, inWords } from "./palette.ts";
import { duration, graph, share, stat, timeline } from "./panels.ts";
import {
  perItem,
  perNetwork,
  primary,
  queryPerNetwork,
  queryPerTarget,
  select,
  targetKeys,
  withTarget,
} from "./queries.ts";
import * as shared from "./shared-panels.ts";
import * as states from "./state-panels.ts";
import { type Column, table } from "./table.ts";
import { thresholds } from "./thresholds.ts";
import * as panels from "./validator-panels.ts";
import { peerRow, rewardRow, stakeRow } from "./validator-rows.ts";
import { setRow } from "./validator-set.ts";

const chosen = { node_id: matches("$node_id") };
const onPrimary = { ...chosen, subnet_id: primary };

const rewards = `${perItem("max", m.validatorPotentialReward, ["node_id"], onPrimary)} and on (network, node_id) ${panels.watchedOnly(onPrimary)}`;
const isAtRisk = `${perItem("avg", entities.validator.metric("state"), ["node_id"], { subnet_id: primary, state: matches("at_risk|reward_lost") })} > 0`;
const key: Column = {
  title: "BLS",
  expr: perItem("max", m.validatorBlsKey, panels.id, chosen),
  ...inWords(["no key", "warning"], ["key", "good"]),
  width: 60,
};
const fee: Column = {
  title: "Fee",
  expr: perItem("max", m.validatorDelegationFee, panels.id, chosen),
  ...share,
  width: 60,
};

const status: Row = {
  title: "States",
  panels: [
    states.validatorTile([5, 4]),
    stat([6, 4], {
      title: "Lowest offline budget left",
      description: `Share of the offline budget that is left to the chosen validator of each network with the lowest one. Below ${percent(thresholds.budgetWarning)} an alert fires. At 0 the reward is lost.`,
      ...panels.budgetMeta,
      isNamed: true,
      queries: [panels.lowestBudget(chosen)],
    }),
    stat([5, 4], {
      title: "Next period end",
      description: `Time until the first staking period of the chosen validators of each network ends, without validators that renew automatically (ACP-236). Below ${timeSpan(thresholds.endWarning)}: prepare the next staking transaction.`,
      ...duration,
      none: "No period ends",
      isNamed: true,
      levels: shared.endLevels,
      queries: [queryPerNetwork(perItem("min", entities.validator.metric("time_left_seconds"), [], chosen))],
    }),
    stat([6, 4], {
      title: "Expected rewards, AVAX",
      description:
        "Rewards of the chosen validators of each network that are watched, at the end of their periods, without delegation fees. At risk: those of validators below their required uptime. See the table for these validators.",
      unit: "locale",
      none: "No validator watched",
      decimals: 1,
      isNamed: true,
      queries: [
        queryPerNetwork(perNetwork("sum", `(${rewards}) unless on (network, node_id) ${isAtRisk}`)),
        {
          expr: perNetwork("sum", `(${rewards}) and on (network, node_id) ${isAtRisk}`),
          legend: "{{network}} at risk",
        },
      ],
    }),
    freshness({ collectors: "p-validators|watched-validators|peers", entities: "validator" }),
  ],
};

const details: Row = {
  title: "Chosen validators",
  panels: [
    table([24, 8], {
      title: "Validators",
      description: `Each chosen validator that is watched, those with a problem first; if none of them is watched, all. Connected: share of the observers that are connected to it. Uptime: median of the observers, of a monitored node that of the stake. Offline budget: how long it can still be offline and earn its reward; if it is longer than the time to the end, the reward is safe. Budget left: its share; an alert fires below ${percent(thresholds.budgetWarning)}. No key: register a BLS key with the next stake.`,
      none: "No validator chosen",
      keys: panels.rowKeys,
      facts: panels.validatorFacts,
      rows: states.stateRows(states.kinds.validators, chosen),
      only: panels.watchedOrChosen(chosen),
      more: [
        {
          expr: perItem("max", m.validatorInfo, panels.idAndAlias, chosen),
          facts: { alias: { title: "Validator", width: 100 } },
        },
      ],
      columns: [
        panels.connectedColumn(chosen),
        panels.uptimeColumn(chosen),
        panels.requiredColumn(chosen),
        panels.budgetColumn(chosen),
        panels.budgetRatioColumn(chosen),
        panels.endColumn(chosen),
        panels.amount("Stake", m.validatorStake, chosen, 100),
        panels.amount("Delegated", m.validatorDelegated, chosen, 125),
        panels.amount("Capacity", m.validatorDelegationCapacity, chosen, 115),
        fee,
        panels.amount("Reward", m.validatorPotentialReward, chosen, 110),
        key,
      ],
      links: panels.validatorLinks,
    }),
  ],
};

const history: Row = {
  title: "History",
  panels: [
    panels.budgetGraph([12, 8], chosen),
    timeline([12, 8], {
      title: "States of the last day",
      description:
        "Problems of the chosen validators: a line for each, in the color of its state, while it lasts. Short lines are restarts. Restore a validator before its offline budget is used up.",
      none: "No validator chosen",
      states: states.allStates,
      queries: states.problems("validators", states.kinds.validators, chosen),
    }),
  ],
};

const uptimeRow: Row = {
  title: "Uptime by observer",
  isCollapsed: true,
  panels: [
    graph([12, 8], {
      title: "Uptime",
      description:
        "Share of the period so far that the observers have seen each validator online (median, the ten lowest), and the highest required share. A falling line means that the validator is offline now: start it, and check its port 9651.",
      unit: "percentunit",
      none: "No uptime known",
      decimals: 2,
      max: 1,
      legend: "table",
      queries: [
        panels.uptimeQuery(chosen),
        { expr: perItem("max", m.validatorUptimeRequired, [], chosen), legend: "required ({{network}})" },
      ],
    }),
    graph([12, 8], {
      title: "Monitored nodes as seen by the network",
      description: `For nodes that are validators: the share of the stake that would vote for their reward. Below ${percent(thresholds.rewardingStakeWarning)} the reward is at risk.`,
      unit: "percentunit",
      none: "No monitored node is a validator",
      decimals: 1,
      max: 1,
      lines: true,
      legend: "table",
      levels: badBelow(thresholds.rewardingStakeCritical, thresholds.rewardingStakeWarning),
      queries: [queryPerTarget(select(nodeRewardingStake), "rewarding stake")],
    }),
    graph([12, 8], {
      title: "Uptime of the monitored nodes by stake",
      description:
        "Uptime of each monitored validator that this share of the reporting stake observes, or less. The stake decides about the reward: keep the median above the required uptime. If only the lowest line is low, some validators lack a connection.",
      unit: "percentunit",
      none: "No monitored node is a validator",
      decimals: 0,
      max: 1,
      legend: "table",
      queries: [queryPerTarget(select(observedUptime), "{{stake_share}}")],
    }),
    graph([12, 8], {
      title: "Stake against the reward",
      description: `Share of the stake that has reported an uptime below the required one and would refuse the reward of a period with this requirement, and share that has reported none. More than ${percent(1 - thresholds.rewardingStakeCritical)} together puts the reward at risk: stay online, and check port 9651.`,
      unit: "percentunit",
      none: "No monitored node is a validator",
      decimals: 1,
      min: 0,
      legend: "table",
      queries: [
        queryPerTarget(select(insufficientStake), "refuses {{required}}"),
        queryPerTarget(select(unobservedStake), "no report"),
      ],
    }),
    table([24, 8], {
      title: "Validators by observer",
      description:
        "Connection and uptime of each chosen validator as seen by each monitored node. A node does not report its own. If only one observer differs, check the connections of this observer.",
      none: "No validator chosen",
      keys: [...targetKeys, "subnet_id", "node_id"],
      facts: { ...panels.nameFacts, ...shared.nodeFact },
      rows: [withTarget(select(entities.validator.metric("present"), chosen))],
      columns: [
        {
          title: "Connected",
          expr: select(m.validatorConnected, chosen),
          ...inWords(["no", "bad"], ["yes", "good"]),
        },
        { title: "Uptime", expr: select(m.validatorUptime, chosen), unit: "percentunit", decimals: 2 },
      ],
      sort: { by: "Uptime" },
    }),
  ],
};

export const validators: Spec = {
  name: "validators",
  title: "Validators",
  description: "Watched validators: uptime, rewards and staking periods, and the validator set of the primary network.",
  variables: [shared.nodeId],
  rows: [status, details, history, uptimeRow, rewardRow(chosen), stakeRow(onPrimary), peerRow(chosen), setRow],
};
