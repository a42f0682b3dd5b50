/** The dashboard Validators: the watched validators. */
import * as m from "../../../collectors/validator-set.ts";
import { entities } from "../../../entities/all.ts";
import { timeSpan } from "../../../lib/duration.ts";
import { percent } from "../../../lib/text.ts";
import { matches } from "../promql.ts";
import type { Row, Spec } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { inWords } from "./palette.ts";
import { duration, share, stat, timeline } from "./panels.ts";
import { perItem, perNetwork, primary, queryPerNetwork } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import * as states from "./state-panels.ts";
import { table } from "./table.ts";
import { thresholds } from "./thresholds.ts";
import * as panels from "./validator-panels.ts";
import { peerRow, rewardRow, stakeRow, uptimeRow } from "./validator-rows.ts";
import { setRow } from "./validator-set.ts";

const chosen = { node_id: matches("$node_id") };
const onPrimary = { ...chosen, subnet_id: primary };

const rewards = `${perItem("max", m.validatorPotentialReward, ["node_id"], onPrimary)} and on (network, node_id) ${panels.watchedOnly(onPrimary)}`;
const isAtRisk = `${perItem("avg", entities.validator.metric("state"), ["node_id"], { subnet_id: primary, state: matches("at_risk|reward_lost") })} > 0`;

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
        { title: "Fee", expr: perItem("max", m.validatorDelegationFee, panels.id, chosen), ...share, width: 60 },
        panels.amount("Reward", m.validatorPotentialReward, chosen, 110),
        {
          title: "BLS",
          expr: perItem("max", m.validatorBlsKey, panels.id, chosen),
          ...inWords(["no key", "warning"], ["key", "good"]),
          width: 60,
        },
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

export const validators: Spec = {
  name: "validators",
  title: "Validators",
  description: "Watched validators: uptime, rewards and staking periods, and the validator set of the primary network.",
  variables: [shared.nodeId],
  rows: [status, details, history, uptimeRow(chosen), rewardRow(chosen), stakeRow(onPrimary), peerRow(chosen), setRow],
};
