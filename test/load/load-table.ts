/** Table of the calls, the lock time and the bytes that one hour of the exporter causes on a node. */
import { formatCount } from "../../src/lib/text.ts";
import { table } from "../../src/tools/docs/markdown.ts";
import { type Load, type Loads, shareOfHour } from "./hour.ts";

function rowsOf([name, { calls, bytes, locks }]: [string, Load]): string[][] {
  const rows = [...locks].map(([lane, lock]) => {
    const share = `${(100 * shareOfHour(lock)).toFixed(2)} %`;
    return ["", lane, formatCount(lock.calls), lock.seconds.toFixed(1), share, String(lock.atOnce), ""];
  });
  const all = formatCount(Object.values(calls).reduce((sum, count) => sum + count, 0));
  return [[name, "all calls", all, "", "", "", formatCount(Math.round(bytes / 60_000))], ...rows];
}

/** Returns the calls and the lock time per configuration and chain lock. */
export const lockTable = (loads: Loads): string =>
  table(
    [
      "Configuration",
      "Chain lock",
      "Calls per hour",
      "Lock held (seconds per hour)",
      "Share of time",
      "Maximum concurrent calls",
      "kB per minute",
    ],
    [...loads].flatMap(rowsOf),
  );
