/** Recording rules: each can also be queried as a source. */
import { laneDuration, rpcFailures } from "../../../src/metrics/exporter.ts";
import { nodeInfo } from "../../../src/metrics/node.ts";
import { height } from "../../../src/metrics/pchain.ts";
import { subnetInfo } from "../../../src/metrics/subnets.ts";
import { validatorEnd, validatorPresent } from "../../../src/metrics/validators.ts";
import * as formulas from "../formulas.ts";
import { countOf, labelsOf, notEqual } from "../promql.ts";
import { select, target } from "./expressions.ts";
import type { Recording } from "./rule.ts";

const record = <const L extends string>(name: string, labels: readonly L[], expr: string): Recording<L> => ({
  name,
  labels,
  expr,
});

/** Excludes networks named "local": these are unrelated to each other. */
export const sharedNetwork = { network: notEqual("local") };
export const networkHeight = record(
  "network:avax_pchain_height:max",
  ["network"],
  `max by (network) (\n  ${select(height)} * on (${target}) group_left (network) ${select(nodeInfo, sharedNetwork)}\n)`,
);

const validation = ["subnet_id", "validation_id", "node_id"] as const;
export const runwayNow = record("validation:avax_l1_runway_seconds:now", validation, formulas.runway(select));
export const runwayWorst = record("validation:avax_l1_runway_seconds:worst", validation, formulas.worstRunway(select));

const l1 = `${select(subnetInfo, { kind: "l1" })}`;
const perSubnet = labelsOf(subnetInfo, "subnet_id");
export const largestShare = record(
  "subnet:avax_l1_weight_top_share:ratio",
  ["subnet_id"],
  `${formulas.largestShare(select)}\nand on (${perSubnet})\n${l1}`,
);
export const activeShare = record("subnet:avax_l1_weight_active:ratio", ["subnet_id"], formulas.activeShare(select));

/** End of the period, still found after the validator has left the set. */
export const watchedEnd = record(
  "validator:avax_validator_end_timestamp_seconds:watched",
  ["subnet_id", "node_id"],
  `${select(validatorEnd)}\nand on (${labelsOf(validatorEnd, "subnet_id", "node_id")})\n${select(validatorPresent)} == 1`,
);

export const rpcFailureShare = record(
  "job:avax_exporter_rpc_request_failures:ratio_rate5m",
  [],
  `sum by (${target}) (rate(${select(rpcFailures)}[5m]))\n/\nsum by (${target}) (rate(${select(countOf(laneDuration))}[5m]))`,
);

export const recordings = [
  networkHeight,
  runwayNow,
  runwayWorst,
  largestShare,
  activeShare,
  watchedEnd,
  rpcFailureShare,
] as const;
