import { type Check, ok, problem } from "../check.ts";
import { dateOf, type Reply } from "../interview.ts";
import { span } from "../words.ts";

/** The network accepts a block that is so far ahead of a node's clock. */
const maxAheadSeconds = 10;

/** Returns the minimum of seconds by which the node's clock is ahead of ours, negative if it is behind. The Date header has
 *  whole seconds, and was written between sending and receiving. */
function secondsAhead(reply: Reply): number | undefined {
  const date = dateOf(reply)?.getTime();
  if (date === undefined) return undefined;
  const [min, max] = [date - reply.received, date + 1000 - reply.sent];
  return (min > 0 ? min : max < 0 ? max : 0) / 1000;
}

/** Returns whether both clocks agree, as far as the reply shows. */
export const agrees = (reply: Reply): boolean => Math.abs(secondsAhead(reply) ?? 0) <= maxAheadSeconds;

const wrong = (what: string) =>
  problem(
    what,
    "Everything computed against the wall clock is off by this amount: block age, time until a balance or staking period ends, and the alerts based on them.",
    "Run `timedatectl status` on both machines. One of them is not synchronized with NTP.",
  );

export const clock: Check = {
  name: "clock",
  async run({ ask }) {
    const reply = await ask("info.getNodeVersion", {});
    const ahead = secondsAhead(reply);
    if (ahead !== undefined && !agrees(reply)) {
      const side = ahead > 0 ? "behind" : "ahead of";
      return wrong(`The clock of this machine is ${span(Math.abs(ahead))} ${side} the clock of the node.`);
    }
    const { value: last, received } = await ask("platform.getTimestamp", {});
    const early = last ? (last.timestamp.getTime() - received) / 1000 : 0;
    if (early > maxAheadSeconds)
      return wrong(`The timestamp of the last P-Chain block is ${span(early)} ahead of this machine's clock.`);
    return ahead === undefined ? [] : [ok("The clocks of this machine and of the node agree.")];
  },
};
