/** Calls as evidence about the node: whether it responds, its clock, and whether it is another one. */
import { clockDifference, maxClockDifference } from "../entities/protocol/ages.ts";
import type { Clock } from "../lib/clock.ts";
import { methodOf } from "../node-api/contract.ts";
import type { CallRecord } from "../node-api/errors.ts";

/** Returns whether a call got a response of the node; undefined if that is unknown. The node sets the header node-id on each response,
 *  which a gateway can remove. Source: AvalancheGo, api/server/server.go. */
function isAnswered({ nodeId, response, error }: CallRecord): boolean | undefined {
  if (!response || nodeId !== undefined) return response !== undefined;
  if (response.status === 200 || error?.unavailable === "bootstrapping") return true;
  return response.status >= 500 ? false : undefined;
}

/** Returns whether a failure shows nothing about other calls: that of a virtual machine, or of a heavy call for which the node, or its
 *  proxy, was too slow. */
function isOfCallOnly({ method, isOfVm, response, error }: CallRecord) {
  const isTimeout = error?.reason === "timeout" || response?.status === 504;
  return error && (isOfVm || (isTimeout && error.mayHaveExecuted && methodOf(method).cost === "heavy"));
}

/** Returns whether a node is reachable after a call. `before`: undefined if this can be its first one. */
export const isReachableAfter = (record: CallRecord, before: boolean | undefined): boolean | undefined =>
  isOfCallOnly(record) ? before : (isAnswered(record) ?? before ?? true);

/** Creates the clock by which observations are read: that of the exporter, or that of the node if they differ too much. The header Date of
 *  responses shows the clock of the node. */
export function createNodeClock({ date }: Pick<Clock, "date">) {
  let difference: number | undefined;
  return {
    /** Uses the responses of successful calls: a proxy can send the others. */
    onCall({ response, seconds, error }: CallRecord) {
      if (error) return;
      const received = date();
      const times = { sent: received - 1000 * seconds, received, date: response?.headers["date"]?.toString() };
      difference = clockDifference(times) ?? difference;
    },
    /** Returns the clock of the node minus that of the exporter in seconds; undefined until it is known. */
    difference: () => difference,
    /** Returns milliseconds since 1970. */
    date: () => date() + (Math.abs(difference ?? 0) > maxClockDifference ? 1000 * (difference ?? 0) : 0),
    /** Forgets the difference, because another node responds. */
    forget() {
      difference = undefined;
    },
  };
}

/** Maximum number of changes of the ID in this time that are other nodes. */
const maxChanges = 3;
const changesWithinMs = 5 * 60_000;

/** `same`: the first node, or the previous one. `changed`: another node. `balanced`: the ID changes so often that several
 *  nodes share the address. */
export type IdentityChange = "same" | "changed" | "balanced";

/** Returns a function that compares the ID of the responding node with the previous one. `now` in milliseconds, monotonic. */
export function createIdentityTracker(now: () => number) {
  let last: string | undefined;
  let changes: number[] = [];
  return (nodeId: string): IdentityChange => {
    const isSame = last === undefined || last === nodeId;
    last = nodeId;
    if (isSame) return "same";
    const time = now();
    changes = [...changes.filter((before) => time - before < changesWithinMs), time];
    return changes.length > maxChanges ? "balanced" : "changed";
  };
}
