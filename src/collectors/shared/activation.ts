import { NodeError } from "../../node/errors.ts";

/** Returns the error for a response whose values are all zero, because the network has not activated the upgrade. */
export const notActivated = (method: string) =>
  new NodeError(`${method}: all values are zero; the network has not activated this upgrade yet`, {
    kind: "unavailable",
    why: "not_activated",
  });

/** Returns the response. Throws if `part` of it is 0, which means that the network has not activated the upgrade. */
export async function requireActivated<T>(
  method: string,
  response: Promise<T>,
  part: (response: T) => bigint,
): Promise<T> {
  const value = await response;
  if (part(value) === 0n) throw notActivated(method);
  return value;
}
