/** Selections and queries of the dashboard of L1s. Values of the P-Chain are shown once, however many nodes report them. */
import { validatorFeePrice } from "../../../collectors/fees.ts";
import * as m from "../../../collectors/l1-validators.ts";
import { validatorsWeight, validatorWeight } from "../../../collectors/validator-set.ts";
import { entities } from "../../../entities/all.ts";
import { matches, notEqual, type Source } from "../promql.ts";
import type { Variable } from "./dashboard.ts";
import { perItem, perNetwork, selectShared } from "./queries.ts";
import type { LabelColumns } from "./table.ts";

export const ofL1 = { subnet_id: matches("$subnet_id") };
export const chosen = { ...ofL1, validation_id: matches("$validation_id") };
/** Subnets other than the primary network. */
export const subnets = { ...ofL1, kind: notEqual("primary") };
/** Number of series or bars on a panel. */
export const shown = 10;

export const l1Keys = ["network", "subnet_id"] as const;
export const validation = ["subnet_id", "validation_id", "node_id"] as const;
export const validationKeys = ["network", ...validation] as const;
export const withAlias = [...validation, "alias"] as const;
/** Width of a column with NodeIDs that are not cut. */
export const nodeIdWidth = 370;
/** Columns that identify an L1 validator. */
export const validationFacts: LabelColumns = {
  alias: { title: "Validator", width: 140 },
  node_id: { title: "NodeID" },
  subnet_id: { title: "Subnet ID", width: 100 },
};

const nodes = 'network=~"$network",cluster=~"$cluster"';
export const variables: readonly Variable[] = [
  {
    name: "subnet_id",
    label: "L1",
    description: "Tracked L1s and subnets by alias, and the L1s of individually watched validators.",
    query: `query_result(max by (subnet_id, alias) (avax_subnet_info{${nodes},kind!="primary"}) or on (subnet_id) max by (subnet_id) (avax_l1_validator_weight{${nodes}}))`,
    regex: '/subnet_id="(?<value>[^"]+)|alias="(?<text>[^"]+)/g',
  },
  {
    name: "validation_id",
    label: "L1 validator",
    description:
      "L1 validators by NodeID: the 150 with the lowest balance, and 50 that are inactive. Any validation ID can be entered.",
    query: `query_result(bottomk(150, avax_l1_validator_balance_avax{${nodes},subnet_id=~"$subnet_id"} > 0) or topk(50, avax_l1_validator_balance_avax{${nodes},subnet_id=~"$subnet_id"} == 0))`,
    regex: '/validation_id="(?<value>[^"]+)|node_id="(?<text>[^"]+)/g',
  },
];

type OfValidation = Source<(typeof m.l1Weight)["labels"][number]>;
/** Returns a value per chosen L1 validator. */
export const perValidation = (how: "min" | "max", metric: OfValidation) => perItem(how, metric, validation, chosen);
const ofChosen = (metric: OfValidation) => selectShared(metric, chosen);
/** Seconds until balances run out; 0 while inactive. Of watched ones: at the current fee, or earlier if the fee rises. Of others: at the
 *  current fee. */
const runways = `${ofChosen(m.l1Active)} == 0 or ${ofChosen(entities.l1_validator.metric("balance_runway_seconds"))} or ${ofChosen(m.l1Exhaustion)} - time()`;
const runwayBy = (labels: readonly string[]) => `min by (${["network", ...labels].join(", ")}) (${runways})`;
/** Returns the runway of each chosen L1 validator. */
export const runway = runwayBy(validation);
/** The lowest ones, with aliases. */
export const lowestRunways = `bottomk(${shown}, ${runwayBy(withAlias)})`;
const l1Runway = entities.l1.metric("balance_runway_seconds");
/** Returns the seconds until the first balance of each L1 runs out; 0 while a validator is inactive. */
export const runwayOfL1 = (which: Parameters<typeof selectShared<typeof l1Runway>>[1] = {}) =>
  `min by (network, subnet_id) (0 * (${selectShared(entities.l1.metric("weight_active_ratio"), which)} < 1) or ${selectShared(l1Runway, which)})`;

const shareOf = (each: string) =>
  `${each} / on (network, subnet_id) group_left () ${perItem("max", validatorsWeight, ["subnet_id"], ofL1)}`;
/** Returns the weight as a share of the weight of the L1 or subnet. */
export const weightShare = shareOf(perValidation("max", m.l1Weight));
export const subnetWeightShare = shareOf(perItem("max", validatorWeight, ["subnet_id", "node_id"], ofL1));

const day = 86_400;
const price = perItem("max", validatorFeePrice);
/** Returns the AVAX that the validators of each chosen L1 need to last so many days, by the forecast of the exporter. */
export const topUpOfL1 = (days: 30 | 90) =>
  perItem("max", entities.l1.metric("top_up_by_days"), ["subnet_id"], { ...ofL1, days: String(days) });
/** The same for each network. */
export const topUpOfNetwork = (days: 30 | 90) => perNetwork("sum", topUpOfL1(days));
/** Returns the AVAX that the active validators of each L1 pay in a day. */
export const dailyFeesOfL1 = `${day} * ${price} * on (network) group_right () sum by (network, subnet_id) (${perValidation("max", m.l1Active)})`;
