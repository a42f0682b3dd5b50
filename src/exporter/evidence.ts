/** Calls as evidence about the node: whether it responds, and whether it has recovered. */
import { methodOf } from "../api/contract.ts";
import type { CallRecord } from "../rpc/errors.ts";
import type { FinishedRun } from "./runner.ts";

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

/** Returns whether an error concerns the whole node: all except timeouts of heavy calls, unavailable APIs and failures
 *  of virtual machines. */
const indicatesNodeTrouble = (record: CallRecord) =>
  record.error !== undefined &&
  (record.error.unavailable === undefined || record.error.unavailable === "bootstrapping") &&
  !isOfCallOnly(record);

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

/** Creates the recovery of a node that has not responded yet: the first success after trouble is a reason to repeat what failed. */
export function createRecovery() {
  let isPending = true;
  return {
    onCall(record: CallRecord) {
      if (indicatesNodeTrouble(record)) isPending = true;
    },
    /** Returns whether a run shows that the node has recovered. */
    hasRecovered({ before, after }: FinishedRun): boolean {
      if (after.status.kind !== "ok" || before.status.kind === "ok" || !isPending) return false;
      isPending = false;
      return true;
    },
    /** Expects a recovery, because another node responds. */
    forget() {
      isPending = true;
    },
  };
}
