/** The node does not have the data that the rule needs. */
export class CannotShow extends Error {
  override readonly name = "CannotShow";
}

/** Data that the rule needs. */
export function needed<T>(found: T | undefined, why: string): T {
  if (found === undefined) throw new CannotShow(why);
  return found;
}
