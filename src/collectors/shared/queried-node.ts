import { NodeError } from "../../node/errors.ts";
import type { RunClient } from "../collector.ts";

/** Returns the ID of the queried node; calls getNodeID if no response has carried it in a header. */
export async function readQueriedNodeId({ call, id }: RunClient<"info.getNodeID">): Promise<string | undefined> {
  const known = id();
  if (known !== undefined) return known;
  try {
    return (await call("info.getNodeID", {})).nodeID;
  } catch (error) {
    if (error instanceof NodeError) return undefined;
    throw error;
  }
}
