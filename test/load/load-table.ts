/** Tables of the lock time, the calls and the bytes that one hour of the exporter causes on a node. */
import { formatCount } from "../../src/lib/text.ts";
import { lockOf, methodOf } from "../../src/node-api/contract.ts";
import { code, table } from "../../src/tools/docs/markdown.ts";
import { kinds, type Load, type Loads, shareOfHour } from "./hour.ts";

const sum = (values: Iterable<number>) => [...values].reduce((all, value) => all + value, 0);

function locksOf([name, { calls, locks }]: [string, Load]): string[][] {
  const rows = [...locks].map(([lane, lock]) => {
    const share = `${(100 * shareOfHour(lock)).toFixed(2)} %`;
    return [lane, formatCount(lock.calls), lock.seconds.toFixed(1), share, String(lock.atOnce)];
  });
  const free = sum(calls.values()) - sum([...locks.values()].map((lock) => lock.calls));
  return [...rows, ["none", formatCount(free), "", "", ""]].map((row, i) => [i === 0 ? name : "", ...row]);
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
    ],
    [...loads].flatMap(locksOf),
  );

/** Returns the calls per method and configuration. */
export function callTable(loads: Loads): string {
  const each = [...loads.values()];
  const called = kinds.filter((kind) => each.some(({ calls }) => calls.has(kind)));
  const rows = called.map((kind) => {
    const { method, of, ms } = kind;
    const counts = each.map(({ calls }) => formatCount(calls.get(kind) ?? 0));
    return [code(method), of, lockOf(methodOf(method)) ?? "", ms === undefined ? "" : `${ms} ms`, ...counts];
  });
  return table(["Method", "Of", "Chain lock", "Lock time per call", ...loads.keys()], rows);
}

const kilobytes = (bytes: number) => Math.round(bytes / 1000);

/** Returns the kilobytes of responses per minute: of methods with at least one, and of all. */
export function byteTable(loads: Loads): string {
  const each = [...loads.values()].map(({ bytes }) => bytes);
  const rows = kinds
    .map((kind) => [kind, each.map((bytes) => kilobytes((bytes.get(kind) ?? 0) / 60))] as const)
    .filter(([, values]) => values.some((value) => value > 0))
    .map(([{ method, of }, values]) => [code(method), of, ...values.map(formatCount)]);
  const all = each.map((bytes) => formatCount(kilobytes(sum(bytes.values()) / 60)));
  return table(["kB per minute", "Of", ...loads.keys()], [...rows, ["all methods", "", ...all]]);
}
