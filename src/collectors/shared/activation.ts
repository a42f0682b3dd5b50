import { NodeError } from "../../node/errors.ts";

/** For an answer of zeros: the network has not reached the upgrade that gives it a meaning. */
export const notActivated = (method: string) =>
  new NodeError(`${method}: all values are zero; the network has not activated this upgrade yet`, {
    kind: "unavailable",
    why: "not_activated",
  });

/** The answer, unless `part`, which is never 0 where the network has reached the upgrade, is. */
export async function requireActivated<T>(method: string, answer: Promise<T>, part: (answer: T) => bigint): Promise<T> {
  const value = await answer;
  if (part(value) === 0n) throw notActivated(method);
  return value;
}
