/** Alerts about L1s and the balances of their validators: one per L1 or validator, however many nodes report it. */

import { type Alert, type AlertGroup, alert } from "../../alerting/alert.ts";
import {
  l1Name,
  longL1Name,
  median,
  mostSee,
  named,
  perL1,
  perL1Validator,
  perValidator,
  quorumNote,
} from "../../alerting/expressions.ts";
import { toL1 } from "../../alerting/links.ts";
import { thresholds } from "../../alerting/thresholds.ts";
import { primaryNetwork } from "../../node-api/ids.ts";
import { l1ValidatorStates } from "../l1-validator/state.ts";
import { l1States } from "./state.ts";

const quorum = alert({
  name: "AvaxL1QuorumRisk",
  tiers: {
    critical: {
      for: "10m",
      parameters: { below: thresholds.activeWeightCritical, signing: thresholds.signingWeightCritical },
    },
    warning: {
      for: "10m",
      parameters: { below: thresholds.activeWeightWarning, signing: thresholds.signingWeightWarning },
    },
  },
  keepFiringFor: "15m",
  expr: ({ below, signing }, severity) => {
    // messages into the L1 need only its next block. The state follows from the limits of the L1, which can have consensus parameters of its own
    const isFast = `\nunless on (network, subnet_id) avg by (${perL1}) (
  sum without (state) (avax_l1_state{state=~"ok|at_risk|degraded"})
) > ${thresholds.majorityOfWindow}`;
    return `${median("avax_l1_weight_active_ratio", perL1)} < ${below}${severity === "critical" ? isFast : ""}
or ${median('avax_l1_weight_signing_ratio{direction="out"}', `${perL1}, direction`)} < ${signing}`;
  },
  summary: `Only {{ $value | humanizePercentage }} of the weight of ${l1Name} {{ if $labels.direction }}can sign messages: start nodes{{ else }}is active: top up validators{{ end }}`,
  description: `{{ if $labels.direction }}Start the nodes of the validators that are offline.{{ else }}${l1States.halted.fix}{{ end }} Validators with {{ $value | humanizePercentage }} of the weight of the L1 ${longL1Name} {{ if $labels.direction }}are connected and can sign its messages to other chains{{ else }}have a balance{{ end }}. ${quorumNote}`,
  dashboard: toL1,
});

const haltAhead = alert({
  name: "AvaxL1HaltAhead",
  tiers: {
    critical: { for: "10m", parameters: { seconds: thresholds.haltCritical } },
    warning: { for: "10m", parameters: { seconds: thresholds.haltWarning } },
  },
  keepFiringFor: "25m",
  // AvaxL1QuorumRisk is about an L1 that has halted, except with stricter limits than the default ones
  expr: ({ seconds }) => {
    const time = median("avax_l1_time_to_halt_seconds", perL1);
    return `${time} < ${seconds}
unless (${time} == 0 and ${median("avax_l1_weight_active_ratio", perL1)} < ${thresholds.activeWeightCritical})`;
  },
  summary: `L1 ${l1Name} {{ if eq $value 0.0 }}has halted: top up its validators{{ else }}halts in {{ $value | humanizeDuration }} without top-ups{{ end }}`,
  description: `${l1States.at_risk.fix} Balances of the L1 ${longL1Name} run out. In {{ $value | humanizeDuration }} too little of its weight is active, and it halts. Top-ups alone may not restart it. avalanche-exporter status {{ $labels.subnet_id }} lists the validators to top up, with the amounts.`,
  dashboard: toL1,
});

const shortNode = named("avax_l1_validator_weight", "validation_id", "node_id");
const longValidation =
  "{{ $labels.node_id }} (validation {{ $labels.validation_id }}) of the L1 {{ $labels.subnet_id }}";

const balanceLow = alert({
  name: "AvaxL1BalanceLow",
  tiers: {
    critical: { for: "10m", parameters: { seconds: thresholds.exhaustionCritical } },
    warning: { for: "10m", parameters: { seconds: thresholds.exhaustionWarning } },
  },
  keepFiringFor: "5m",
  // AvaxL1ValidatorInactive is about a runway of 0. Warning: also the first balance of an L1 without such a watched validator
  expr: ({ seconds }, severity) => {
    const watched = `${median("avax_l1_validator_balance_runway_seconds", perL1Validator)} < ${seconds} > 0`;
    return severity === "critical"
      ? watched
      : `${watched}\nor on (network, subnet_id) ${median("avax_l1_balance_runway_seconds", perL1)} < ${seconds}`;
  },
  summary: `Balance of {{ if $labels.validation_id }}${shortNode} of ${l1Name}{{ else }}the first validator of ${l1Name}{{ end }} runs out in {{ $value | humanizeDuration }}: top it up`,
  description: `${l1ValidatorStates.low_balance.fix} The balance of {{ if $labels.validation_id }}${longValidation}{{ else }}the first validator of the L1 ${longL1Name}{{ end }} lasts for {{ $value | humanizeDuration }}, less if more validators become active. Then the validator becomes inactive. avalanche-exporter status {{ $labels.subnet_id }} lists the amounts to add.`,
  dashboard: toL1,
});

