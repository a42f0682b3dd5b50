/** Alerts on network-wide values, fees and watched balances. */
import { addresses } from "../../../src/collectors/addresses.ts";
import { pFee } from "../../../src/collectors/p-fee.ts";
import { pStake } from "../../../src/collectors/p-stake.ts";
import { pValidatorFee } from "../../../src/collectors/p-validator-fee.ts";
import { pValidators } from "../../../src/collectors/p-validators.ts";
import { addressBalance } from "../../../src/metrics/addresses.ts";
import { stake } from "../../../src/metrics/pchain.ts";
import * as gas from "../../../src/metrics/pchain-fees.ts";
import * as fee from "../../../src/metrics/pchain-validator-fees.ts";
import { acceptanceQuorum, percent } from "../amounts.ts";
import {
  connectedShare,
  expectedGasPrice,
  expectedValidatorFee,
  gasCapacityShareNow,
  gasPriceMultipleNow,
} from "../formulas.ts";
import { thresholds } from "../thresholds.ts";
import { nodeName, select, whileFresh, whileFreshOrReachable } from "./expressions.ts";
import { type AlertGroup, alert } from "./rule.ts";

const multiple = (lookback: string) =>
  `${select(fee.validatorFeePrice)} / min_over_time(${select(fee.validatorFeePrice)}[${lookback}])`;
const feeSpike = alert({
  name: "AvaxL1FeePriceSpike",
  collectors: [pValidatorFee],
  tiers: {
    warning: {
      for: "30m",
      parameters: { multiple: thresholds.validatorFeeMultiple, lookback: thresholds.validatorFeeLookback },
    },
  },
  keepFiringFor: "15m",
  expr: (p) =>
    whileFresh(
      `${multiple(p.lookback)} > ${p.multiple}
or
${multiple(p.lookback)}
and
${select(fee.validatorFeeExcess)} > ${select(fee.validatorFeeExcess)} offset 1d`,
      pValidatorFee,
    ),
  summary: `L1 validator fee is high or rising: {{ $value | printf "%.1f" }} times its recent minimum`,
  description: `As reported by ${nodeName}, the L1 validator fee is {{ $value | printf "%.1f" }} times its recent minimum, or more L1 validators than the target have been active for a day. Balances are used up faster.`,
  dashboard: "economics",
});

const gasPrice = alert({
  name: "AvaxGasPriceHigh",
  collectors: [pFee],
  tiers: { info: { for: "15m", parameters: { multiple: thresholds.gasPriceMultiple } } },
  keepFiringFor: "15m",
  expr: (p) =>
    whileFresh(
      `${gasPriceMultipleNow(select)}
> ${p.multiple}`,
      pFee,
    ),
  summary: `P-Chain gas price is {{ $value | printf "%.0f" }} times its minimum (reported by ${nodeName})`,
  description: `As reported by ${nodeName}, the P-Chain gas price is {{ $value | printf "%.0f" }} times its minimum. Top-ups and staking transactions cost proportionally more.`,
  dashboard: "economics",
});

const gasCapacity = alert({
  name: "AvaxGasCapacityLow",
  collectors: [pFee],
  tiers: { warning: { for: "15m", parameters: { below: thresholds.gasCapacityWarning } } },
  keepFiringFor: "15m",
  expr: ({ below }) =>
    whileFresh(
      `${gasCapacityShareNow(select)}
< ${below}`,
      pFee,
    ),
  summary: `P-Chain gas capacity is down to {{ $value | humanizePercentage }} (reported by ${nodeName})`,
  description: `As reported by ${nodeName}, {{ $value | humanizePercentage }} of the P-Chain's gas capacity is left. Transactions are delayed, including top-ups of L1 validators.`,
  dashboard: "economics",
});

const connectedLow = alert({
  name: "AvaxStakeConnectedLow",
  collectors: [pValidators],
  tiers: {
    warning: { for: "15m", parameters: { below: thresholds.connectedWeightWarning } },
    critical: { for: "15m", parameters: { below: thresholds.connectedWeightCritical } },
  },
  keepFiringFor: "15m",
  expr: ({ below }) => whileFresh(`${connectedShare(select)} < ${below}`, pValidators),
  summary: `${nodeName} is connected to only {{ $value | humanizePercentage }} of the stake`,
  description: `The node ${nodeName} is connected to validators with {{ $value | humanizePercentage }} of the stake. Below ${percent(thresholds.connectedWeightCritical)} it reports unhealthy, and below ${percent(acceptanceQuorum)} it cannot accept blocks. Its own connectivity is broken, or the network's.`,
  dashboard: "validators",
});

const stakeDrop = alert({
  name: "AvaxNetworkStakeDrop",
  collectors: [pStake],
  tiers: { info: { for: "30m", parameters: { drop: thresholds.stakeDrop } } },
  keepFiringFor: "15m",
  expr: ({ drop }) => whileFresh(`1 - ${select(stake)} / (${select(stake)} offset 1d) > ${drop}`, pStake),
  summary: `Stake of the network has fallen by {{ $value | humanizePercentage }} in a day`,
  description: `As reported by ${nodeName}, {{ $value | humanizePercentage }} of the AVAX that was staked a day ago is no longer staked.`,
  dashboard: "economics",
});

const priceDrift = (name: string, price: string, formula: string, tolerance: string) => `label_replace(
  abs(${price} - ${formula})
  > clamp_min(${price} * ${tolerance}, 1.5e-9),
  "fee", "${name}", "", ""
)`;
const constantDrift = alert({
  name: "AvaxProtocolConstantDrift",
  collectors: [pFee, pValidatorFee],
  tiers: { info: { for: "1h", parameters: { tolerance: thresholds.priceDrift } } },
  expr: ({ tolerance }) => {
    const gasDrift = priceDrift("gas", select(gas.gasPrice), expectedGasPrice(select), tolerance);
    const validatorDrift = priceDrift(
      "validator",
      select(fee.validatorFeePrice),
      expectedValidatorFee(select),
      tolerance,
    );
    return `${whileFresh(gasDrift, pFee)}\nor\n${whileFresh(validatorDrift, pValidatorFee)}`;
  },
  summary: `Reported {{ $labels.fee }} fee on ${nodeName} deviates from the protocol formula`,
  description: `The {{ $labels.fee }} fee that ${nodeName} reports differs by {{ $value | printf "%.9f" }} AVAX from min price × e^(excess / K). A protocol upgrade has changed the formula, and forecasts based on it are wrong.`,
  dashboard: "economics",
});

const balanceLow = alert({
  name: "AvaxAddressBalanceLow",
  collectors: [addresses],
  tiers: { warning: { for: "15m", parameters: { below: thresholds.addressBalance } } },
  expr: ({ below }) =>
    whileFreshOrReachable(`${select(addressBalance, { chain: "P", state: "unlocked" })} < ${below}`, addresses),
  summary: `Balance of {{ $labels.address }} is down to {{ $value | printf "%.3f" }} AVAX`,
  description: `The watched address {{ $labels.address }} has {{ $value | printf "%.3f" }} AVAX unlocked on the P-Chain. This will soon not be enough for top-ups and fees.`,
  dashboard: "economics",
});

export const networkAlerts: AlertGroup = {
  name: "avalanche-network",
  alerts: [feeSpike, gasPrice, gasCapacity, connectedLow, stakeDrop, constantDrift, balanceLow],
};
