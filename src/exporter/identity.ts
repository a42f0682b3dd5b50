/** Tracks the ID of the node that responds at a URL. */
const windowMs = 5 * 60_000;
const maxChanges = 3;

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
    const at = now();
    changes = [...changes.filter((time) => at - time < windowMs), at];
    return changes.length > maxChanges ? "balanced" : "changed";
  };
}
