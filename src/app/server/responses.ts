/** Responses as text, and the requests and responses in progress. */
import type { RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";

/** Maximum time until a response begins, and again until it has been read: a slow client keeps its version of a page in memory. */
const maxResponseMs = 15_000;
/** Bytes that the parser gets at once: the smallest request has 25. */
const sliceSize = 256;
/** Maximum number of requests of a connection that wait for the response of an earlier one. */
const maxWaitingRequests = 10;

export const sendText = (reply: FastifyReply, status: number, line: string) =>
  reply.code(status).type("text/plain; charset=utf-8").send(`${line}\n`);

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

/** Passes what a connection receives to the parser in slices, and nothing more once it is closed: the objects of all requests of 64 KiB,
 *  of some hundred connections, would fill the memory. */
export function readInSlices(socket: Socket) {
  const push = socket.push.bind(socket);
  socket.push = (chunk: Buffer | null) => {
    let rest = chunk;
    for (; rest && rest.length > sliceSize && !socket.destroyed; rest = rest.subarray(sliceSize))
      push(rest.subarray(0, sliceSize));
    return !socket.destroyed && push(rest);
  };
  socket.on("data", () => {}); // without a listener, the parser reads from the system
}

/** Handles one request of a connection at a time, as the HTTP server of Go does: Node.js dispatches all requests of a packet at once.
 *  The connection is not read while requests wait, and closed if too many of them came in one packet. */
export function handleInOrder(handle: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? [];
    const start = () => {
      response.once("close", () => {
        if (!request.complete) socket.destroySoon(); // its body would be read to the end
        const next = socket.destroyed ? undefined : queue.shift();
        if (next) return next();
        queues.delete(socket);
        socket.resume();
      });
      handle(request, response);
    };
    if (socket.destroyed) return;
    if (!queues.has(socket)) {
      queues.set(socket, queue);
      return start();
    }
    if (queue.push(start) > maxWaitingRequests) socket.destroy();
    // the parser resumes the connection at the end of each request
    else queueMicrotask(() => void (queues.has(socket) && socket.pause()));
  };
}

// Texts of responses that all requests share until they change.

/** A text. `gzipped` compresses it at most once, when a request needs that. */
type SharedText = { readonly plain: Buffer; readonly gzipped: () => Buffer | Promise<Buffer> };

/** Maximum size of a text that is compressed in the main thread, in characters: it takes a few milliseconds, and needs no thread of the
 *  pool, which files and names can occupy. */
const maxInPlace = 100_000;
/** A higher level takes three times as long and saves a fifth of the bytes. */
const options = { level: 1 };
const gzipInPool = promisify(gzip);

function share(text: string): SharedText {
  let gzipped: Buffer | Promise<Buffer> | undefined;
  return {
    plain: Buffer.from(text),
    gzipped() {
      gzipped ??= text.length <= maxInPlace ? gzipSync(text, options) : gzipInPool(text, options);
      return gzipped;
    },
  };
}

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
