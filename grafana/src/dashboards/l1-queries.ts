/** Selections and queries of the dashboard of L1s. Values of the P-Chain are shown once, however many nodes report them. */
import * as m from "../../../src/metrics/l1.ts";
import { subnetInfo } from "../../../src/metrics/subnets.ts";
import { validatorsWeight, validatorWeight } from "../../../src/metrics/validators.ts";
import { on, runway, topUp, validatorFeePriceNow } from "../formulas.ts";
import { type Matchers, matches, notEqual, type Source } from "../promql.ts";
import type { Variable } from "./dashboard.ts";
import { withNetwork } from "./networks.ts";
import { aggregate, dedupeTargets, inNetwork, named, select, shortened } from "./queries.ts";

export const ofL1 = { subnet_id: matches("$subnet_id") };
export const chosen = { ...ofL1, validation_id: matches("$validation_id") };
/** Number of series or bars on a panel. */
export const shown = 10;

export const l1Keys = ["subnet_id"] as const;
export const validationKeys = ["subnet_id", "validation_id", "node_id"] as const;

const target = 'job=~"$job",instance=~"$instance",node=~"$node"';
export const variables: readonly Variable[] = [
  {
    name: "subnet_id",
    label: "L1",
    description: "Tracked L1s and subnets by alias, and the L1s of individually watched validators.",
    query: `query_result(avax_subnet_info{${target},kind!="primary"} or on (subnet_id) max by (subnet_id) (avax_l1_validator_weight{${target}}))`,
    regex: '/subnet_id="(?<value>[^"]+)|alias="(?<text>[^"]+)/g',
    allValue: ".+",
  },
  {
    name: "validation_id",
    label: "L1 validator",
    description:
      "L1 validators by NodeID: the 150 with the lowest balance, and 50 that are inactive. Any validation ID can be entered.",
    query: `query_result(bottomk(150, avax_l1_validator_balance_avax{${target},subnet_id=~"$subnet_id"} > 0) or topk(50, avax_l1_validator_balance_avax{${target},subnet_id=~"$subnet_id"} == 0))`,
    regex: '/validation_id="(?<value>[^"]+)|node_id="(?<text>[^"]+)/g',
  },
];

export const subnets = { ...ofL1, kind: notEqual("primary") };
/** Excludes the primary network. */
export const ofSubnets = (expr: string) => `(${expr}) and ${on("subnet_id")} ${select(subnetInfo, subnets)}`;

/** Returns the value of each chosen L1 validator, with the short NodeID as `name`. */
export const ofChosen = (metric: Source<(typeof m.l1Weight)["labels"][number]>) => select(metric, chosen);
export const byNode = (expr: string) => shortened(expr, "node_id", "name");
/** Returns a value per L1 validator from those of all nodes. */
export const perValidation = (how: "min" | "max", expr: string) => dedupeTargets(how, m.l1Weight, validationKeys, expr);

/** Returns 1 per L1 and node, with its alias or shortened ID as `l1`, also for L1s of individually watched validators. */
const l1Names = (which: Matchers<typeof subnetInfo>) => {
  const ofValidators = aggregate("max", m.l1Weight, ["subnet_id"], select(m.l1Weight, ofL1));
  return named(`0 * (${select(subnetInfo, which)} or on (subnet_id) ${ofValidators}) + 1`, "subnet_id", "l1");
};
/** Adds the name of the L1 as `l1`. */
export const withL1Name = (expr: string, which: Matchers<typeof subnetInfo> = ofL1) =>
  `${expr} * on (subnet_id) group_left (l1) topk by (subnet_id) (1, ${l1Names(which)})`;
/** Returns a value per L1 from those of all nodes, with its name as `l1`. */
export const perL1 = (how: "min" | "max", expr: string, which: Matchers<typeof subnetInfo> = ofL1) =>
  withL1Name(`${how} by (subnet_id) (${inNetwork(expr)})`, which);

/** Returns a series per L1, with its name as `l1` and its network. */
export const l1Rows = withNetwork(l1Names(subnets));
/** Returns a series per chosen L1 validator, with the name of its L1 as `l1`. */
export const validationRows = withL1Name(select(m.l1Weight, chosen));

/** Returns the weight as a share of the weight of the L1. */
export const weightShare = `${select(m.l1Weight, chosen)} / ${on("subnet_id")} group_left () ${select(validatorsWeight, ofL1)}`;
export const subnetWeightShare = ofSubnets(
  `${select(validatorWeight, ofL1)} / ${on("subnet_id")} group_left () ${select(validatorsWeight, ofL1)}`,
);

const day = 86_400;
/** Returns the AVAX that each chosen L1 validator needs to last so many days. */
export const topUpOf = (days: number, multiple: number) =>
  perValidation("max", topUp(select, days * day, multiple, chosen));
const overL1s = (labels: string, ofValidators: string) =>
  `sum by (${labels}) (max by (network, subnet_id, validation_id) (${withNetwork(ofValidators)}))`;
/** The same for all chosen validators of each L1, and of each network. */
export const topUpOfL1 = (days: number, multiple: number) =>
  overL1s("network, subnet_id", topUp(select, days * day, multiple, chosen));
export const topUpOfNetwork = (days: number, multiple: number) =>
  overL1s("network", topUp(select, days * day, multiple, chosen));
/** Returns the AVAX that the active validators of each L1 pay in a day. */
export const dailyFeesOfL1 = overL1s(
  "network, subnet_id",
  `${day} * ${validatorFeePriceNow(select)} * ${on()} group_right () ${select(m.l1Active, chosen)}`,
);

export const lowestRunway = dedupeTargets("min", m.l1Weight, ["subnet_id"], runway(select, ofL1));
