import { type Check, type Finding, note, ok, problem } from "../check.ts";
import { dateOf, type Interview } from "../interview.ts";
import { isPublic } from "../network.ts";
import { count, many, span } from "../words.ts";

/** A public network has a block every few seconds. */
const maxAgeSeconds = 300;
/** The proposed height is at most so many blocks below the height. */
const maxLag = 64n;

function old(age: number, isKnown: boolean, { command }: Interview): Finding {
  const what = `The P-Chain's last block is ${span(age)} old.`;
  const fix = [
    `Ask the node what it lacks: ${command("call health.health")}. Has it peers, is its port 9651 reached from outside?`,
    "Is there room on its disk, is its clock right? Then look into its log; starting it anew often helps.",
  ];
  if (!isKnown)
    return note(what, "On mainnet and fuji that means a stuck node. An idle network of your own is just so.", ...fix);
  return problem(
    what,
    "This network has one every few seconds: the node is stuck, or cut off from the others. All that is told of the P-Chain is as old.",
    ...fix,
  );
}

export const height: Check = {
  name: "height",
  async run(node) {
    // in this order: a proposed height read after the height could be above it
    const proposed = (await node.ask("platform.getProposedHeight", {})).value?.height;
    const accepted = (await node.ask("platform.getHeight", {})).value?.height;
    const time = await node.ask("platform.getTimestamp", {});
    const network = await node.networkID();
    if (accepted === undefined || !time.value) return [];
    const lag = proposed === undefined ? 0n : accepted - proposed;
    if (lag > maxLag) {
      return problem(
        `The proposed height is ${many(lag, "block")} below the height.`,
        "One node cannot be more than 64 behind itself: two answer in turn, and heights jump.",
        "Point the exporter at one node, not at a load balancer.",
      );
    }
    const now = dateOf(time)?.getTime() ?? time.received; // the clock of the node, if it is known
    const age = Math.max((now - time.value.timestamp.getTime()) / 1000, 0);
    if (age > maxAgeSeconds && (network === undefined || isPublic(network)))
      return old(age, network !== undefined, node);
    return ok(`The P-Chain is at height ${count(accepted)}; its last block is ${span(age)} old.`);
  },
};
