/** Prints a paginated result, one entry per line, while fetching the pages. */
import { setTimeout } from "node:timers/promises";
import type { RpcMethodName } from "../api/contract.ts";
import type { Pagination } from "../api/method.ts";
import { formatCount } from "../lib/text.ts";
import type { NodeClient } from "../rpc/client.ts";
import { attempt } from "../rpc/errors.ts";
import { formatJson } from "../rpc/json.ts";
import type { Io } from "./io.ts";

/** A method with its parameters and the selected chain or index. */
export type CallRequest = {
  readonly name: RpcMethodName;
  readonly params: unknown;
  readonly selector: string | undefined;
};

const barWidth = 30;

/** Formats a progress line, which replaces the previous one on a terminal. */
export function formatProgress(done: number, total: number | undefined): string {
  if (!total) return `\r\x1b[K${formatCount(done)} so far`;
  const share = Math.min(1, done / total);
  const full = Math.round(share * barWidth);
  const bar = "#".repeat(full) + "-".repeat(barWidth - full);
  return `\r\x1b[K[${bar}] ${Math.floor(100 * share)} %  ${formatCount(done)} of ${formatCount(total)}`;
}

/** Prints all pages. Duplicate text entries of overlapping pages are printed once. Shows the progress on a terminal.
 *  Throws if a call fails. A page after the first one that is unavailable is the end. */
export async function printPages(
  io: Io,
  client: Pick<NodeClient, "callWire">,
  { name, params, selector }: CallRequest,
  { defaults, items: itemsOf, next: nextOf, total: totalOf }: Pagination,
): Promise<void> {
  const call = (method: RpcMethodName, given: unknown) => client.callWire({ signal: io.stop }, method, given, selector);
  let request: Readonly<Record<string, unknown>> | undefined = { ...defaults, ...(params as object) };
  const total =
    io.isTerminal && totalOf
      ? totalOf.of(request as never, (await call(totalOf.method as RpcMethodName, {})) as never)
      : undefined;
  const seen = new Set<unknown>();
  let done = 0;
  try {
    while (request) {
      const { value: page, error } = await attempt(call(name, request));
      if (error?.unavailable && done > 0) return; // the previous page was the last one
      if (error) throw error;
      const items = itemsOf(page as never);
      done += items.length;
      const fresh = items.filter((item) => typeof item !== "string" || !seen.has(item));
      for (const item of fresh) if (typeof item === "string") seen.add(item);
      io.out(fresh.map((item) => `${formatJson(item, 0)}\n`).join(""));
      if (io.isTerminal) io.err(formatProgress(done, total));
      await setTimeout(); // lets the output be written before the next call
      const next = nextOf(request as never, page as never);
      request = formatJson(next ?? null) === formatJson(request) ? undefined : next;
    }
  } finally {
    if (io.isTerminal) io.err("\r\x1b[K");
  }
}
