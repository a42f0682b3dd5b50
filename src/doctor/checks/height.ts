import { check } from "../check.ts";
import { type Finding, note, ok, problem } from "../finding.ts";
import { type About, dateOf } from "../interview.ts";
import { isPublic, networkOf } from "../network.ts";
import { count, many, span } from "../words.ts";

/** Seconds from block to block, at most, where there are always transactions; with much to spare. */
const oldest = 300;
/** Blocks of the last 30 seconds, and no more than so many. */
const furthest = 64n;

const behind = (age: number, isKnown: boolean, { command }: About): Finding => {
  const what = `The P-Chain's last block is ${span(age)} old.`;
  const fix = [
    `Ask the node what it lacks: ${command("call health.health")}. Has it peers, is its port 9651 reached from outside?`,
    "Is there room on its disk, is its clock right? Then look into its log; starting it anew often helps.",
  ];
  return isKnown
    ? problem(what, {
        why: "This network has one every few seconds: the node is stuck, or cut off from the others. All that is told of the P-Chain is as old.",
        fix,
      })
    : note(what, { why: "On mainnet and fuji that means a stuck node. An idle network of your own is just so.", fix });
};

export const height = check({
  name: "height",
  // in this order: a proposed height read after the height could be above it
  gather: async ({ ask }) => ({
    proposed: (await ask("platform.getProposedHeight", {})).value?.height,
    accepted: (await ask("platform.getHeight", {})).value?.height,
    time: await ask("platform.getTimestamp", {}),
    networkID: await networkOf({ ask }),
  }),
  judge({ proposed, accepted, time, networkID }, about): readonly Finding[] {
    if (accepted === undefined || !time.value) return [];
    // by the clock of who answers, where it tells
    const now = dateOf(time)?.getTime() ?? time.received;
    const age = Math.max((now - time.value.timestamp.getTime()) / 1000, 0);
    const lag = proposed === undefined ? 0n : accepted - proposed;
    if (lag > furthest) {
      return [
        problem(`The proposed height is ${many(lag, "block")} below the height.`, {
          why: "One node cannot be more than 64 behind itself: two answer in turn, and heights jump.",
          fix: ["Point the exporter at one node, not at a load balancer."],
        }),
      ];
    }
    if (age > oldest && (networkID === undefined || isPublic(networkID)))
      return [behind(age, networkID !== undefined, about)];
    return [ok(`The P-Chain is at height ${count(accepted)}; its last block is ${span(age)} old.`)];
  },
});
