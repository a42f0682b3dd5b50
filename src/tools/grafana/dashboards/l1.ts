/** The dashboard L1s: L1s, other subnets and their validators. Values of the P-Chain are shown once, however many nodes report them. */
import { quorumNote } from "../../../alerts/expressions.ts";
import { timeSpan } from "../../../lib/duration.ts";
import { percent } from "../../../lib/text.ts";
import { defaultQuorum } from "../../../protocol/consensus.ts";
import { type Board, byAlias, network } from "./dashboard.ts";
import { chainTable } from "./node-tables.ts";
import { badBelow, steps, words } from "./palette.ts";
import { bars, count, duration, graph, share, stat, table, timeline } from "./panels.ts";
import {
  aliased,
  ifKnown,
  keys,
  named,
  namedRows,
  names,
  ofL1s,
  ofNetwork,
  per,
  problemLines,
  stateRows,
  unknownRows,
} from "./queries.ts";
import * as shared from "./shared.ts";
import { thresholds } from "./thresholds.ts";

const soon = timeSpan(thresholds.haltWarning);
const perL1 = per(keys.l1, ofL1s);
const perValidator = per(keys.l1Validator, ofL1s);
const haltLevels = badBelow(thresholds.haltCritical, thresholds.haltWarning);
const signingLevels = badBelow(thresholds.signingWeightCritical, thresholds.signingWeightWarning);
/** An inactive validator has no time at which its balance runs out: it is shown with 0. */
const runway = (labels: string) =>
  `min by (${labels}) (avax_l1_validator_active{${ofL1s}} == 0 or avax_l1_validator_balance_exhaustion_timestamp_seconds{${ofL1s}} - time())`;
const atFee = "at the current fee, or earlier if the number of active validators lets the fee rise";
const identity = names(keys.l1, "subnet_id", "avax_subnet_info", `${ofL1s},kind!="primary"`);
const l1Labels = {
  alias: { title: "L1", links: [shared.toL1] },
  ...shared.networkColumn,
  ...shared.subnetIdHidden,
} as const;
const memberLabels = {
  alias: { title: "L1 validator", links: [shared.toL1] },
  ...shared.networkColumn,
  ...shared.subnetIdHidden,
} as const;
/** A watched validation that does not exist has no L1. */
const ofValidations = 'subnet_id=~"$l1|"';
/** Validators from before the conversion of an L1 have no validation, and no balance. */
const hasId = 'validation_id!="",';
const chainKeys = "network, subnet_id, chain";
const perL1Chain = per(chainKeys, ofL1s);
const chainLine = "{{alias}} ({{network}})";
const notRun = "Not run here";
const lineName = "{} ({{network}})";
const line = (expr: string) => named(expr, keys.l1, "subnet_id", "avax_subnet_info", lineName);

