/** PromQL expressions shared by dashboards and rules; `select` adds the common matchers. */
import { pFee } from "../../src/collectors/p-fee.ts";
import * as self from "../../src/metrics/exporter.ts";
import * as l1 from "../../src/metrics/l1.ts";
import * as gas from "../../src/metrics/pchain-fees.ts";
import * as fee from "../../src/metrics/pchain-validator-fees.ts";
import * as validators from "../../src/metrics/validators.ts";
import type { Matchers, Select } from "./promql.ts";

/** Returns the seconds since a timestamp, at least 0: chain time can be some seconds ahead of the clock. */
export const age = (timestamp: string) => `clamp_min(time() - ${timestamp}, 0)`;

/** Returns the seconds from the fee state to its collection. The state does not advance between blocks, but the actual values
 *  do. Extrapolation stops at the collection: under load a newer state exists by now that was not collected yet. */
const sinceGasState = (select: Select) =>
  `clamp_min(${select(self.lastSuccess, { collector: pFee.name })} - ignoring (collector) ${select(gas.feeStateTime)}, 0)`;

/** Gas capacity and excess, extrapolated from the last block to the time of collection. */
const gasCapacityNow = (select: Select) => {
  const grown = `(${select(gas.gasCapacity)} + ${select(gas.gasMaxPerSecond)} * ${sinceGasState(select)})`;
  const max = select(gas.gasCapacityMax);
  return `(${grown} < ${max} or ${max} + 0)`;
};
const gasExcessNow = (select: Select) =>
  `clamp_min(${select(gas.gasExcess)} - ${select(gas.gasTargetPerSecond)} * ${sinceGasState(select)}, 0)`;

/** Returns the remaining share of the gas capacity. */
export const gasCapacityShareNow = (select: Select) => `${gasCapacityNow(select)} / ${select(gas.gasCapacityMax)}`;

/** Returns the price as a multiple of the minimum price, before rounding. */
const multipleAt = (excess: string, conversion: string) => `exp(${excess} / ${conversion})`;
export const gasPriceMultipleNow = (select: Select) =>
  multipleAt(gasExcessNow(select), select(gas.gasExcessConversion));

/** Returns the price in AVAX, rounded down to whole nAVAX as the node does. */
const priceAt = (min: string, excess: string, conversion: string) =>
  `(floor(1e9 * ${min} * ${multipleAt(excess, conversion)}) / 1e9)`;
export const expectedGasPrice = (select: Select) =>
  priceAt(select(gas.gasPriceMin), select(gas.gasExcess), select(gas.gasExcessConversion));
export const expectedValidatorFee = (select: Select) =>
  priceAt(select(fee.validatorFeePriceMin), select(fee.validatorFeeExcess), select(fee.validatorFeeExcessConversion));

/** Returns the active L1 validators above the target: the growth of the excess per second of chain time. */
export const validatorFeeSlope = (select: Select) =>
  `(delta(${select(fee.validatorFeeExcess)}[30m]) / (delta(${select(fee.validatorFeeStateTime)}[30m]) > 0))`;
type Validator = Matchers<typeof validators.validatorUptime>;
/** Returns the seconds that the validator can still be offline and earn its reward; below 0 the reward is lost. */
export const offlineBudget = (select: Select, which: Validator = {}) => {
  const start = select(validators.validatorStart, which);
  const end = select(validators.validatorEnd, which);
  const uptime = select(validators.validatorUptime, which);
  const required = select(validators.validatorUptimeRequired, which);
  return `${uptime} * (time() - ${start}) + (${end} - time()) - ${required} * (${end} - ${start})`;
};

type OfSubnet = Matchers<typeof validators.validatorsWeight>;
/** Returns the share of a subnet's weight that the queried node is connected to. */
export const connectedShare = (select: Select, which: OfSubnet = {}) =>
  `${select(validators.validatorsConnectedWeight, which)} / ${select(validators.validatorsWeight, which)}`;
/** Returns the share of a subnet's weight that its largest validator has. */
export const largestShare = (select: Select, which: OfSubnet = {}) =>
  `${select(validators.validatorsLargestWeight, which)} / ${select(validators.validatorsWeight, which)}`;

type OfL1 = Matchers<typeof l1.l1WeightActive>;
export const activeShare = (select: Select, which: OfL1 = {}) =>
  `${select(l1.l1WeightActive, which)} / ${select(validators.validatorsWeight, which)}`;

type Validation = Matchers<typeof l1.l1Exhaustion>;
/** Returns the seconds until a balance runs out; inactive validators have no series. */
export const runway = (select: Select, which: Validation = {}) => `${select(l1.l1Exhaustion, which)} - time()`;
/** Returns the AVAX that L1 validators need in addition to their balance, to pay a multiple of the current fee for so long. `price`
 *  and `balances` have the label `network`. */
export const topUp = (price: string, balances: string, seconds: number, multiple: number) =>
  `clamp_min(${seconds * multiple} * ${price} - on (network) group_right () ${balances}, 0)`;

/** Returns the growth of a value within a period; absent until the data covers the period. */
export const growth = (value: string, period: string) => `${value} - ${value} offset ${period}`;
