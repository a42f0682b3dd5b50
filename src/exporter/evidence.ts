/** Calls as evidence about the node: whether it responds. */
import { methodOf } from "../api/contract.ts";
import type { CallRecord } from "../rpc/errors.ts";

/** Returns whether the node was too slow for a heavy call, or for its proxy, which does not show whether it responds to other calls. */
const isHeavyTimeout = ({ error, method, response }: CallRecord) =>
  (error?.reason === "timeout" || response?.status === 504) &&
  error?.mayHaveExecuted &&
  methodOf(method).cost === "heavy";

/** Returns whether a call got a response of the node; undefined if that is unknown. The node sets the header node-id on each response,
 *  which a gateway can remove. Source: AvalancheGo, api/server/server.go. */
function isAnswered({ nodeId, response, error }: CallRecord): boolean | undefined {
  if (!response || nodeId !== undefined) return response !== undefined;
  if (response.status === 200 || error?.unavailable === "bootstrapping") return true;
  return response.status >= 500 ? false : undefined;
}

/** Returns whether a failure shows nothing about other calls. */
const isOfCallOnly = (record: CallRecord) => (record.isOfVm && record.error) || isHeavyTimeout(record);

/** Creates the reachability of a node that has not been called yet. */
export function createReachability() {
  let isReachable: boolean | undefined;
  return {
    onCall(record: CallRecord) {
      if (!isOfCallOnly(record)) isReachable = isAnswered(record) ?? isReachable ?? true;
    },
    /** Returns undefined until the first call has ended. */
    isReachable: () => isReachable,
  };
}
