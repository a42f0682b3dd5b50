/** PromQL expressions of the dashboards; `select` adds the common matchers. */
import * as fee from "../../collectors/fees.ts";
import * as validators from "../../collectors/validator-set.ts";
import type { Matchers, Select } from "./promql.ts";

/** Returns the seconds since a timestamp, at least 0: chain time can be some seconds ahead of the clock. */
export const age = (timestamp: string) => `clamp_min(time() - ${timestamp}, 0)`;

/** Returns the active L1 validators above the target: the growth of the excess per second of chain time. */
export const validatorFeeSlope = (select: Select) =>
  `(delta(${select(fee.validatorFeeExcess)}[30m]) / (delta(${select(fee.validatorFeeStateTime)}[30m]) > 0))`;

/** Returns the share of a subnet's weight that its largest validator has. */
export const largestShare = (select: Select, which: Matchers<typeof validators.validatorsWeight> = {}) =>
  `${select(validators.validatorsLargestWeight, which)} / ${select(validators.validatorsWeight, which)}`;

/** Returns the growth of a value within a period; absent until the data covers the period. */
export const growth = (value: string, period: string) => `${value} - ${value} offset ${period}`;
