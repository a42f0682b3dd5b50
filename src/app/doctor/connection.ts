/** Checks before the collectors run: the node responds, and each connection reaches the same one. */
import { collectionStates } from "../../entities/collection.ts";
import { formatLatency } from "../../lib/duration.ts";
import { showUrl } from "../../lib/redaction.ts";
import { joinList, sentence } from "../../lib/text.ts";
import { createNodeClient } from "../../node-api/client.ts";
import { attempt, type CallRecord, fixOf, type NodeError, type Reason } from "../../node-api/errors.ts";
import type { TransportOptions } from "../../node-api/transport.ts";
import { type Finding, ok, problem } from "./checks.ts";

type Answer = Partial<Pick<CallRecord, "nodeId" | "seconds">> & { readonly error?: NodeError | undefined };

/** Calls a method that every node serves on a new connection. */
async function connect(node: TransportOptions, signal: AbortSignal): Promise<Answer> {
  const client = createNodeClient(node);
  try {
    const { value, error } = await attempt(client.call({ signal }, "platform.getHeight", {}));
    return value ?? { ...error.record, error };
  } finally {
    await client.close();
  }
}

const defaultPort = "9650";
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host);

/** Returns the fixes for a failed connection that depend on the address. */
function fixesAt(url: string, { failure, reason }: NodeError): readonly string[] {
  const { hostname, port } = new URL(url);
  if (reason !== "connect") return [];
  if (port === "9651") return [`Port 9651 is the staking port: the API listens on ${defaultPort} by default.`];
  if (failure.code !== "refused") return [];
  if (isLoopback(hostname))
    return [`In a container, ${hostname} is the container itself: use the address of the node.`];
  return [
    "By default a node only listens on loopback: start it with `--http-host=0.0.0.0`, and restrict access with a firewall.",
  ];
}

/** Reasons of failures of a single method. Without the header node-id, they show that the server is not a node. */
const ofMethod: readonly Reason[] = ["rpc_error", "schema", "too_large"];

/** Returns the finding on a node that does not respond as a node. */
export function diagnose(node: TransportOptions, error: NodeError): Finding {
  const { failure, detail, reason } = error;
  const isForeign = ofMethod.includes(reason);
  const { host_header: header = new URL(node.url).hostname } = node;
  const host = failure.code === "host_not_allowed" ? ` The Host header is "${header}".` : "";
  return problem(
    "reachability",
    isForeign ? `The server responds, but not like a node: ${detail}.` : `${sentence(detail)}${host}`,
    "Nothing can be collected until this is fixed (avax_up is 0).",
    isForeign
      ? `Correct the host and port of \`node.url\`: the API of a node listens on ${defaultPort} by default.`
      : sentence(fixOf(failure, showUrl(node.url))),
    ...fixesAt(node.url, error),
  );
}

/** Number of additional connections; a load balancer can route each of them to another node. */
const furtherConnections = 4;

function checkIdentity(answers: readonly Answer[]): Finding[] {
  const ids = new Set(answers.flatMap(({ nodeId }) => nodeId ?? []));
  if (ids.size < 2) return [];
  const { meaning, fix } = collectionStates.multiple_nodes;
  const what = `${answers.length} connections reached ${ids.size} nodes: ${joinList([...ids], 5)}.`;
  const why = "Runs with responses of more than one node are discarded.";
  return [problem("identity", `${meaning} ${what}`, why, fix, "List each node below `nodes` in the file.")];
}

/** Returns the findings on the connection to a node. A problem among them leaves nothing to collect. */
export async function checkConnection(node: TransportOptions, signal: AbortSignal): Promise<readonly Finding[]> {
  const first = await connect(node, signal);
  const { error, nodeId, seconds = 0 } = first;
  const isOfNode = nodeId !== undefined && error && ofMethod.includes(error.reason);
  if (error && !error.unavailable && !isOfNode) return [diagnose(node, error)];
  const reached = ok("reachability", `The node responds; the first call took ${formatLatency(seconds)}.`);
  const others = await Array.fromAsync({ length: furtherConnections }, () => connect(node, signal));
  return [reached, ...checkIdentity([first, ...others])];
}
