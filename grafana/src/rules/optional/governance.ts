/** Optional alerts for those who govern an L1, or plan the keys of validators. */
import { l1Present } from "../../../../src/metrics/l1.ts";
import { subnetInfo } from "../../../../src/metrics/subnets.ts";
import { validators } from "../../../../src/metrics/validators.ts";
import { largestShare } from "../../formulas.ts";
import { toL1 } from "../../links.ts";
import { notEqual } from "../../promql.ts";
import { thresholds } from "../../thresholds.ts";
import { inNetwork, l1Name, longL1Name, overObservers, select, target, withSubnetAlias } from "../expressions.ts";
import { type AlertGroup, alert } from "../rule.ts";
import { noKey } from "../validators.ts";

const missing = alert({
  name: "AvaxL1ValidatorMissing",
  tiers: { warning: { for: "10m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => `${overObservers("max", ["validation_id"], select(l1Present))} == 0`,
  summary: `L1 validation {{ reReplaceAll "^(.{12}).*$" "$1" $labels.validation_id }}${inNetwork} is not found`,
  description:
    "The P-Chain has no L1 validator with the watched validation ID {{ $labels.validation_id }}. Its L1 has removed it, or the ID is wrong.",
  dashboard: { file: "l1", variables: { network: "network" } },
});

const left = alert({
  name: "AvaxL1ValidatorsLeft",
  tiers: { warning: { for: "15m", parameters: { share: thresholds.validatorsLeft } } },
  keepFiringFor: "15m",
  expr: ({ share }) =>
    withSubnetAlias(
      `${overObservers(
        "max",
        ["subnet_id"],
        `(1 - ${select(validators)} / max_over_time(${select(validators)}[1d]))
and on (${target}, subnet_id) ${select(subnetInfo, { kind: notEqual("primary") })}`,
      )} > ${share}`,
    ),
  summary: `{{ $value | humanizePercentage }} of the validators of ${l1Name} left within a day`,
  description: `The L1 ${longL1Name} has {{ $value | humanizePercentage }} fewer validators than a day ago. Its validator manager, or the holder of its key, has removed them.`,
  dashboard: toL1,
});

const concentration = alert({
  name: "AvaxL1WeightConcentration",
  tiers: { info: { for: "1h", parameters: { above: thresholds.largestWeight } } },
  expr: ({ above }) =>
    withSubnetAlias(
      `${overObservers(
        "max",
        ["subnet_id"],
        `(${largestShare(select)})
and on (${target}, subnet_id) ${select(subnetInfo, { kind: "l1" })}`,
      )} > ${above}`,
    ),
  summary: `One validator has {{ $value | humanizePercentage }} of the weight of ${l1Name}`,
  description: `The largest validator of the L1 ${longL1Name} has {{ $value | humanizePercentage }} of its weight. While it is offline the L1 cannot accept blocks.`,
  dashboard: toL1,
});

export const governance: AlertGroup = { name: "avalanche-governance", alerts: [missing, left, concentration, noKey] };