export const l1s: Board = {
  name: "l1",
  title: "L1s",
  description: "L1s and their validators: active weight, balances and when they run out, chains and governance.",
  variables: [
    network,
    {
      name: "l1",
      label: "L1",
      description: "Tracked L1s and subnets by alias, and the L1s of individually watched validators.",
      query: `query_result(max by (subnet_id, alias) (avax_subnet_info{${ofNetwork},kind!="primary"}) or on (subnet_id) max by (subnet_id, alias) (avax_watched_observed{entity="subnet",${ofNetwork}}) or on (subnet_id) max by (subnet_id) (avax_l1_validator_weight{${ofNetwork}}))`,
      regex: byAlias("subnet_id"),
    },
  ],
  rows: [
    {
      title: "States",
      panels: [
        shared.l1Tile(5, ofL1s),
        stat([5, 4], {
          title: "Lowest active weight",
          description: `Active share of the weight, for the chosen L1 with the lowest share. ${quorumNote} Top up inactive validators, or remove them.`,
          ...share,
          none: "No L1 tracked",
          levels: shared.activeLevels,
          queries: { "{{network}}": per("network", ofL1s)("avax_l1_weight_active_ratio", "min") },
        }),
        stat([5, 4], {
          title: "Next halt of an L1",
          description: `Time until the first of the chosen L1s has less than ${percent(thresholds.activeWeightCritical)} active weight, without top-ups; 0 if one has halted. Below ${soon}: top up now, because top-ups alone may not restart an L1.`,
          ...duration,
          none: "No halt ahead",
          levels: haltLevels,
          queries: { "{{network}}": per("network", ofL1s)("avax_l1_time_to_halt_seconds", "min") },
        }),
        stat([4, 4], {
          title: "Top-ups for 30 days",
          description:
            "AVAX to add to the balances of the validators of the chosen L1s, so that all of them last for 30 days: at the current fee, or at the one that it is forecast to rise to. Keep as much at the address that pays for top-ups.",
          unit: "suffix:AVAX",
          decimals: 2,
          none: "No L1 validator",
          queries: { "{{network}}": `sum by (network) (${perL1("avax_l1_top_up_avax", "max", 'days="30",')})` },
        }),
        shared.chainTile(3, ofL1s, notRun),
        shared.data("subnets|l1-validators|p-validator-fee"),
      ],
    },
    {
      title: "Details",
      panels: [
        table([24, 6], {
          title: "L1s and subnets",
          description: `Each tracked L1 or subnet, those with a problem first. Can sign: the smaller of two shares, known if a node runs the L1: of the validators that sign messages of the L1 to other chains, and of those that sign messages into the L1. In ${soon}: active weight by then without top-ups. First balance ends: 0 while a validator is inactive. Top up: AVAX so that all balances last for 30 or 90 days. Largest: weight share of the largest validator; above ${percent(thresholds.largestWeight)} it can halt the L1 alone.`,
          none: "No L1 tracked",
          rows: [
            ...stateRows(keys.l1, shared.l1OrSubnet, ofL1s),
            unknownRows("subnet", "subnet_id", ofL1s),
            ...identity,
          ],
          labels: { ...shared.stateColumn("l1", 85), ...l1Labels },
          columns: {
            ...shared.lastOkColumn(keys.l1, shared.l1OrSubnet, ofL1s),
            Validators: { expr: perL1("avax_validators"), ...count, width: 90 },
            Active: { expr: perL1("avax_l1_validators_active"), ...count, width: 65 },
            "Active weight": {
              expr: perL1("avax_l1_weight_active_ratio", "min"),
              ...share,
              levels: shared.activeLevels,
              width: 110,
            },
            "Can sign": {
              expr: perL1("avax_l1_weight_signing_ratio", "min"),
              ...share,
              levels: signingLevels,
              width: 85,
            },
            [`In ${soon}`]: {
              expr: perL1("avax_l1_weight_active_forecast_ratio", "min"),
              ...share,
              levels: shared.activeLevels,
              width: 80,
            },
            "First balance ends": {
              expr: perL1("avax_l1_balance_runway_seconds", "min"),
              ...duration,
              levels: shared.runwayLevels,
              width: 135,
            },
            "Halts in": {
              expr: perL1("avax_l1_time_to_halt_seconds", "min"),
              ...duration,
              levels: haltLevels,
              width: 115,
            },
            "Top up, 30 days": {
              expr: perL1("avax_l1_top_up_avax", "max", 'days="30",'),
              unit: "locale",
              decimals: 2,
              width: 125,
            },
            "90 days": {
              expr: perL1("avax_l1_top_up_avax", "max", 'days="90",'),
              unit: "locale",
              decimals: 2,
              width: 90,
            },
            Largest: {
              expr: `max by (${keys.l1}) (avax_validators_largest_weight{${ofL1s}} / avax_validators_weight{${ofL1s}})`,
              ...share,
              levels: steps("good", [thresholds.largestWeight, "neutral"]),
              width: 75,
            },
          },
        }),
        bars([9, 10], {
          title: "Lowest balance runways",
          description: `The 10 L1 validators whose balances run out first, inactive ones with 0: ${atFee}. A full bar is 90 days. Below ${timeSpan(thresholds.exhaustionWarning)}: top up (IncreaseL1ValidatorBalanceTx). Top up before the L1 halts: top-ups alone may not restart it.`,
          ...duration,
          min: 0,
          max: 90 * 86_400,
          none: "No L1 validator watched",
          levels: shared.runwayLevels,
          queries: {
            "{{alias}}": `bottomk(10, ${aliased(runway("validation_id, alias"), "validation_id")})`,
          },
        }),
        table([15, 10], {
          title: "Watched L1 validators",
          description:
            "L1 validators that are watched, and those of the monitored nodes, those with a problem first. Low balance: top up with IncreaseL1ValidatorBalanceTx. `avalanche-exporter status` shows the amount for each. BLS key: whether the registered key is that of the monitored node; if it is wrong, its signatures are invalid.",
          none: "No L1 validator watched",
          rows: [
            ...stateRows(keys.l1Validator, "avax_l1_validator_state", ofValidations),
            unknownRows("l1_validator", "validation_id", ofValidations),
            ...names(keys.l1Validator, "validation_id", "avax_l1_validator_state", ofValidations),
          ],
          labels: { ...shared.stateColumn("l1Validator"), ...memberLabels },
          columns: {
            ...shared.lastOkColumn(keys.l1Validator, "avax_l1_validator_state", ofValidations),
            "Runs out in": {
              expr: perValidator("avax_l1_validator_balance_runway_seconds", "min"),
              ...duration,
              levels: shared.runwayLevels,
              width: 115,
            },
            "BLS key": {
              expr: perValidator("avax_l1_validator_bls_key_matches", "min"),
              ...words(0, ["wrong", "bad"], ["matches", "good"]),
              width: 80,
            },
          },
        }),
      ],
    },
    {
      title: "L1 validators",
      isCollapsed: true,
      panels: [
        table([24, 11], {
          title: "L1 validators",
          description: `The chosen L1 validators, lowest balance first: ${atFee}. Weight: share of the weight of the L1. Uptime: as the virtual machine of the chain counts it on the monitored nodes (median). Below ${percent(thresholds.l1Uptime)} validators sign no uptime proof: start the node, or top up a validator whose uptime is not counted. Version and Tracks: known while its node is connected; Tracks is whether it tracks the L1.`,
          none: "No L1 validator watched",
          rows: [
            ...namedRows(keys.l1Validator, "validation_id", "avax_l1_validator_weight", ofL1s),
            shared.versions(
              `avax_validator_peer_info{${ofL1s}} * on (instance, node, subnet_id, node_id) group_right (version) avax_l1_validator_weight`,
              keys.l1Validator,
            ),
          ],
          labels: { ...memberLabels, ...shared.versionColumn },
          columns: {
            State: {
              expr: perValidator("avax_l1_validator_active", "min"),
              ...words(0, ["inactive", "bad"], ["active", "good"]),
              width: 85,
            },
            Weight: {
              expr: `${perValidator("avax_l1_validator_weight")} / on (network, subnet_id) group_left () ${perL1("avax_validators_weight")}`,
              ...share,
              width: 75,
            },
            "Balance, AVAX": {
              expr: perValidator("avax_l1_validator_balance_avax", "min"),
              unit: "locale",
              decimals: 3,
              width: 135,
            },
            "Runs out in": { expr: runway(keys.l1Validator), ...duration, levels: shared.runwayLevels, width: 115 },
            Uptime: {
              expr: `quantile by (${keys.l1Validator}) (0.5, avax_l1_validator_uptime_ratio{${hasId}${ofL1s}}) and on (validation_id) avax_l1_validator_weight`,
              ...share,
              levels: steps("bad", [thresholds.l1Uptime, "good"]),
              width: 75,
            },
            Tracks: {
              expr: `max by (${keys.l1Validator}) (avax_l1_validator_weight{${ofL1s}} * 0 + on (${keys.validator}) group_left () min by (${keys.validator}) (avax_validator_tracks_subnet))`,
              ...words(0, ["no", "bad"], ["yes", "good"]),
              width: 70,
            },
            Counted: {
              expr: `${perValidator("avax_l1_validator_uptime_counted", "min", hasId)} and on (validation_id) avax_l1_validator_weight`,
              ...words(0, ["no", "bad"], ["yes", "good"]),
              width: 85,
            },
            Connected: {
              expr: `${perValidator("avax_l1_validator_connected", "avg", hasId)} and on (validation_id) avax_l1_validator_weight`,
              unit: "percentunit",
              decimals: 0,
              width: 95,
            },
            Deactivation: {
              expr: perValidator("avax_l1_validator_deactivation_owner", "min"),
              ...words(0, ["by anyone", "bad"], ["by its owner", "good"]),
              width: 115,
            },
          },
          sortBy: "Balance, AVAX",
        }),
      ],
    },
    {
      title: "Chains",
      isCollapsed: true,
      panels: [
        chainTable([24, 6], ofL1s, {
          title: "Chains of the L1s",
          description: `Chains of L1s that the nodes run, those with a problem first. Unchanged for: time since a health check has seen the height increase; a lower limit after a restart of the exporter. With less than ${percent(defaultQuorum.acceptance)} of the weight connected (by default), the chain accepts no blocks: restart the validators that are offline.`,
          none: notRun,
        }),
        table([24, 5], {
          title: "Epochs and uptime proofs",
          description:
            "Each chain of the chosen L1s on the node that is behind most. P-Chain height: that of the epoch, whose validators sign messages. Make the chain accept a block to begin the next epoch. Uptime proven: share of the weight that can prove enough uptime.",
          none: "No chain of an L1 run here",
          rows: namedRows(chainKeys, "chain", "avax_chain_epoch_p_chain_height", ofL1s),
          labels: { alias: { title: "Chain" }, ...shared.networkColumn },
          columns: {
            Began: {
              expr: `time() - ${perL1Chain("avax_chain_epoch_start_timestamp_seconds", "min")}`,
              ...duration,
              width: 115,
            },
            "P-Chain height": { expr: perL1Chain("avax_chain_epoch_p_chain_height", "min"), ...count, width: 115 },
            "Uptime proven": { expr: perL1Chain("avax_l1_weight_uptime_proven_ratio", "min"), ...share, width: 115 },
          },
        }),
        graph([12, 7], {
          title: "Weight connected",
          description: `Share of the weight of each chain's validators that the node is connected to. Dashed line: ${percent(thresholds.activeWeightCritical)}. Inactive validators are not connected: top them up, and restart those that are offline.`,
          unit: "percentunit",
          decimals: 0,
          none: notRun,
          min: 0,
          max: 1,
          hasLines: true,
          levels: steps("bad", [thresholds.activeWeightCritical, "good"]),
          queries: {
            [chainLine]: aliased(
              `min by (network, chain, alias) (avax_chain_connected_weight_ratio{${ofL1s}})`,
              "chain",
            ),
          },
        }),
        graph([12, 7], {
          title: "Base fee",
          description:
            "Base fee per unit of gas, in billionths of the chain's native token. It rises while blocks use more gas than the target. If it stays high, transactions with a lower fee limit wait.",
          unit: "suffix:n",
          none: "No EVM chain of an L1 run here",
          min: 0,
          queries: {
            [chainLine]: aliased(`1e9 * max by (network, chain, alias) (avax_evm_base_fee{${ofL1s}})`, "chain"),
          },
        }),
      ],
    },
    {
      title: "History",
      isCollapsed: true,
      panels: [
        timeline([12, 8], shared.allStates, {
          title: "States",
          description:
            "Problems of the chosen L1s and subnets, and of watched L1 validators: a line for each, in the color of its state, while it lasts. Inactive: the validator does not take part until it is topped up.",
          none: "No problem, or no L1 tracked",
          queries: {
            ...named(
              problemLines(keys.l1, "avax_l1_state", ofL1s),
              keys.l1,
              "subnet_id",
              "avax_subnet_info",
              `L1 ${lineName} {{state}}`,
            ),
            ...named(
              problemLines(keys.l1Validator, "avax_l1_validator_state", ofL1s),
              keys.l1Validator,
              "validation_id",
              "avax_l1_validator_weight",
              `validator ${lineName} {{state}}`,
            ),
            "all L1s ({{network}}) ok": `min by (network) (avax_l1_state{${ofL1s},state="ok"}) == 1 ${ifKnown("subnet")}`,
          },
        }),
        graph([12, 8], {
          title: "Active weight",
          description: `Active share of the weight of each chosen L1. Dashed lines: ${percent(thresholds.activeWeightCritical)} and ${percent(thresholds.activeWeightWarning)}. A step down means that a balance has run out. ${quorumNote}`,
          unit: "percentunit",
          decimals: 0,
          none: "No L1 tracked",
          min: 0,
          max: 1,
          hasSteps: true,
          hasLines: true,
          levels: shared.activeLevels,
          queries: line(perL1("avax_l1_weight_active_ratio", "min")),
        }),
      ],
    },
    {
      title: "Governance",
      isCollapsed: true,
      panels: [
        table([24, 5], {
          title: "Validator managers",
          description:
            "The contract that manages the validators of each tracked L1. The collector validator-manager reads it on nodes that run its chain, and is disabled by default. Difference to the P-Chain: registrations and weights on their way, 0 otherwise; if it lasts longer than a day, a registration has expired. Churn used: share of the limit of the present period; a change beyond it has to wait. Owner: a digest, another value is another owner.",
          none: "No L1 tracked",
          rows: [`max by (${keys.l1}, manager_address) (avax_subnet_info{${ofL1s},kind="l1"})`, ...identity],
          labels: { ...l1Labels, manager_address: { title: "Manager", width: 390 } },
          columns: {
            Weight: { expr: perL1("avax_l1_manager_weight"), ...count, width: 110 },
            "Difference to the P-Chain": { expr: perL1("avax_l1_manager_weight_difference"), ...count, width: 180 },
            "Churn used": {
              expr: perL1("avax_l1_manager_churn_used_ratio"),
              unit: "percentunit",
              decimals: 0,
              levels: steps("good", [1, "warning"]),
              width: 95,
            },
            Owner: { expr: perL1("avax_l1_manager_owner_digest"), unit: "none", decimals: 0, width: 150 },
          },
        }),
      ],
    },
  ],
};
