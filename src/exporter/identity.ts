/** The node behind an address. */
const windowMs = 5 * 60_000;
const maxChanges = 3;

/** `same`: the first node, or the same as the last time. `changed`: another node, of which nothing is known. `balanced`: the
 *  nodes change so often that a load balancer is behind the address. */
export type IdentityChange = "same" | "changed" | "balanced";

/** Returns a function that compares the node that answers now with the last one. `now` in milliseconds, monotonic. */
export function createIdentityTracker(now: () => number) {
  let last: string | undefined;
  let changes: number[] = [];
  return (nodeId: string): IdentityChange => {
    const isSame = last === undefined || last === nodeId;
    last = nodeId;
    if (isSame) return "same";
    const at = now();
    changes = [...changes.filter((time) => at - time < windowMs), at];
    return changes.length > maxChanges ? "balanced" : "changed";
  };
}
