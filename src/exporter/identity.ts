/** Who answers at a node's address. */
const window = 5 * 60_000;
const most = 3;

/** `same`: as before, or the first. `changed`: another node; what is known is about the old one. `balanced`: they change so
 *  often that several stand behind one address. */
export type Seen = "same" | "changed" | "balanced";

/** `now` in milliseconds, monotonic. */
export function createIdentityWatch(now: () => number) {
  let known: string | undefined;
  let changes: number[] = [];
  return (nodeId: string): Seen => {
    const same = known === undefined || known === nodeId;
    known = nodeId;
    if (same) return "same";
    const at = now();
    changes = [...changes.filter((time) => at - time < window), at];
    return changes.length > most ? "balanced" : "changed";
  };
}
