/** Calls as evidence about the node: whether it responds, its clock, and whether it is another one. */
import type { Clock } from "../lib/clock.ts";
import { methodOf } from "../node-api/contract.ts";
import type { CallRecord } from "../node-api/errors.ts";
import { clockDifference, maxClockDifference } from "../protocol/ages.ts";

/** Returns whether a call got a response of the node; undefined if that is unknown: 429 limits this client only. The node sets the header
 *  node-id on each response, which a gateway can remove. Source: AvalancheGo, api/server/server.go. */
function isAnswered({ nodeId, response, isOfProxy, error }: CallRecord): boolean | undefined {
  if (!response || nodeId !== undefined) return response !== undefined;
  if (response.status === 200 || error?.unavailable === "bootstrapping") return true;
  return response.status >= 500 || (isOfProxy && response.status !== 429) ? false : undefined;
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

/** Returns the clock of the node minus that of the exporter in seconds after a call, by the header Date of its response. `now` in
 *  milliseconds since 1970. `before`: the difference before the call; undefined if it is unknown. */
export function clockDifferenceAfter({ response, seconds, error }: CallRecord, now: number, before?: number) {
  if (error) return before; // a proxy can have sent the response
  const times = { sent: now - 1000 * seconds, received: now, date: response?.headers["date"]?.toString() };
  return clockDifference(times) ?? before;
}

/** Returns the time by which observations are read: that of the exporter, or that of the node if their clocks differ too much. */
export const observedDate = (date: number, difference = 0): number =>
  Math.abs(difference) > maxClockDifference ? date + 1000 * difference : date;

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

/** Creates what the calls to a node show about it. `timeoutMs`: the one of a call. */
export function createCallEvidence({ now, date }: Pick<Clock, "now" | "date">, timeoutMs: number) {
  const trackIdentity = createIdentityTracker(now);
  let isReachable: boolean | undefined;
  let difference: number | undefined;
  let isSilent: boolean | undefined;
  const silence = Promise.withResolvers<false>();
  return {
    /** Undefined until the first call has ended. */
    isReachable: () => isReachable,
    /** Returns the clock of the node minus that of the exporter in seconds. */
    clockDifference: () => difference,
    /** Returns the time in milliseconds since 1970 by which observations are read. */
    date: () => observedDate(date(), difference),
    /** A call has timed out after its whole timeout, and none has got a response yet. */
    isSilent: () => isSilent === true,
    /** Resolves when a run has failed on a silent node: the others would wait for the same. */
    silence: silence.promise,
    endRun: () => isSilent && silence.resolve(false),
    /** Compares the ID of the responding node with the previous one. */
    identityAfter: ({ nodeId }: CallRecord): IdentityChange => (nodeId === undefined ? "same" : trackIdentity(nodeId)),
    /** Adds a call. */
    add(record: CallRecord) {
      difference = clockDifferenceAfter(record, date(), difference);
      isReachable = isReachableAfter(record, isReachable);
      if (record.response) isSilent = false;
      else if (record.error?.reason === "timeout" && record.seconds > 0.9 * (timeoutMs / 1000)) isSilent ??= true;
    },
    /** Forgets the clock of the node, because another one responds. */
    forget() {
      difference = undefined;
    },
  };
}
