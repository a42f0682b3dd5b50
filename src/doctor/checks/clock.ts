import { check } from "../check.ts";
import { type Finding, ok, problem } from "../finding.ts";
import { dateOf, type Reply } from "../interview.ts";
import { span } from "../words.ts";

/** Seconds. So far ahead of a node's clock the network takes a block. */
const most = 10;

/** Seconds, at least, by which the other clock is ahead of ours; negative where it is behind. The header has whole seconds, and
 *  was written at some time between. */
function ahead(reply: Reply): number | undefined {
  const { sent, received } = reply;
  const date = dateOf(reply);
  if (!date) return undefined;
  const [least, greatest] = [date.getTime() - received, date.getTime() + 1000 - sent];
  return (least > 0 ? least : greatest < 0 ? greatest : 0) / 1000;
}

/** Both clocks say the same, as far as can be told. */
export const agrees = (reply: Reply): boolean => Math.abs(ahead(reply) ?? 0) <= most;

const why =
  "What is measured against the clock is wrong by that much: how old a block is, when a balance or a stake ends, and every alert on them.";
const fix = [
  "See which one is wrong: `timedatectl status` on both machines. One of them has lost its time server (NTP).",
];

export const clock = check({
  name: "clock",
  gather: async ({ ask }) => ({
    reply: await ask("info.getNodeVersion", {}),
    time: await ask("platform.getTimestamp", {}),
  }),
  judge({ reply, time }): readonly Finding[] {
    const difference = ahead(reply);
    if (difference !== undefined && !agrees(reply)) {
      const side = difference > 0 ? "behind" : "ahead of";
      const what = `This machine's clock is ${span(Math.abs(difference))} ${side} the node's.`;
      return [problem(what, { why, fix })];
    }
    const early = time.value && (time.value.timestamp.getTime() - time.received) / 1000;
    if (early !== undefined && early > most) {
      const what = `The P-Chain's last block is from ${span(early)} in the future, by this machine's clock.`;
      return [problem(what, { why, fix })];
    }
    return difference === undefined ? [] : [ok("This machine's clock agrees with the node's.")];
  },
});
