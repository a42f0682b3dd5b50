import { type Finding, type Findings, note, ok, problem } from "../check.ts";
import { count, humanizeDuration, pluralize } from "../format.ts";
import { isPublic } from "../network.ts";
import { dateOf, type NodeQueries } from "../node-queries.ts";

/** Maximum age of the last block on a public network, which has a block every few seconds. */
const maxAgeSeconds = 300;
/** Maximum number of blocks between the proposed and the accepted height of one node. */
const maxLag = 64n;

function oldBlockFinding(age: number, isKnown: boolean, { command }: NodeQueries): Finding {
  const what = `The P-Chain's last block is ${humanizeDuration(age)} old.`;
  const fix = [
    `Check the health of the node: ${command("call health.health")}. It needs peers, and port 9651 must be reachable from the internet.`,
    "Check its disk space, clock and log; a restart often helps.",
  ];
  if (!isKnown)
    return note(
      what,
      "On mainnet and Fuji this means that the node is stuck. On an idle private network it is normal.",
      ...fix,
    );
  return problem(
    what,
    "This network has a block every few seconds: the node is stuck or cut off from its peers. All P-Chain metrics are as old as this block.",
    ...fix,
  );
}

export async function checkHeight(node: NodeQueries): Promise<Findings> {
  // in this order: a proposed height read after the height could be above it
  const proposed = (await node.call("platform.getProposedHeight", {})).value?.height;
  const accepted = (await node.call("platform.getHeight", {})).value?.height;
  const time = await node.call("platform.getTimestamp", {});
  const network = await node.networkID();
  if (accepted === undefined || !time.value) return [];
  const lag = proposed === undefined ? 0n : accepted - proposed;
  if (lag > maxLag) {
    return problem(
      `The proposed height is ${pluralize(lag, "block")} below the accepted height.`,
      "A single node cannot lag its own height by more than 64 blocks: responses alternate between two nodes.",
      "Point the exporter at one node, not at a load balancer.",
    );
  }
  const now = dateOf(time)?.getTime() ?? time.received; // by the clock of the node if it is known
  const age = Math.max((now - time.value.timestamp.getTime()) / 1000, 0);
  if (age > maxAgeSeconds && (network === undefined || isPublic(network)))
    return oldBlockFinding(age, network !== undefined, node);
  return ok(`The P-Chain is at height ${count(accepted)}; its last block is ${humanizeDuration(age)} old.`);
}
