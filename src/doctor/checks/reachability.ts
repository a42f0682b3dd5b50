import type { NodeError, NodeFailure } from "../../node/errors.ts";
import { type Finding, type Findings, ok, problem } from "../check.ts";
import { diagnose } from "../diagnosis.ts";
import { formatLatency } from "../format.ts";
import type { CallResult, NodeQueries } from "../node-queries.ts";

/** Failures of the info API that do not prove that the P-Chain API is unreachable. */
const inconclusive: readonly NodeFailure["kind"][] = ["rpc_error", "schema", "unavailable"];

function unreachable(node: NodeQueries, reply: CallResult, error: NodeError): Finding {
  const [what, ...fix] = diagnose(node, reply, error);
  return problem(what, "Nothing can be collected until this is fixed (avax_up is 0).", ...fix);
}

export async function checkReachability(node: NodeQueries): Promise<Findings> {
  const info = await node.call("info.getNodeID", {});
  if (info.error && !inconclusive.includes(info.error.failure.kind)) return unreachable(node, info, info.error);
  const height = await node.call("platform.getHeight", {});
  if (!info.error && height.response?.status === 404) {
    return problem(
      "/ext/info is served, but /ext/bc/P is not (404).",
      "All P-Chain metrics are missing, and avax_up is 0.",
      "A proxy seems to forward only some paths: configure it to forward everything below /ext/.",
    );
  }
  // the info API can be disabled, and the P-Chain can be bootstrapping
  if (!info.error || !height.error || height.error.unavailable)
    return ok(`Reachable; first response after ${formatLatency(info.seconds)}.`);
  return [info.error.unavailable ? unreachable(node, height, height.error) : unreachable(node, info, info.error)];
}
