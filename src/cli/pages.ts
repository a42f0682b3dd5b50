/** A list that comes in pages: one entry a line, as it comes. */
import { setTimeout } from "node:timers/promises";
import type { Name } from "../contract/contract.ts";
import type { Pages } from "../contract/method.ts";
import type { NodeClient } from "../node/client.ts";
import { NodeError } from "../node/errors.ts";
import { formatJson } from "../node/json.ts";
import type { Io } from "./io.ts";

type Asked = { readonly name: Name; readonly params: unknown; readonly at: string | undefined };
type Client = Pick<NodeClient, "callWire">;
type Params = Readonly<Record<string, unknown>>;

/** The pages one after the other. */
async function* pagesOf(client: Client, { name, params, at }: Asked, { items, next }: Pages, signal: AbortSignal) {
  let asked: Params | undefined = params as Params;
  for (let first = true; asked; first = false) {
    const page = await client.callWire({ signal }, name, asked, at).catch((error: unknown) => {
      if (!first && error instanceof NodeError && error.unavailable) return undefined; // the last page was full
      throw error;
    });
    if (page === undefined) return;
    yield items(page as never);
    const following = next(asked as never, page as never);
    asked = formatJson(following ?? null) === formatJson(asked) ? undefined : following;
  }
}

async function totalOf(client: Client, { params, at }: Asked, { total }: Pages, signal: AbortSignal) {
  if (!total) return undefined;
  return total.of(params as never, (await client.callWire({ signal }, total.method as Name, {}, at)) as never);
}

const barWidth = 30;
const counted = (count: number) => count.toLocaleString("en");

/** A line that the next one takes the place of. */
export function progress(done: number, total: number | undefined): string {
  if (!total) return `\r\x1b[K${counted(done)} so far`;
  const share = Math.min(1, done / total);
  const full = Math.round(share * barWidth);
  const bar = "#".repeat(full) + "-".repeat(barWidth - full);
  return `\r\x1b[K[${bar}] ${Math.floor(100 * share)} %  ${counted(done)} of ${counted(total)}`;
}

/** Pages may overlap: what is the same text is told once. On a terminal it says how far it is. */
export async function printPages(io: Io, client: Client, given: Asked, pages: Pages): Promise<void> {
  const asked = { ...given, params: { ...pages.first, ...(given.params as object) } };
  const total = io.terminal ? await totalOf(client, asked, pages, io.stop) : undefined;
  const seen = new Set<unknown>();
  let done = 0;
  try {
    for await (const items of pagesOf(client, asked, pages, io.stop)) {
      done += items.length;
      const fresh = items.filter((item) => typeof item !== "string" || !seen.has(item));
      for (const item of fresh) if (typeof item === "string") seen.add(item);
      io.out(fresh.map((item) => `${formatJson(item, 0)}\n`).join(""));
      if (io.terminal) io.err(progress(done, total));
      await setTimeout(); // the output is written before more is read
    }
  } finally {
    if (io.terminal) io.err("\r\x1b[K");
  }
}