const inactive = alert({
  name: "AvaxL1ValidatorInactive",
  tiers: { critical: { for: "5m", parameters: { window: "10m" } } },
  keepFiringFor: "15m",
  expr: ({ window }) => mostSee("avax_l1_validator_state", perL1Validator, "inactive", window),
  summary: `Validator ${shortNode} of ${l1Name} is inactive, without a balance: top it up`,
  description: `${l1ValidatorStates.inactive.fix} The balance of ${longValidation} has run out. The validator no longer participates in consensus, but its weight still counts towards the total.`,
  dashboard: toL1,
});

const offline = alert({
  name: "AvaxL1ValidatorOffline",
  tiers: { critical: { for: "7m", parameters: { window: "10m" } } },
  keepFiringFor: "5m",
  expr: ({ window }) => mostSee("avax_l1_validator_state", perL1Validator, "offline", window),
  summary: `Validator ${shortNode} of ${l1Name} is offline: check its node and its staking port`,
  description: `${l1ValidatorStates.offline.fix} Most monitored nodes that run a chain of the L1 have no connection to ${longValidation}. Its weight is missing from consensus, and it pays the validator fee for nothing.`,
  dashboard: toL1,
});

const wrongKey = alert({
  name: "AvaxL1ValidatorWrongKey",
  tiers: { warning: { for: "15m", parameters: { window: "30m" } } },
  keepFiringFor: "15m",
  expr: ({ window }) => mostSee("avax_l1_validator_state", perL1Validator, "wrong_key", window),
  summary: `Validator ${shortNode} of ${l1Name} has the wrong BLS key: start it with the registered one`,
  description: `${l1ValidatorStates.wrong_key.fix} The BLS key that is registered for ${longValidation} is not that of its node. Its signatures are invalid, and its weight is missing from the quorum of messages to other chains.`,
  dashboard: toL1,
});

const movedBy = (metric: string, window: string) =>
  `max by (${perL1}) (max_over_time(${metric}[${window}])) / min by (${perL1}) (min_over_time(${metric}[${window}]))`;
const controlMoved = alert({
  name: "AvaxL1ControlMoved",
  tiers: { warning: { for: "1m", parameters: { multiple: 1.5, window: "1d" } } },
  keepFiringFor: "15m",
  // the weights of the primary network move with the stake
  expr: ({ multiple, window }) => `(${movedBy("avax_validators_weight", window)} > ${multiple}
or ${movedBy("avax_validators_largest_weight", window)} > ${multiple})
and on (network, subnet_id) last_over_time(avax_subnet_info{kind!="primary"}[10m])`,
  summary: `The weights of ${l1Name} have moved by a factor of {{ $value | printf "%.1f" }}: was that you?`,
  description: `Within a day, the total weight or the largest weight of the L1 ${longL1Name} has changed by a factor of {{ $value | printf "%.1f" }}. Its validator manager, or the holder of its key, has added, removed or changed validators. If that was not you, someone else controls the L1.`,
  dashboard: toL1,
});

export const l1Alerts: AlertGroup = {
  name: "avalanche-l1",
  alerts: [quorum, haltAhead, balanceLow, inactive, offline, wrongKey, controlMoved],
};

// Optional alerts about who controls an L1: its validator manager, and the owners of its validators.

/** Returns the condition that a digest had another value within a window. */
const hasChanged = (digest: string, labels: string, window: string) =>
  `max by (${labels}) (max_over_time(${digest}[${window}])) - min by (${labels}) (min_over_time(${digest}[${window}])) > 0`;
const ownerChanged = alert({
  name: "AvaxL1OwnerChanged",
  tiers: { warning: { for: "1m", parameters: { window: "1d" } } },
  keepFiringFor: "15m",
  expr: ({ window }) => `count by (${perL1}) (
  group by (${perL1}, manager_chain_id, manager_address) (last_over_time(avax_subnet_info{kind!="primary"}[${window}]))
) > 1
or ${hasChanged("avax_l1_manager_owner_digest", perL1, window)}`,
  summary: `The validator manager of ${l1Name} has changed, or its owner`,
  description: `The L1 ${longL1Name} has another validator manager, or its validator manager has another owner. The owner adds and removes validators. If that was not you, someone else controls the L1.`,
  dashboard: toL1,
});

