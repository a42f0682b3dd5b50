/** What follows from the metrics, for dashboards and rules alike. Each takes a `select`, which decides on the common matchers. */
import { pFee } from "../../src/collectors/p-fee.ts";
import * as own from "../../src/metrics/exporter.ts";
import * as l1 from "../../src/metrics/l1.ts";
import * as gas from "../../src/metrics/pchain-fees.ts";
import * as fee from "../../src/metrics/pchain-validator-fees.ts";
import * as validators from "../../src/metrics/validators.ts";
import type { Matchers, Select } from "./promql.ts";
import { targetLabels } from "./promql.ts";

/** Seconds since a timestamp; the chain's may be some seconds ahead of the clock. */
export const age = (timestamp: string) => `clamp_min(time() - ${timestamp}, 0)`;

export const on = (...labels: readonly string[]) => `on (${[...targetLabels, ...labels].join(", ")})`;

/** Seconds from the fee state to when it was read: it stands still while no block comes, but what holds does not. Not until
 *  now: under load the next state is there by then, and nobody has read it yet. */
const sinceGasState = (select: Select) =>
  `clamp_min(${select(own.lastSuccess, { collector: pFee.name })} - ignoring (collector) ${select(gas.feeStateTime)}, 0)`;

/** Gas states stand still between blocks: these are what they had become when they were read. */
const gasCapacityNow = (select: Select) => {
  const grown = `(${select(gas.gasCapacity)} + ${select(gas.gasMaxPerSecond)} * ${sinceGasState(select)})`;
  const max = select(gas.gasCapacityMax);
  return `(${grown} < ${max} or ${max} + 0)`;
};
export const gasExcessNow = (select: Select) =>
  `clamp_min(${select(gas.gasExcess)} - ${select(gas.gasTargetPerSecond)} * ${sinceGasState(select)}, 0)`;

/** Share of the gas capacity that is left. */
export const gasCapacityShareNow = (select: Select) => `${gasCapacityNow(select)} / ${select(gas.gasCapacityMax)}`;

/** Price as a multiple of the minimum price, before it is rounded. */
const multipleAt = (excess: string, conversion: string) => `exp(${excess} / ${conversion})`;
export const gasPriceMultipleNow = (select: Select) =>
  multipleAt(gasExcessNow(select), select(gas.gasExcessConversion));

/** AVAX. The node rounds down to whole nAVAX. */
const priceAt = (min: string, excess: string, conversion: string) =>
  `(floor(1e9 * ${min} * ${multipleAt(excess, conversion)}) / 1e9)`;
export const gasPriceNow = (select: Select) =>
  priceAt(select(gas.gasPriceMin), gasExcessNow(select), select(gas.gasExcessConversion));
export const expectedGasPrice = (select: Select) =>
  priceAt(select(gas.gasPriceMin), select(gas.gasExcess), select(gas.gasExcessConversion));
export const expectedValidatorFee = (select: Select) =>
  priceAt(select(fee.validatorFeePriceMin), select(fee.validatorFeeExcess), select(fee.validatorFeeExcessConversion));

/** Active L1 validators beyond the target, as the excess shows: what it grew by in a second of chain time. */
export const validatorFeeSlope = (select: Select) =>
  `(delta(${select(fee.validatorFeeExcess)}[30m]) / (delta(${select(fee.validatorFeeStateTime)}[30m]) > 0))`;
export const validatorFeeExcessNow = (select: Select) => {
  const excess = select(fee.validatorFeeExcess);
  const grown = `${validatorFeeSlope(select)} * ${age(select(fee.validatorFeeStateTime))}`;
  return `(clamp_min(${excess} + ${grown}, 0) or ${excess} + 0)`;
};
export const validatorFeePriceNow = (select: Select) =>
  priceAt(select(fee.validatorFeePriceMin), validatorFeeExcessNow(select), select(fee.validatorFeeExcessConversion));

type Validator = Matchers<typeof validators.validatorUptime>;
/** Uptime at the end of the period if the validator is online from now on. */
export const bestUptime = (select: Select, which: Validator = {}) => {
  const start = select(validators.validatorStart, which);
  const end = select(validators.validatorEnd, which);
  const uptime = select(validators.validatorUptime, which);
  return `(${uptime} * (time() - ${start}) + (${end} - time())) / (${end} - ${start})`;
};
/** Uptime below which a validator is at risk. */
export const safeUptime = (required: string, margin: number | string, ceiling: number | string) =>
  `clamp_max(${required} + ${margin}, ${ceiling})`;
/** Seconds that the validator may still be offline until its period ends, and earn: below 0 the reward is lost. */
export const offlineBudget = (select: Select, which: Validator = {}) => {
  const start = select(validators.validatorStart, which);
  const end = select(validators.validatorEnd, which);
  const uptime = select(validators.validatorUptime, which);
  const required = select(validators.validatorUptimeRequired, which);
  return `${uptime} * (time() - ${start}) + (${end} - time()) - ${required} * (${end} - ${start})`;
};

type OfSubnet = Matchers<typeof validators.validatorsWeight>;
/** Share of a subnet's weight that the queried node is connected to. */
export const connectedShare = (select: Select, which: OfSubnet = {}) =>
  `${select(validators.validatorsConnectedWeight, which)} / ${select(validators.validatorsWeight, which)}`;
/** Share of a subnet's weight that its largest validator has. */
export const largestShare = (select: Select, which: OfSubnet = {}) =>
  `${select(validators.validatorsLargestWeight, which)} / ${select(validators.validatorsWeight, which)}`;

type OfL1 = Matchers<typeof l1.l1WeightActive>;
export const activeShare = (select: Select, which: OfL1 = {}) =>
  `${select(l1.l1WeightActive, which)} / ${select(validators.validatorsWeight, which)}`;

type Validation = Matchers<typeof l1.l1Exhaustion>;
/** Seconds until a balance is used up; nothing for who is inactive. */
export const runway = (select: Select, which: Validation = {}) => `${select(l1.l1Exhaustion, which)} - time()`;
export const worstRunway = (select: Select, which: Validation = {}) =>
  `${select(l1.l1WorstExhaustion, which)} - time()`;
