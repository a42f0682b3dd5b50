/** The node at hand has not what the rule is about. */
export class CannotShow extends Error {
  override readonly name = "CannotShow";
}

/** What must be there for the rule to say anything. */
export function needed<T>(found: T | undefined, why: string): T {
  if (found === undefined) throw new CannotShow(why);
  return found;
}
