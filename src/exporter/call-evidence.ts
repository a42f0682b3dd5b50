/** The outcome of one call as evidence about the node. */
import { methodOf } from "../api/contract.ts";
import type { CallRecord } from "../rpc/exchange.ts";

/** Returns whether the node was too slow for a heavy call, which does not show whether it responds to other calls. */
const isHeavyTimeout = ({ error, method }: CallRecord) =>
  error?.reason === "timeout" && error.mayHaveExecuted && methodOf(method).cost === "heavy";

/** Returns whether a failure shows nothing about other calls. */
export const isOfCallOnly = (record: CallRecord) => record.error?.isOfVm === true || isHeavyTimeout(record);

/** Returns whether an error concerns the whole node: all except timeouts of heavy calls, unavailable APIs and failures
 *  of virtual machines. */
export const indicatesNodeTrouble = (record: CallRecord) =>
  record.error !== undefined &&
  (record.error.unavailable === undefined || record.error.unavailable === "bootstrapping") &&
  !isOfCallOnly(record);
