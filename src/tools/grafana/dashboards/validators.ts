/** The dashboard Validators: the watched validators. */
import { timeSpan } from "../../../lib/duration.ts";
import { percent } from "../../../lib/text.ts";
import { type Board, byAlias, network } from "./dashboard.ts";
import { connectedLevels } from "./node-tables.ts";
import { steps, words } from "./palette.ts";
import { count, duration, graph, share, stat, table, timeline } from "./panels.ts";
import {
  aliased,
  ifKnown,
  keys,
  named,
  namedRows,
  names,
  nodeLine,
  ofNetwork,
  ofValidators,
  per,
  primary,
  problemLines,
  stateRows,
} from "./queries.ts";
import * as shared from "./shared.ts";
import { thresholds } from "./thresholds.ts";
import * as validators from "./validator-columns.ts";

const perValidator = per(keys.validator, ofValidators);
const perNetwork = per("network", ofValidators);
const rewards = per("network, node_id", ofValidators)("avax_validator_potential_reward_avax");
const atRisk = `on (network, node_id) avax_validator_state{${primary},state=~"at_risk|reward_lost|leaving"} > 0`;
const leaving = `avg by (${keys.validator}) (avax_validator_state{${ofValidators},state="leaving"}) > 0.5`;
const endLevels = steps("warning", [thresholds.endWarning, "neutral"], [thresholds.endInfo, "good"]);
const identity = names(keys.validator, "node_id", '__name__=~"avax_validator_(present|info)"', ofValidators);
const labels = { ...validators.labels, ...shared.networkColumn };
const amount = (metric: string, width = 95) => ({ expr: perValidator(metric), ...count, width });
const nameLine = "{} ({{network}})";
const staker = "network, node_id";
const budget = "avax_validator_offline_budget_ratio";
const byName = (expr: string, legend: string) => named(expr, staker, "node_id", "avax_validator_present", legend);

