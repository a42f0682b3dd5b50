/** Responses: their time limit, and texts that requests share. */
import type { ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";

export const sendText = (reply: FastifyReply, status: number, line: string) =>
  reply.code(status).type("text/plain; charset=utf-8").send(`${line}\n`);

/** Maximum time until a response begins, and again until it has been read: a slow client keeps its version of a page in memory. */
const maxResponseMs = 15_000;

/** Answers 503 instead of responses that do not begin in time, and cuts those that are not read in time. A closing server completes
 *  the others. */
export function limitResponses(app: FastifyInstance, log: Pick<Logger, "warn">) {
  /** By response in progress. */
  const timers = new Map<ServerResponse, NodeJS.Timeout>();
  function limit(response: ServerResponse, onLimit: () => void) {
    clearTimeout(timers.get(response));
    timers.set(response, setTimeout(onLimit, maxResponseMs));
  }
  app.addHook("onRequest", async ({ url }, reply) => {
    const { raw } = reply;
    limit(raw, () => {
      log.warn({ path: url.split("?")[0] }, "response takes too long: answering 503");
      sendText(reply, 503, "the response takes too long: try again later");
    });
    raw.once("close", () => {
      clearTimeout(timers.get(raw));
      timers.delete(raw);
    });
  });
  app.addHook("onSend", async (_request, { raw }) => limit(raw, () => raw.destroy()));
  app.addHook("preClose", async () => {
    await Promise.allSettled([...timers.keys()].map((response) => finished(response)));
  });
}

/** Maximum size of a text that is compressed in the main thread, in characters: it takes a few milliseconds, and needs no thread of the
 *  pool, which files and names can occupy. */
const maxInPlace = 100_000;
/** A higher level takes three times as long and saves a fifth of the bytes. */
const options = { level: 1 };
const gzipInPool = promisify(gzip);

/** Returns the text of responses. `gzipped` compresses it at most once, when a request needs that. */
function share(text: string) {
  let gzipped: Buffer | Promise<Buffer> | undefined;
  return {
    plain: Buffer.from(text),
    gzipped(): Buffer | Promise<Buffer> {
      gzipped ??= text.length <= maxInPlace ? gzipSync(text, options) : gzipInPool(text, options);
      return gzipped;
    },
  };
}

type SharedText = ReturnType<typeof share>;

/** Returns a function that renders a text. Requests share it for `maxAgeMs`, and while it is rendered. */
export function createCache(render: () => string | Promise<string>, maxAgeMs: number): () => Promise<SharedText> {
  let last: { readonly renderedAt: number; readonly shared: Promise<SharedText> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.renderedAt >= maxAgeMs) last = { renderedAt: now, shared: Promise.try(render).then(share) };
    return last.shared;
  };
}

/** Returns whether an Accept-Encoding header names gzip, and not with the weight 0. */
const acceptsGzip = (header = "") =>
  header
    .toLowerCase()
    .replace(/[ \t]/g, "")
    .split(",")
    .some((entry) => /^gzip(;|$)/.test(entry) && !/;q=0(\.0*)?(;|$)/.test(entry));

/** Sends the text, compressed if the client accepts it. */
export async function sendShared({ headers }: FastifyRequest, reply: FastifyReply, text: Promise<SharedText>) {
  const { plain, gzipped } = await text;
  reply.header("vary", "Accept-Encoding");
  if (!acceptsGzip(headers["accept-encoding"])) return reply.send(plain);
  return reply.header("content-encoding", "gzip").send(await gzipped());
}
