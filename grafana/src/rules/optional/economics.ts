/** Optional alerts about fees, stake and balances: one per network, however many nodes report it. */
import { addressBalance } from "../../../../src/metrics/addresses.ts";
import { l1Active } from "../../../../src/metrics/l1.ts";
import { stake } from "../../../../src/metrics/pchain.ts";
import * as gas from "../../../../src/metrics/pchain-fees.ts";
import * as fee from "../../../../src/metrics/pchain-validator-fees.ts";
import { timeSpan } from "../../amounts.ts";
import { expectedGasPrice, expectedValidatorFee, gasCapacityShareNow, gasPriceMultipleNow } from "../../formulas.ts";
import { toNetwork } from "../../links.ts";
import { thresholds } from "../../thresholds.ts";
import { block, inNetwork, overObservers, select } from "../expressions.ts";
import { ourValidations } from "../recording.ts";
import { type AlertGroup, alert } from "../rule.ts";

const perNetwork = (how: "min" | "max", expr: string) => overObservers(how, [], `(${expr})`);
const reportedBy = "As reported by the monitored nodes{{ with $labels.network }} of {{ . }}{{ end }}";
const dashboard = toNetwork("economics");

const feeSpike = alert({
  name: "AvaxL1FeePriceSpike",
  tiers: {
    warning: {
      for: "30m",
      parameters: { multiple: thresholds.validatorFeeMultiple, lookback: thresholds.validatorFeeLookback },
    },
  },
  keepFiringFor: "15m",
  expr: ({ multiple, lookback }) => {
    const price = select(fee.validatorFeePrice);
    return `${perNetwork("max", `${price} / min_over_time(${price}[${lookback}])`)} > ${multiple}`;
  },
  summary: `L1 validator fee${inNetwork} is {{ $value | printf "%.1f" }} times its minimum`,
  description: `${reportedBy}, the L1 validator fee is {{ $value | printf "%.1f" }} times its recent minimum. Balances are used up faster.`,
  dashboard,
});

const gasPrice = alert({
  name: "AvaxGasPriceHigh",
  tiers: { info: { for: "15m", parameters: { multiple: thresholds.gasPriceMultiple } } },
  keepFiringFor: "15m",
  expr: ({ multiple }) => `${perNetwork("max", gasPriceMultipleNow(select))} > ${multiple}`,
  summary: `P-Chain gas price${inNetwork} is {{ $value | printf "%.0f" }} times its minimum`,
  description: `${reportedBy}, the P-Chain gas price is {{ $value | printf "%.0f" }} times its minimum. Top-ups and staking transactions cost proportionally more.`,
  dashboard,
});

const gasCapacity = alert({
  name: "AvaxGasCapacityLow",
  tiers: { warning: { for: "15m", parameters: { below: thresholds.gasCapacityWarning } } },
  keepFiringFor: "15m",
  expr: ({ below }) => `${perNetwork("min", gasCapacityShareNow(select))} < ${below}`,
  summary: `P-Chain gas capacity${inNetwork} is down to {{ $value | humanizePercentage }}`,
  description: `${reportedBy}, {{ $value | humanizePercentage }} of the P-Chain's gas capacity is left. Transactions are delayed, including top-ups of L1 validators.`,
  dashboard,
});

const stakeDrop = alert({
  name: "AvaxNetworkStakeDrop",
  tiers: { info: { for: "30m", parameters: { drop: thresholds.stakeDrop } } },
  keepFiringFor: "15m",
  expr: ({ drop }) => `${perNetwork("max", `1 - ${select(stake)} / (${select(stake)} offset 1d)`)} > ${drop}`,
  summary: `Stake of the network${inNetwork} fell by {{ $value | humanizePercentage }} in a day`,
  description: `${reportedBy}, {{ $value | humanizePercentage }} of the AVAX that was staked a day ago is no longer staked.`,
  dashboard,
});

const priceDrift = (name: string, price: string, formula: string, tolerance: string) =>
  `label_replace(abs(${price} - ${formula}) > clamp_min(${price} * ${tolerance}, 1.5e-9), "fee", "${name}", "", "")`;
const constantDrift = alert({
  name: "AvaxProtocolConstantDrift",
  tiers: { info: { for: "1h", parameters: { tolerance: thresholds.priceDrift } } },
  expr: ({ tolerance }) =>
    overObservers(
      "max",
      ["fee"],
      [
        priceDrift("gas", select(gas.gasPrice), expectedGasPrice(select), tolerance),
        priceDrift("validator", select(fee.validatorFeePrice), expectedValidatorFee(select), tolerance),
      ].join("\nor\n"),
    ),
  summary: `Reported {{ $labels.fee }} fee${inNetwork} deviates from the protocol formula`,
  description: `${reportedBy}, the {{ $labels.fee }} fee differs by {{ $value | printf "%.9f" }} AVAX from min price × e^(excess / K). A protocol upgrade has changed the formula, and forecasts based on it are wrong.`,
  dashboard,
});

/** AVAX per second that the active L1 validators of this operator cost. */
const burn = `count by (network) (
${overObservers("max", ["subnet_id", "validation_id"], `${select(l1Active)} == 1`).replace(/^/gm, "  ")}
  and on (subnet_id, validation_id) ${select(ourValidations)}
)
* on (network)
${perNetwork("max", select(fee.validatorFeePrice))}`;
const balanceLow = alert({
  name: "AvaxAddressBalanceLow",
  tiers: { warning: { for: "15m", parameters: { seconds: thresholds.addressRunway } } },
  keepFiringFor: "15m",
  expr: ({ seconds }) => `sum by (network) (
${overObservers("max", ["address"], select(addressBalance, { chain: "P", state: "unlocked" })).replace(/^/gm, "  ")}
)
< on (network)
${seconds} * ${block(burn)}`,
  summary: `Watched addresses${inNetwork} have {{ $value | printf "%.3f" }} AVAX left for top-ups`,
  description: `The watched addresses{{ with $labels.network }} of {{ . }}{{ end }} have {{ $value | printf "%.3f" }} AVAX unlocked on the P-Chain. The active L1 validators of this operator cost more than that in ${timeSpan(thresholds.addressRunway)}.`,
  dashboard,
});

export const economics: AlertGroup = {
  name: "avalanche-economics",
  alerts: [feeSpike, gasPrice, gasCapacity, stakeDrop, constantDrift, balanceLow],
};
