import { type Findings, ok, problem } from "../check.ts";
import { humanizeDuration } from "../format.ts";
import type { CallResult, NodeQueries } from "../node-queries.ts";

/** The network accepts blocks up to this far ahead of the clock of a node. */
const maxAheadSeconds = 10;

/** Returns the time of the response by the clock of the server, in milliseconds since 1970; undefined without a Date header. */
export function dateOf({ response }: CallResult): number | undefined {
  const date = Date.parse(String(response?.headers["date"]));
  return Number.isNaN(date) ? undefined : date;
}

/** Returns the minimum number of seconds by which the clock of the node is ahead of ours, negative if it is behind. The Date
 *  header has whole seconds, and was written between sending and receiving. */
function secondsAhead(reply: CallResult): number | undefined {
  const date = dateOf(reply);
  if (date === undefined) return undefined;
  const [min, max] = [date - reply.received, date + 1000 - reply.sent];
  return (min > 0 ? min : max < 0 ? max : 0) / 1000;
}

/** Returns whether both clocks agree within the tolerance, or the clock of the node is unknown. */
export const isInSync = (reply: CallResult): boolean => Math.abs(secondsAhead(reply) ?? 0) <= maxAheadSeconds;

const skewFinding = (what: string) =>
  problem(
    what,
    "Everything computed against the wall clock is off by this amount: block age, time until a balance or staking period ends, and the alerts based on them.",
    "Run `timedatectl status` on both machines. One of them is not synchronized with NTP.",
  );

export async function checkClock({ call }: NodeQueries): Promise<Findings> {
  const reply = await call("info.getNodeVersion", {});
  const ahead = secondsAhead(reply);
  if (ahead !== undefined && !isInSync(reply)) {
    const side = ahead > 0 ? "behind" : "ahead of";
    return skewFinding(
      `The clock of this machine is ${humanizeDuration(Math.abs(ahead))} ${side} the clock of the node.`,
    );
  }
  const { value: last, received } = await call("platform.getTimestamp", {});
  const early = last ? (last.timestamp.getTime() - received) / 1000 : 0;
  if (early > maxAheadSeconds)
    return skewFinding(
      `The timestamp of the last P-Chain block is ${humanizeDuration(early)} ahead of this machine's clock.`,
    );
  return ahead === undefined ? [] : ok("The clocks of this machine and of the node agree.");
}
