import { NodeError } from "../../rpc/errors.ts";

/** Returns the error for a response whose values are all zero, because the network has not activated the upgrade. */
export const notActivated = (method: string) =>
  new NodeError(`${method}: all values are zero; the network has not activated this upgrade yet`, {
    kind: "unavailable",
    reason: "not_activated",
  });
