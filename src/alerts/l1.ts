/** Alerts about L1s: one per L1, however many nodes report it. */
import { validators, validatorsLargestWeight, validatorsWeight } from "../collectors/kinds/validators.ts";
import { subnetInfo } from "../collectors/subnets.ts";
import { managerOwner, managerWeight } from "../collectors/validator-manager.ts";
import { l1 } from "../entities/l1/fields.ts";
import { l1States } from "../entities/l1/state.ts";
import { primaryNetwork } from "../node-api/ids.ts";
import { type AlertGroup, alert, toL1 } from "./alert.ts";
import { blocksMissing } from "./chain.ts";
import { hasChanged, median, perL1, quorumNote, type Source, valueAs } from "./expressions.ts";
import { l1ValidatorAlerts, noOwner, ownersChanged, uptimeLow } from "./l1-validator.ts";
import { l1Name, longL1Name } from "./names.ts";
import { durationOf, thresholds } from "./thresholds.ts";

const activeRatio = l1.metric("weight_active_ratio");
/** Returns the condition that less of the weight is active than the chains of the L1 require, as the nodes that run them know, or by default. */
const isTooLittle = (byDefault: number | string) =>
  `${median(activeRatio, perL1)} < (max by (${perL1}) (last_over_time(${l1.metric("weight_required_ratio").name}[10m]))
  or ${byDefault} * group by (${perL1}) (last_over_time(${activeRatio.name}[10m])))`;

const quorum = alert({
  name: "AvaxL1QuorumRisk",
  tiers: {
    critical: { for: "10m", parameters: { below: thresholds.activeWeightCritical } },
    warning: { for: "10m", parameters: { below: thresholds.activeWeightWarning } },
  },
  keepFiringFor: "15m",
  sentence: "Less of the weight of the L1 is active than this share (critical: than its chains require, if known).",
  expr: ({ below }, severity) =>
    severity === "critical" ? isTooLittle(below) : `${median(activeRatio, perL1)} < ${below}`,
  summary: `Only {{ $value | humanizePercentage }} of the weight of ${l1Name} is active: top up validators`,
  description: `${l1States.halted.fix} Validators with {{ $value | humanizePercentage }} of the weight of the L1 ${longL1Name} have a balance.${valueAs("Weight on connected nodes that do not track the L1:", l1.metric("weight_not_tracking_ratio"), "humanizePercentage", ["subnet_id"])} ${quorumNote}`,
});

const signing = alert({
  name: "AvaxL1SigningRisk",
  tiers: {
    critical: { for: "10m", parameters: { below: thresholds.signingWeightCritical } },
    warning: { for: "10m", parameters: { below: thresholds.signingWeightWarning } },
  },
  keepFiringFor: "15m",
  sentence: "A node sees that less than this share of the weight of the L1 can sign its messages.",
  // the node of a validator with another BLS key knows more than others; messages into the L1 need only its next block
  expr: ({ below }) =>
    `min by (${perL1}) (last_over_time(${l1.metric("signing_by_direction").name}{direction="out"}[10m])) < ${below}`,
  summary: `Only {{ $value | humanizePercentage }} of the weight of ${l1Name} can sign messages: start nodes`,
  description: `Start the nodes of the validators that are offline, and top up those that are inactive. If there are none, wait for the next epoch of the P-Chain: top-ups and registrations count from then on. Validators with {{ $value | humanizePercentage }} of the weight of the L1 ${longL1Name} are connected and can sign its messages to other chains. ${quorumNote}`,
});

const haltAhead = alert({
  name: "AvaxL1HaltAhead",
  tiers: {
    critical: { for: "10m", parameters: { duration: durationOf(thresholds.haltCritical) } },
    warning: { for: "10m", parameters: { duration: durationOf(thresholds.haltWarning) } },
  },
  keepFiringFor: "25m",
  sentence: "Most nodes see the L1 halt soon without top-ups, or halted for lack of balances (label halted).",
  expr: ({ duration }) => {
    const time = median(l1.metric("halt_seconds"), perL1);
    const isHalted = `${time} == 0\nand ${isTooLittle(thresholds.activeWeightCritical)}`;
    return `label_replace(${isHalted}, "halted", "true", "", "")\nor ${time} > 0 < ${duration}`;
  },
  summary: `L1 ${l1Name} {{ if $labels.halted }}has halted: top up its validators{{ else }}halts in {{ $value | humanizeDuration }} without top-ups{{ end }}`,
  description: `${l1States.at_risk.fix} Balances of the L1 ${longL1Name} run out. {{ if $labels.halted }}Too little of its weight is active, and it has halted.{{ else }}In {{ $value | humanizeDuration }} too little of its weight is active, and it halts.{{ end }} Top-ups alone may not restart it. avalanche-exporter status {{ $labels.subnet_id }} --url http://EXPORTER:10652 lists the validators to top up, with the amounts.`,
});

