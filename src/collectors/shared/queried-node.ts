import { NodeError } from "../../node/errors.ts";
import type { RunClient } from "../collector.ts";

/** The queried node's ID, where the answers' header does not tell it too. */
export async function readQueriedNodeId({ call, id }: RunClient<"info.getNodeID">): Promise<string | undefined> {
  const told = id();
  if (told !== undefined) return told;
  try {
    return (await call("info.getNodeID", {})).nodeID;
  } catch (error) {
    if (error instanceof NodeError) return undefined;
    throw error;
  }
}
