/** PromQL expressions of the dashboards; `select` adds the common matchers. */
import * as gas from "../../src/metrics/pchain-fees.ts";
import * as fee from "../../src/metrics/pchain-validator-fees.ts";
import * as validators from "../../src/metrics/validators.ts";
import type { Matchers, Select } from "./promql.ts";

/** Returns the seconds since a timestamp, at least 0: chain time can be some seconds ahead of the clock. */
export const age = (timestamp: string) => `clamp_min(time() - ${timestamp}, 0)`;

/** Returns the price of gas in AVAX by the formula of the protocol, rounded down to whole nAVAX as the node does. */
export const expectedGasPrice = (select: Select) => {
  const multiple = `exp(${select(gas.gasExcess)} / ${select(gas.gasExcessConversion)})`;
  return `(floor(1e9 * ${select(gas.gasPriceMin)} * ${multiple}) / 1e9)`;
};
/** Returns the L1 validator fee by the formula of the protocol, not rounded. */
export const expectedValidatorFee = (select: Select) => {
  const multiple = `exp(${select(fee.validatorFeeExcess)} / ${select(fee.validatorFeeExcessConversion)})`;
  return `(${select(fee.validatorFeePriceMin)} * ${multiple})`;
};

/** Returns the active L1 validators above the target: the growth of the excess per second of chain time. */
export const validatorFeeSlope = (select: Select) =>
  `(delta(${select(fee.validatorFeeExcess)}[30m]) / (delta(${select(fee.validatorFeeStateTime)}[30m]) > 0))`;

/** Returns the share of a subnet's weight that its largest validator has. */
export const largestShare = (select: Select, which: Matchers<typeof validators.validatorsWeight> = {}) =>
  `${select(validators.validatorsLargestWeight, which)} / ${select(validators.validatorsWeight, which)}`;

/** Returns the growth of a value within a period; absent until the data covers the period. */
export const growth = (value: string, period: string) => `${value} - ${value} offset ${period}`;
