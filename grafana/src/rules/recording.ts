/** Recording rules: each can also be queried as a source. Some remember values by reading their own last value. */
import { primaryNetwork } from "../../../src/api/ids.ts";
import { up } from "../../../src/metrics/exporter.ts";
import * as l1 from "../../../src/metrics/l1.ts";
import { nodeBootstrapped, nodeInfo, nodeRewardingStake, nodeUptime } from "../../../src/metrics/node.ts";
import { subnetInfo } from "../../../src/metrics/subnets.ts";
import * as m from "../../../src/metrics/validators.ts";
import * as formulas from "../formulas.ts";
import { createSelect, externalMetrics, type Select, type Source, targetLabels } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import type { Recording } from "./rule.ts";

const select = createSelect();
const target = targetLabels.join(", ");

const day = 86_400;

/** Defines a recording; `expr` gets its own name. */
const record = <const L extends string>(
  name: string,
  labels: readonly L[],
  expr: string | ((itself: string) => string),
): Recording<L> => ({ name, labels, expr: typeof expr === "string" ? expr : expr(name) });

/** Period in which a recording finds its own last value: it survives a stop of Prometheus of this length. */
const memory = "1d";
/** Keeps the last value per `keys` while `condition` has a series. At most one series per `keys` is kept. */
const kept = (itself: string, keys: string, condition: string) =>
  `or on (${keys})
topk by (${keys}) (1, last_over_time(${itself}[${memory}]) and on (${keys}) ${condition})`;

/** Node ID and network of each target: the last known ones while the target is scraped, also while its node is down. */
export const nodeOfTarget = record(
  "target:avax_node_info:last",
  [...targetLabels, "node_id", "network"],
  (itself) => `group by (${target}, node_id, network) (
  topk by (${target}) (1, max by (${target}, node_id, network) (timestamp(${select(nodeInfo)})))
)
${kept(itself, target, select(externalMetrics.up))}
or on (${target})
group by (${target}) (${select(up)})`,
);
const withNetwork = (expr: string) => `${expr} * on (${target}) group_left (network) ${select(nodeOfTarget)}`;

const validator = ["subnet_id", "node_id"] as const;
const keys = validator.join(", ");
const isWatched = `on (${target}, ${keys}) ${select(m.validatorPresent)} == 1`;

/** Time at which a node reported its ID last. */
export const nodeSeen = record(
  "node:avax_node_info:seen",
  ["node_id", "network"],
  (itself) => `group by (node_id, network) (${select(nodeInfo)}) * time()
or
last_over_time(${itself}[${memory}]) > time() - ${7 * day}`,
);
const watched = `(${select(m.validatorPresent)} == 1)`;
const lasts = `(${select(m.validatorEnd)} unless on (${target}, ${keys}) ${select(m.validatorInfo, { auto_renew: "true" })})`;
/** End of the staking period of each monitored node that is watched, +Inf if it renews or validates without an end. Kept while the
 *  node is gone. */
export const nodeEnd = record(
  "node:avax_validator_end_timestamp_seconds:last",
  ["node_id", "network"],
  (itself) => `max by (node_id, network) (
  ${withNetwork(`(${lasts} and ${isWatched} or (${watched} unless on (${target}, ${keys}) ${lasts}) * Inf)`)}
)
and on (node_id, network) ${select(nodeSeen)}
or
last_over_time(${itself}[${memory}]) and on (node_id, network) ${select(nodeSeen)}`,
);
/** Nodes that have been ready for a while, and do not validate. */
const isIdle = `group by (node_id, network) (
  (
    min_over_time(${select(nodeBootstrapped, { chain: "P" })}[15m]) == 1
    unless on (${target}) max_over_time(${select(nodeRewardingStake)}[15m])
  )
  * on (${target}) group_left (node_id, network) ${select(nodeOfTarget)}
)`;
/** Time at which a node of this Prometheus was last known to validate, 0 once it is idle. Expires a day after that time, except
 *  while the node is gone. */
export const nodeValidated = record(
  "node:avax_node_info:validated",
  ["node_id", "network"],
  (itself) => `group by (node_id, network) (
  ${select(nodeRewardingStake)} * on (${target}) group_left (node_id, network) ${select(nodeOfTarget)}
  or ${withNetwork(watched)}
  or ${withNetwork(select(l1.l1Weight))}
) * time()
and on (node_id, network) ${select(nodeSeen)}
or
${isIdle} * 0
or
last_over_time(${itself}[${memory}]) > on (node_id, network) ${select(nodeSeen)} - ${day}`,
);

