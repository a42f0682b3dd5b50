/** The recovery of a node: the first success after trouble is a reason to repeat what failed. */
import type { CallRecord } from "../rpc/exchange.ts";
import { indicatesNodeTrouble } from "./call-evidence.ts";
import type { FinishedRun } from "./runner.ts";

/** Creates the recovery of a node that has not responded yet. */
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
