/** The network as a whole, its fees, and the operator's money. */
import { addresses } from "../../../src/collectors/addresses.ts";
import { pFee } from "../../../src/collectors/p-fee.ts";
import { pStake } from "../../../src/collectors/p-stake.ts";
import { pValidatorFee } from "../../../src/collectors/p-validator-fee.ts";
import { pValidators } from "../../../src/collectors/p-validators.ts";
import { addressBalance } from "../../../src/metrics/addresses.ts";
import { stake } from "../../../src/metrics/pchain.ts";
import * as gas from "../../../src/metrics/pchain-fees.ts";
import * as fee from "../../../src/metrics/pchain-validator-fees.ts";
import { percent } from "../amounts.ts";
import {
  connectedShare,
  gasCapacityShareNow,
  gasPriceMultipleNow,
  gasPriceToBe,
  validatorFeePriceToBe,
} from "../formulas.ts";
import { thresholds } from "../thresholds.ts";
import { nodeName, select, whileFresh, whileFreshOrReachable } from "./parts.ts";
import { type AlertGroup, alert } from "./rule.ts";

const multiple = (memory: string) =>
  `${select(fee.validatorFeePrice)} / min_over_time(${select(fee.validatorFeePrice)}[${memory}])`;
const feeSpike = alert({
  name: "AvaxL1FeePriceSpike",
  collectors: [pValidatorFee],
  tiers: {
    warning: {
      for: "30m",
      parameters: { multiple: thresholds.validatorFeeMultiple, memory: thresholds.validatorFeeMemory },
    },
  },
  keepFiringFor: "15m",
  expr: (p) =>
    whileFresh(
      `${multiple(p.memory)} > ${p.multiple}
or
${multiple(p.memory)}
and
${select(fee.validatorFeeExcess)} > ${select(fee.validatorFeeExcess)} offset 1d`,
      pValidatorFee,
    ),
  summary: `Validating an L1 costs {{ $value | printf "%.1f" }} times what it did, or soon will`,
  description: `The price of an L1 validator's second is {{ $value | printf "%.1f" }} times its lowest of late, or there have been more L1 validators than the target for a day, as ${nodeName} sees it: balances last less long than they did.`,
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
  summary: `P-Chain transactions cost {{ $value | printf "%.0f" }} times the least, as ${nodeName} sees it`,
  description: `The price of gas on the P-Chain of ${nodeName} is {{ $value | printf "%.0f" }} times the lowest. Top-ups and stakes cost so much more.`,
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
  summary: `The P-Chain is full: {{ $value | humanizePercentage }} of its gas is left, as ${nodeName} sees it`,
  description: `The P-Chain of ${nodeName} has {{ $value | humanizePercentage }} of its gas left: transactions wait, top-ups of L1 validators among them.`,
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
  summary: `${nodeName} is connected to {{ $value | humanizePercentage }} of the stake only`,
  description: `The node of ${nodeName} is connected to validators with {{ $value | humanizePercentage }} of the stake. Below ${percent(thresholds.connectedWeightCritical)} it can no longer rely on what it accepts: its own connection is broken, or the network's.`,
  dashboard: "validators",
});

const stakeDrop = alert({
  name: "AvaxNetworkStakeDrop",
  collectors: [pStake],
  tiers: { info: { for: "30m", parameters: { drop: thresholds.stakeDrop } } },
  keepFiringFor: "15m",
  expr: ({ drop }) => whileFresh(`1 - ${select(stake)} / (${select(stake)} offset 1d) > ${drop}`, pStake),
  summary: `The network's stake has fallen by {{ $value | humanizePercentage }} in a day`,
  description: `{{ $value | humanizePercentage }} of the AVAX that was staked a day ago no longer is, as ${nodeName} sees it.`,
  dashboard: "economics",
});

const drift = (name: string, price: string, formula: string, tolerance: string) => `label_replace(
  abs(${price} - ${formula})
  > clamp_min(${price} * ${tolerance}, 1.5e-9),
  "fee", "${name}", "", ""
)`;
const constantDrift = alert({
  name: "AvaxProtocolConstantDrift",
  collectors: [pFee, pValidatorFee],
  tiers: { info: { for: "1h", parameters: { tolerance: thresholds.priceDrift } } },
  expr: ({ tolerance }) => {
    const gasDrift = drift("gas", select(gas.gasPrice), gasPriceToBe(select), tolerance);
    const validatorDrift = drift("validator", select(fee.validatorFeePrice), validatorFeePriceToBe(select), tolerance);
    return `${whileFresh(gasDrift, pFee)}\nor\n${whileFresh(validatorDrift, pValidatorFee)}`;
  },
  summary: `The {{ $labels.fee }} fee's price is not what its formula says on ${nodeName}`,
  description: `The price of the {{ $labels.fee }} fee that ${nodeName} tells is {{ $value | printf "%.9f" }} AVAX away from least price x e^(excess / K): an upgrade has changed the rule, and forecasts made from it are wrong.`,
  dashboard: "economics",
});

const balanceLow = alert({
  name: "AvaxAddressBalanceLow",
  collectors: [addresses],
  tiers: { warning: { for: "15m", parameters: { below: thresholds.addressBalance } } },
  expr: ({ below }) =>
    whileFreshOrReachable(`${select(addressBalance, { chain: "P", state: "unlocked" })} < ${below}`, addresses),
  summary: `{{ $value | printf "%.3f" }} AVAX are left on {{ $labels.address }}`,
  description: `The watched address {{ $labels.address }} has {{ $value | printf "%.3f" }} AVAX to spend on the P-Chain: soon too little for top-ups and fees.`,
  dashboard: "economics",
});

export const networkAlerts: AlertGroup = {
  name: "avalanche-network",
  alerts: [feeSpike, gasPrice, gasCapacity, connectedLow, stakeDrop, constantDrift, balanceLow],
};