/** Alias of each watched validator, also after it has left the set. */
export const aliasOfValidator = record(
  "validator:avax_validator_info:alias",
  [...validator, "alias"],
  (
    itself,
  ) => `topk by (${keys}) (1, count by (${keys}, alias) (${select(m.validatorInfo)} and on (${keys}) ${select(m.validatorPresent)}))
${kept(itself, keys, select(m.validatorPresent))}
or on (${keys})
group by (${keys}) (${select(m.validatorPresent)})`,
);
/** Alias of each subnet. */
export const aliasOfSubnet = record(
  "subnet:avax_subnet_info:alias",
  ["subnet_id", "alias"],
  `topk by (subnet_id) (1, count by (subnet_id, alias) (${select(subnetInfo)}))
or on (subnet_id)
group by (subnet_id) (${select(m.validators)} or ${select(l1.l1Weight)})`,
);

/** End of the period of each watched validator, +Inf without an end. Kept after the validator has left the set. */
export const lastEnd = record(
  "validator:avax_validator_end_timestamp_seconds:last",
  [...validator, "network"],
  (itself) => `max by (${keys}, network) (
  ${withNetwork(`(${select(m.validatorEnd)} and ${isWatched})`)}
)
${kept(itself, `${keys}, network`, `group by (${keys}, network) (${withNetwork(select(m.validatorPresent))})`)}
or on (${keys}, network)
max by (${keys}, network) (
  ${withNetwork(`(${select(m.validatorPresent)} == 1)`)}
) * Inf`,
);

const ofAll = [...validator, "network"] as const;
const latest = (metric: Source, name: string) =>
  record(
    name,
    ofAll,
    `max by (${keys}, network) (
  ${withNetwork(`(${metric.name} and ${isWatched})`)}
)`,
  );
/** Uptime of each watched validator: its weighted average over the network if its own node reports it, otherwise the median of
 *  the observers. */
export const uptime = record(
  "validator:avax_validator_uptime_ratio:median",
  ofAll,
  `max by (${keys}, network) (
  label_replace(
    ${select(nodeUptime)} * on (${target}) group_left (node_id, network) ${select(nodeOfTarget)},
    "subnet_id", "${primaryNetwork}", "", ""
  )
)
or
quantile by (${keys}, network) (0.5,
  ${withNetwork(`(${select(m.validatorUptime)} and ${isWatched})`)}
)`,
);
const start = latest(m.validatorStart, "validator:avax_validator_start_timestamp_seconds:max");
const end = latest(m.validatorEnd, "validator:avax_validator_end_timestamp_seconds:max");
const required = record(
  "validator:avax_validator_uptime_required_ratio:max",
  ofAll,
  `max by (${keys}, network) (
  ${withNetwork(`(${select(m.validatorUptimeRequired)} and ${isWatched})`)}
)
or
${end.name} * 0 + ${thresholds.uptimeRequired}`,
);
const recorded: Readonly<Record<string, Source>> = {
  [m.validatorUptime.name]: uptime,
  [m.validatorStart.name]: start,
  [m.validatorEnd.name]: end,
  [m.validatorUptimeRequired.name]: required,
};
/** Selects the recorded series in place of those of the observers. */
const ofRecorded: Select = ({ name }) => recorded[name]?.name ?? name;
/** Seconds for which a validator can still be offline and earn its reward. */
export const budget = record(
  "validator:avax_validator_offline_budget:seconds",
  ofAll,
  formulas.offlineBudget(ofRecorded),
);
/** Share of the offline budget that is left: below 0 the reward is lost, +Inf if it can no longer be lost. */
export const budgetLeft = record(
  "validator:avax_validator_offline_budget:ratio",
  ofAll,
  `(${budget.name} < ${end.name} - time())
/ ((1 - ${required.name}) * (${end.name} - ${start.name}))
or
(${budget.name} > 0) * Inf`,
);

/** L1 validators of this operator: watched ones, and those of monitored nodes. */
export const ourValidations = record(
  "validation:avax_l1_validator_weight:ours",
  ["subnet_id", "validation_id"],
  `group by (subnet_id, validation_id) (
  ${select(l1.l1Weight)} and on (${keys}) ${select(m.validatorPresent)}
  or ${select(l1.l1Weight)} and on (validation_id) ${select(l1.l1Present)}
  or ${select(l1.l1Weight)} and on (node_id) ${select(nodeOfTarget)}
)`,
);
export const activeShare = record(
  "subnet:avax_l1_weight_active:ratio",
  ["subnet_id", "network"],
  `min by (subnet_id, network) (
  ${withNetwork(`(${formulas.activeShare(select)})`)}
)`,
);

export const recordings = [
  nodeOfTarget,
  nodeSeen,
  nodeEnd,
  nodeValidated,
  aliasOfValidator,
  aliasOfSubnet,
  lastEnd,
  uptime,
  start,
  end,
  required,
  budget,
  budgetLeft,
  ourValidations,
  activeShare,
] as const satisfies readonly Recording[];