const movedBy = ({ name }: Source, window: string) =>
  `max by (${perL1}) (max_over_time(${name}[${window}])) / min by (${perL1}) (min_over_time(${name}[${window}]))`;
const controlMoved = alert({
  name: "AvaxL1ControlMoved",
  tiers: { warning: { for: "1m", parameters: { multiple: 1.5, window: "1d" } } },
  keepFiringFor: "15m",
  sentence: "The weight of an L1, or the largest one of its validators, has moved by this factor within the window.",
  expr: ({ multiple, window }) => `(${movedBy(validatorsWeight, window)} > ${multiple}
or ${movedBy(validatorsLargestWeight, window)} > ${multiple})
and on (network, subnet_id) last_over_time(${subnetInfo.name}{kind!="primary"}[10m])`,
  summary: `The weights of ${l1Name} have moved by a factor of {{ $value | printf "%.1f" }}: was that you?`,
  description: `Within a day, the total weight or the largest weight of the L1 ${longL1Name} has changed by a factor of {{ $value | printf "%.1f" }}. Its validator manager, or the holder of its key, has added, removed or changed validators. If that was not you, someone else controls the L1.`,
});

export const l1Alerts: AlertGroup = {
  name: "avalanche-l1",
  dashboard: toL1,
  alerts: [quorum, signing, haltAhead, ...l1ValidatorAlerts, controlMoved],
};

const left = alert({
  name: "AvaxL1ValidatorsLeft",
  tiers: { warning: { for: "15m", parameters: { share: 0.1 } } },
  keepFiringFor: "15m",
  sentence: "An L1 has lost more than this share of its validators within a day.",
  expr: ({ share }) => {
    const number = `${validators.name}{subnet_id!="${primaryNetwork}"}`;
    return `max by (${perL1}) (1 - ${number} / max_over_time(${number}[1d])) > ${share}`;
  },
  summary: `{{ $value | humanizePercentage }} of the validators of ${l1Name} left within a day`,
  description: `The L1 ${longL1Name} has {{ $value | humanizePercentage }} fewer validators than a day ago. Its validator manager, or the holder of its key, has removed them.`,
});

const ownerChanged = alert({
  name: "AvaxL1OwnerChanged",
  tiers: { warning: { for: "1m", parameters: { window: "1d" } } },
  keepFiringFor: "15m",
  sentence: "An L1 has had two validator managers, or owners of one, within the window.",
  expr: ({ window }) => `count by (${perL1}) (
  group by (${perL1}, manager_chain_id, manager_address) (last_over_time(${subnetInfo.name}{kind!="primary"}[${window}]))
) > 1
or ${hasChanged(managerOwner, perL1, window)}`,
  summary: `The validator manager of ${l1Name} has changed, or its owner`,
  description: `The L1 ${longL1Name} has another validator manager, or its validator manager has another owner. The owner adds and removes validators. If that was not you, someone else controls the L1.`,
});

const managerDiffers = alert({
  name: "AvaxL1ManagerWeightDiffers",
  tiers: { warning: { for: "5m", parameters: {} }, info: { for: "1d", parameters: {} } },
  keepFiringFor: "15m",
  sentence: "Warning: the validator manager has no weight, and the L1 has. Info: the two weights differ.",
  expr: (_parameters, severity) => {
    const difference = median(l1.metric("manager_weight_difference"), perL1);
    if (severity === "info") return `${difference} != 0`;
    return `${difference} < 0\nand ${median(managerWeight, perL1)} == 0`;
  },
  summary: (severity) =>
    `The validator manager of ${l1Name} ${severity === "info" ? "differs by a weight of {{ $value | humanize }}" : "was never initialized"}`,
  description: (severity) =>
    severity === "warning"
      ? `The validator manager of the L1 ${longL1Name} has no weight, and the L1 has validators on the P-Chain. It cannot add or remove validators until its function initializeValidatorSet is called.`
      : `For a day, the validator manager of the L1 ${longL1Name} has had another total weight than the L1 on the P-Chain: the difference is {{ $value }}. Above 0, a registration has expired and the manager has not learned of it, or a higher weight has not reached the P-Chain. Below 0, a removal or a lower weight has not reached the P-Chain.`,
});

/** Optional alerts for those who govern an L1: about its blocks, its validators, their owners, and its validator manager. */
export const governance: AlertGroup = {
  name: "avalanche-governance",
  dashboard: toL1,
  alerts: [left, blocksMissing, uptimeLow, ownerChanged, ownersChanged, noOwner, managerDiffers],
};