const validatorOwnerChanged = alert({
  name: "AvaxL1ValidatorOwnerChanged",
  tiers: { warning: { for: "1m", parameters: { window: "1d" } } },
  keepFiringFor: "15m",
  // the owners of a validation never change: its node was registered again
  expr: ({ window }) => hasChanged("avax_l1_validator_owners_digest", perValidator, window),
  summary: `Validator ${named("avax_l1_validator_weight", "node_id")} of ${l1Name} has other owners`,
  description:
    "The node {{ $labels.node_id }} validates the L1 {{ $labels.subnet_id }} with other owners than before: it was removed and registered again. The new owners can deactivate it, and get its balance. If that was not you, someone else controls the L1.",
  dashboard: toL1,
});

const noOwner = alert({
  name: "AvaxL1ValidatorNoOwner",
  tiers: { warning: { for: "5m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => `${median("avax_l1_validator_deactivation_owner", perL1Validator)} == 0`,
  summary: `Anyone can deactivate the validator ${shortNode} of ${l1Name}`,
  description: `The validator ${longValidation} was registered without a deactivation owner. Anyone can deactivate it with a transaction on the P-Chain, and so halt the L1. Its owners cannot be changed.`,
  dashboard: toL1,
});

const managerDiffers = alert({
  name: "AvaxL1ManagerWeightDiffers",
  // warning: never initialized; info: a registration expires after a day
  tiers: { warning: { for: "5m", parameters: {} }, info: { for: "1d", parameters: {} } },
  keepFiringFor: "15m",
  expr: (_parameters, severity) => {
    const difference = median("avax_l1_manager_weight_difference", perL1);
    if (severity === "info") return `${difference} != 0`;
    return `${difference} < 0\nand ${median("avax_l1_manager_weight", perL1)} == 0`;
  },
  summary: (severity) =>
    `The validator manager of ${l1Name} ${severity === "info" ? "differs by a weight of {{ $value | humanize }}" : "was never initialized"}`,
  description: (severity) =>
    severity === "warning"
      ? `The validator manager of the L1 ${longL1Name} has no weight, and the L1 has validators on the P-Chain. It cannot add or remove validators until its function initializeValidatorSet is called.`
      : `For a day, the validator manager of the L1 ${longL1Name} has had another total weight than the L1 on the P-Chain: the difference is {{ $value }}. Above 0, a registration has expired and the manager has not learned of it, or a higher weight has not reached the P-Chain. Below 0, a removal or a lower weight has not reached the P-Chain.`,
  dashboard: toL1,
});

const controlAlerts: readonly Alert[] = [ownerChanged, validatorOwnerChanged, noOwner, managerDiffers];

// Optional alerts for those who govern an L1, or plan the keys of validators.

const notPrimary = `{subnet_id!="${primaryNetwork}"}`;

const left = alert({
  name: "AvaxL1ValidatorsLeft",
  tiers: { warning: { for: "15m", parameters: { share: 0.1 } } },
  keepFiringFor: "15m",
  expr: ({ share }) =>
    `max by (${perL1}) (1 - avax_validators${notPrimary} / max_over_time(avax_validators${notPrimary}[1d])) > ${share}`,
  summary: `{{ $value | humanizePercentage }} of the validators of ${l1Name} left within a day`,
  description: `The L1 ${longL1Name} has {{ $value | humanizePercentage }} fewer validators than a day ago. Its validator manager, or the holder of its key, has removed them.`,
  dashboard: toL1,
});

const blocksMissing = alert({
  name: "AvaxL1BlocksMissing",
  tiers: { warning: { for: "5m", parameters: { seconds: 3600, chains: "none" } } },
  keepFiringFor: "15m",
  // name the chains of L1s that make blocks at a minimum rate: another one can be idle
  expr: ({ seconds, chains }) =>
    `time() - max by (network, chain, subnet_id) (
  last_over_time(avax_evm_timestamp_seconds{chain=~"${chains}",subnet_id!="${primaryNetwork}"}[10m])
) > ${seconds}`,
  summary: `L1 ${l1Name} made its last block {{ $value | humanizeDuration }} ago`,
  description: `The last block of the chain {{ $labels.chain }} of the L1 ${longL1Name} is {{ $value | humanizeDuration }} old on every monitored node. The chain is expected to make blocks at a minimum rate: its users cannot transact.`,
  dashboard: toL1,
});

const uptimeLow = alert({
  name: "AvaxL1ValidatorUptimeLow",
  tiers: { warning: { for: "30m", parameters: { below: thresholds.l1Uptime } } },
  keepFiringFor: "15m",
  expr: ({ below }) => `${median("avax_l1_validator_uptime_ratio", perL1Validator)} < ${below}`,
  summary: `Validator ${shortNode} of ${l1Name} has {{ $value | humanizePercentage }} uptime`,
  description: `Most monitored nodes have observed an uptime of {{ $value | humanizePercentage }} or less of ${longValidation}, as the virtual machine of its chain counts it. Validators do not sign a proof of a higher uptime, and an L1 that pays by uptime pays it nothing.`,
  dashboard: toL1,
});

export const governance: AlertGroup = {
  name: "avalanche-governance",
  alerts: [left, blocksMissing, uptimeLow, ...controlAlerts],
};
