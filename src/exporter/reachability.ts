/** Whether the node responds, by the last call that shows it. */
import type { CallRecord } from "../rpc/exchange.ts";
import { isOfCallOnly } from "./call-evidence.ts";

/** Creates the reachability of a node that has not been called yet. */
export function createReachability(onChange: () => void) {
  let isReachable: boolean | undefined;
  return {
    onCall(record: CallRecord) {
      if (isOfCallOnly(record)) return;
      const hasResponse = record.response !== undefined;
      if (hasResponse !== isReachable) onChange();
      isReachable = hasResponse;
    },
    /** Returns undefined until the first call has ended. */
    isReachable: () => isReachable,
  };
}
