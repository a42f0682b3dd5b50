/** Prints a paginated result, one entry per line, while fetching the pages. */
import { setTimeout } from "node:timers/promises";
import type { RpcMethodName } from "../api/contract.ts";
import type { Pagination } from "../api/method.ts";
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

/** Prints all pages. Duplicate text entries of overlapping pages are printed once. Throws if a call fails. A page after
 *  the first one that is unavailable is the end. */
export async function printPages(
  io: Io,
  client: Pick<NodeClient, "callWire">,
  { name, params, selector }: CallRequest,
  { defaults, items: itemsOf, next: nextOf }: Pagination,
): Promise<void> {
  let request: Readonly<Record<string, unknown>> | undefined = { ...defaults, ...(params as object) };
  const seen = new Set<unknown>();
  for (let pages = 0; request; pages++) {
    const { value: page, error } = await attempt(client.callWire({ signal: io.stop }, name, request, selector));
    if (error?.unavailable && pages > 0) return; // the previous page was the last one
    if (error) throw error;
    const items = itemsOf(page as never);
    const fresh = items.filter((item) => typeof item !== "string" || !seen.has(item));
    for (const item of fresh) if (typeof item === "string") seen.add(item);
    io.out(fresh.map((item) => `${formatJson(item, 0)}\n`).join(""));
    await setTimeout(); // lets the output be written before the next call
    const next = nextOf(request as never, page as never);
    request = formatJson(next ?? null) === formatJson(request) ? undefined : next;
  }
}