export const validatorsBoard: Board = {
  name: "validators",
  title: "Validators",
  description: "Watched validators: uptime, rewards, staking periods and connections.",
  variables: [
    network,
    {
      name: "node_id",
      label: "validator",
      description:
        "Watched validators by alias, or the 20 largest exported ones if none is watched. Any NodeID can be entered.",
      query: `query_result(max by (node_id, alias) (avax_validator_present{${ofNetwork}}) or max by (node_id, alias) (label_replace(avax_watched_observed{entity="validator",${ofNetwork}}, "node_id", "$1", "id", "(.+)")) or topk(20, max by (node_id, alias) (avax_validator_stake_avax{${ofNetwork}} unless on () avax_validator_present{${ofNetwork}})))`,
      regex: byAlias("node_id"),
    },
  ],
  rows: [
    {
      title: "States",
      panels: [
        shared.validatorTile(5, ofValidators),
        stat([6, 4], {
          title: "Lowest offline budget left",
          description: `Share of the offline budget that is left to the validator of each network with the lowest one. Below ${percent(thresholds.budgetWarning)} an alert fires. At 0 the reward is lost.`,
          unit: "percentunit",
          decimals: 0,
          none: "No offline budget known",
          hasNames: true,
          levels: validators.budgetLevels,
          queries: {
            "{{network}}": `min by (network) (${validators.ownOrMedian("avax_validator_offline_budget_ratio", ofValidators, "network, node_id")})`,
          },
        }),
        stat([5, 4], {
          title: "Next period end",
          description: `Time until the first staking period of each network ends, without validators that renew automatically (ACP-236). Below ${timeSpan(thresholds.endWarning)}: prepare the next staking transaction.`,
          ...duration,
          none: "No period ends",
          hasNames: true,
          levels: endLevels,
          queries: { "{{network}}": perNetwork("avax_validator_time_left_seconds", "min") },
        }),
        stat([6, 4], {
          title: "Expected rewards, AVAX",
          description:
            "Rewards of the watched validators of each network at the end of their periods, without delegation fees. At risk: those of validators below their required uptime. See the table for these validators.",
          unit: "locale",
          decimals: 1,
          none: "No validator watched",
          hasNames: true,
          queries: {
            "{{network}}": `sum by (network) (${rewards} unless ${atRisk})`,
            "{{network}} at risk": `sum by (network) (${rewards} and ${atRisk})`,
          },
        }),
        shared.data("(p|watched)-validators|peers"),
      ],
    },
    {
      title: "Details",
      panels: [
        table([24, 8], {
          title: "Validators",
          description: `Each chosen validator, those with a problem first. ${validators.notes} Budget left: share of the offline budget; an alert fires below ${percent(thresholds.budgetWarning)}. Version and Tracks: known while its node is connected; Tracks is whether it tracks its subnet or L1.`,
          none: "No validator chosen",
          rows: [
            ...stateRows(keys.validator, "avax_validator_state", ofValidators),
            validators.unknownRow(ofValidators),
            ...identity,
            `max by (${keys.validator}, auto_renew) (avax_validator_info{${ofValidators}} unless on (${keys.validator}) ${leaving})`,
            shared.versions(`avax_validator_peer_info{${ofValidators}}`),
            `max by (${keys.validator}, auto_renew) (label_replace(${leaving}, "auto_renew", "leaving", "", ""))`,
          ],
          labels: {
            ...shared.stateColumn("validator"),
            ...labels,
            ...shared.versionColumn,
            auto_renew: {
              title: "At the end",
              width: 90,
              mappings: [
                {
                  type: "value",
                  options: {
                    true: { text: "renews", index: 0 },
                    false: { text: "ends", index: 1 },
                    leaving: { text: "leaves", index: 2, color: "red" },
                  },
                },
              ],
            },
          },
          columns: {
            ...shared.lastOkColumn(keys.validator, "avax_validator_state", ofValidators),
            ...validators.columns(ofValidators),
            Tracks: {
              expr: perValidator("avax_validator_tracks_subnet", "min"),
              ...words(0, ["no", "bad"], ["yes", "good"]),
              width: 70,
            },
            Required: {
              expr: perValidator("avax_validator_uptime_required_ratio"),
              unit: "percentunit",
              decimals: 0,
              width: 80,
            },
            "Budget left": {
              expr: validators.ownOrMedian("avax_validator_offline_budget_ratio", ofValidators),
              unit: "percentunit",
              decimals: 0,
              levels: validators.budgetLevels,
              width: 95,
            },
            BLS: {
              expr: perValidator("avax_validator_bls_key"),
              ...words(0, ["no key", "warning"], ["key", "good"]),
              width: 65,
            },
          },
        }),
        graph([12, 8], {
          title: "Offline budget left",
          description: `Share of the offline budget that is left to each validator. Dashed lines: ${percent(thresholds.budgetWarning)}, below which an alert fires when some of it has been used lately, and ${percent(thresholds.budgetLow)}. By stake: as the stake observes a monitored node. A falling line means that the validator is offline now; at 0 the reward is lost.`,
          unit: "percentunit",
          decimals: 0,
          min: 0,
          max: 1,
          none: "No offline budget known",
          hasLines: true,
          hasTable: true,
          levels: validators.budgetLevels,
          queries: {
            ...byName(`max by (${staker}) (${budget}{own="true",node_id=~"$node_id"})`, "{} ({{network}}, by stake)"),
            ...byName(
              `quantile by (${staker}) (0.5, ${budget}{node_id=~"$node_id"}) unless on (${staker}) ${budget}{own="true"}`,
              nameLine,
            ),
          },
        }),
        timeline([12, 8], shared.allStates, {
          title: "States",
          description:
            "Problems of the chosen validators: a line for each, in the color of its state, while it lasts. Short lines are restarts. Restore a validator before its offline budget is used up.",
          none: "No problem, or no validator watched",
          queries: {
            ...named(
              problemLines(keys.validator, "avax_validator_state", ofValidators),
              keys.validator,
              "node_id",
              "avax_validator_present",
              `${nameLine} {{state}}`,
            ),
            "all validators ({{network}}) ok": `${perNetwork("avax_validator_state", "min", 'state="ok",')} == 1 ${ifKnown("validator")}`,
          },
        }),
      ],
    },
    {
      title: "Uptime",
      isCollapsed: true,
      panels: [
        graph([12, 8], {
          title: "Uptime of the monitored nodes by stake",
          description:
            "Uptime of each monitored validator that this share of the reporting stake observes, or less. The stake decides about the reward: keep the median (0.5) above the required uptime. If only the lowest line is low, some validators lack a connection.",
          unit: "percentunit",
          decimals: 0,
          max: 1,
          none: "No monitored node is a validator",
          hasTable: true,
          queries: {
            [`{{stake_share}} ${nodeLine}`]: `max by (${keys.node}, stake_share) (avax_node_observed_uptime_ratio{${ofValidators}})`,
          },
        }),
        graph([12, 8], {
          title: "Stake against the reward",
          description: `Share of the stake that would refuse the reward of a period with this required uptime, share that has reported none, and share that would vote for the reward. More than ${percent(1 - thresholds.rewardingStakeCritical)} against it puts the reward at risk: stay online, and check port 9651.`,
          unit: "percentunit",
          decimals: 1,
          min: 0,
          none: "No monitored node is a validator",
          hasTable: true,
          queries: {
            [`refuses {{required}} ${nodeLine}`]: `max by (${keys.node}, required) (avax_node_insufficient_uptime_stake_ratio{${ofValidators}})`,
            [`no report ${nodeLine}`]: per(keys.node, ofValidators)("avax_node_unobserved_stake_ratio"),
            [`rewarding ${nodeLine}`]: per(keys.node, ofValidators)("avax_node_rewarding_stake_ratio"),
          },
        }),
        table([24, 8], {
          title: "Validators by observer",
          description:
            "Each chosen validator as each exporter sees it: connection, uptime, time since its last message, and chains on which the node has benched it because its queries failed. If only one observer differs, check the connections of this observer.",
          none: "No validator chosen",
          rows: [
            aliased(
              `max by (${keys.validator}, alias, instance, node) (avax_validator_present{${ofValidators}})`,
              "node_id",
            ),
          ],
          labels: {
            ...validators.labels,
            node: { title: "Node", width: 110 },
            instance: { title: "Exporter" },
            ...shared.networkColumn,
          },
          columns: {
            Connected: {
              expr: `max by (${keys.validator}, instance, node) (avax_validator_connected{${ofValidators}})`,
              ...words(0, ["no", "bad"], ["yes", "good"]),
              width: 90,
            },
            Uptime: {
              expr: `max by (${keys.validator}, instance, node) (avax_validator_uptime_ratio{${ofValidators}})`,
              unit: "percentunit",
              decimals: 2,
              width: 80,
            },
            "Last message": {
              expr: `time() - max by (${keys.validator}, instance, node) (avax_validator_last_contact_timestamp_seconds{${ofValidators}})`,
              ...duration,
              width: 110,
            },
            "Benched on": {
              expr: `max by (${keys.validator}, instance, node) (avax_validator_benched_chains{${ofValidators}})`,
              unit: "none",
              levels: steps("good", [1, "warning"]),
              width: 95,
            },
          },
          sortBy: "Uptime",
        }),
      ],
    },
    {
      title: "Stake and rewards",
      isCollapsed: true,
      panels: [
        table([24, 8], {
          title: "Stake and rewards, AVAX",
          description:
            "Own stake, delegations, the amount that can still be delegated, reward at the end of the period, delegation fees, and the result of the last period that ended while the exporter was running. Not rewarded: find out when the validator was offline, and how much stake refused.",
          none: "No validator chosen",
          rows: identity,
          labels,
          columns: {
            Stake: amount("avax_validator_stake_avax"),
            Delegated: amount("avax_validator_delegated_avax"),
            Capacity: amount("avax_validator_delegation_capacity_avax"),
            "Delegations until": {
              expr: `clamp_min(${perValidator("avax_validator_delegations_until_timestamp_seconds")} - time(), 0)`,
              ...words(0, ["not possible", "neutral"]),
              ...duration,
              width: 125,
            },
            Delegations: amount("avax_validator_delegators", 95),
            Fee: { expr: perValidator("avax_validator_delegation_fee_ratio"), ...share, width: 65 },
            Reward: amount("avax_validator_potential_reward_avax"),
            "Delegation fees": amount("avax_validator_accrued_delegatee_reward_avax", 115),
            Since: {
              expr: `time() - ${perValidator("avax_validator_start_timestamp_seconds")}`,
              ...duration,
              width: 95,
            },
            "Last period": {
              expr: perValidator("avax_validator_last_period_rewarded"),
              ...words(0, ["not rewarded", "bad"], ["rewarded", "good"]),
              width: 105,
            },
            "Last reward": amount("avax_validator_last_period_reward_avax", 100),
            Ended: {
              expr: `time() - ${perValidator("avax_validator_last_period_end_timestamp_seconds")}`,
              ...duration,
              width: 95,
            },
            "Next period": { expr: perValidator("avax_validator_next_period_seconds"), ...duration, width: 95 },
          },
        }),
      ],
    },
    {
      title: "Connections",
      isCollapsed: true,
      panels: [
        table([12, 8], {
          title: "Weight connected without each validator",
          description: `Share of the weight of each chain that stays connected while the validator is stopped, on the node with the lowest share. Stop a node only if it stays above ${percent(thresholds.connectedWeightCritical)} on all of its chains: below, a chain accepts no blocks.`,
          none: "No validator of a chain of the nodes watched",
          rows: namedRows(
            "network, chain, node_id",
            "node_id",
            "avax_chain_connected_weight_without_ratio",
            ofValidators,
          ),
          labels: {
            alias: { title: "Validator", links: [shared.toValidator] },
            ...shared.nodeIdHidden,
            chain: { title: "Chain" },
            ...shared.networkColumn,
          },
          columns: {
            "Connected without it": {
              expr: `min by (network, chain, node_id) (avax_chain_connected_weight_without_ratio{${ofValidators}})`,
              ...share,
              levels: connectedLevels,
              width: 185,
            },
          },
          sortBy: "Connected without it",
        }),
        table([12, 8], {
          title: "Disconnected validators",
          description:
            "Validators of each chain that a node is not connected to or has benched: watched ones, and all of subnets and L1s. Start them, or top up those of an L1 without a balance. If only one node lacks them, check its connections.",
          none: "All are connected, or the health API is disabled",
          rows: [
            aliased(
              `max by (network, chain, node_id, alias, instance, node) (avax_chain_validator_disconnected{${ofNetwork}})`,
              "node_id",
            ),
          ],
          labels: {
            alias: { title: "Validator", links: [shared.toValidator] },
            ...shared.nodeIdHidden,
            ...shared.networkColumn,
            chain: { title: "Chain", width: 110 },
            instance: { title: "Exporter", width: 130 },
          },
          columns: {},
        }),
        stat([12, 6], {
          title: "Validators and delegations",
          description:
            "Number of validators of the primary network, of those that the nodes are connected to, and of delegations. Investigate a decrease of several percent within a day.",
          unit: "locale",
          none: "Not reported",
          hasNames: true,
          queries: {
            "{{network}} validators": `max by (network) (avax_validators{${primary},${ofNetwork}})`,
            "{{network}} connected": `min by (network) (avax_validators_connected{${primary},${ofNetwork}})`,
            "{{network}} delegations": `max by (network) (avax_delegators{${primary},${ofNetwork}})`,
          },
        }),
        graph([12, 6], {
          title: "Connected stake",
          description: `Share of the primary network's weight that each node is connected to. Below the dashed line at ${percent(thresholds.connectedWeightCritical)} a node reports unhealthy: check its connections and its public address.`,
          unit: "percentunit",
          decimals: 1,
          max: 1,
          none: "Not reported",
          hasLines: true,
          levels: connectedLevels,
          queries: {
            [nodeLine]: per(keys.node, ofNetwork)("avax_chain_connected_weight_ratio", "max", 'chain="P",'),
          },
        }),
      ],
    },
  ],
};
