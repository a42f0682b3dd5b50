/** Limits the number of large responses, and the time that a client can take to read one while others wait. */
import type { ServerResponse } from "node:http";
import { finished } from "node:stream";
import { finished as untilFinished } from "node:stream/promises";
import type { FastifyInstance } from "fastify";
import { sendText } from "../reply.ts";

/** Maximum number of concurrent responses. */
const maxOpen = 40;
/** Maximum number of requests that wait for a slot. */
const maxWaiting = 40;
/** Minimum time to read a response, even if other requests wait. */
const minOpenMs = 5000;

type Waiting = { readonly response: ServerResponse; readonly resolve: (hasSlot: boolean) => void };

/** Limits the routes of this plugin. The server closes when their responses have been sent. */
export function limitPages(app: FastifyInstance) {
  const slots = createPageSlots();
  app.addHook("onRequest", async (_request, reply) => {
    if (await slots.take(reply.raw)) return;
    return sendText(reply.header("retry-after", "1"), 503, "too many concurrent requests: try again");
  });
  app.addHook("preClose", () => slots.untilFree());
}

export function createPageSlots() {
  /** Responses and the time at which they got their slot, the oldest first. */
  const open = new Map<ServerResponse, number>();
  let waiting: Waiting[] = [];
  let nextEnd: NodeJS.Timeout | undefined;

  /** Assigns free slots to waiting requests. Closes the oldest response after `minOpenMs` if requests still wait. */
  function admit() {
    clearTimeout(nextEnd);
    for (const { response, resolve } of waiting) if (response.destroyed) resolve(false);
    waiting = waiting.filter(({ response }) => !response.destroyed);
    for (const { response, resolve } of waiting.splice(0, maxOpen - open.size)) {
      open.set(response, performance.now());
      // also calls back for a response that has been closed already
      finished(response, () => {
        open.delete(response);
        admit();
      });
      resolve(true);
    }
    const [oldest] = open;
    if (!oldest || waiting.length === 0) return;
    const [response, since] = oldest;
    const leftMs = since + minOpenMs - performance.now();
    if (leftMs > 0) {
      nextEnd = setTimeout(admit, leftMs);
      return;
    }
    open.delete(response);
    response.destroy();
    admit();
  }

  return {
    /** Resolves to true once the response has a slot, and to false if too many requests wait or the client has disconnected.
     *  The end of the response frees the slot, however it ends. */
    take: (response: ServerResponse) =>
      new Promise<boolean>((resolve) => {
        waiting.push({ response, resolve });
        admit();
        if (waiting.length > maxWaiting) waiting.pop()?.resolve(false);
      }),
    async untilFree() {
      await Promise.allSettled([...open.keys()].map((response) => untilFinished(response)));
    },
  };
}
