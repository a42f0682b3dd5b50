/** Limits the responses that carry a large page: their number, and the time that a client may take to read one. */
import type { ServerResponse } from "node:http";
import { finished } from "node:stream";
import { finished as untilFinished } from "node:stream/promises";
import type { FastifyInstance } from "fastify";
import { sendText } from "./reply.ts";

/** Responses at once. */
const maxOpen = 40;
/** Requests that wait for a slot. */
const maxWaiting = 40;
/** A client has at least this long to read, even if other requests wait. */
const minOpenMs = 5000;
/** A client has at most this long to read. */
const maxOpenMs = 15_000;

type Waiting = { readonly response: ServerResponse; readonly resolve: (hasSlot: boolean) => void };

/** Limits the routes of this plugin. The server closes when their responses have been sent. */
export function limitPages(app: FastifyInstance) {
  const slots = createPageSlots();
  app.addHook("onRequest", async (_request, reply) => {
    if (await slots.take(reply.raw)) return;
    return sendText(reply.header("retry-after", "1"), 503, "too many requests at once: try again");
  });
  app.addHook("preClose", () => slots.untilFree());
}

export function createPageSlots() {
  /** The time at which each response got its slot; the oldest comes first. */
  const open = new Map<ServerResponse, number>();
  let waiting: Waiting[] = [];
  let nextCut: NodeJS.Timeout | undefined;

  function take(response: ServerResponse) {
    open.set(response, performance.now());
    const late = setTimeout(() => response.destroy(), maxOpenMs);
    // also calls back for a response that has been closed already
    finished(response, () => {
      clearTimeout(late);
      open.delete(response);
      admit();
    });
  }

  /** Returns the milliseconds until it may be done, if it is too early. */
  function cutOldest(): number {
    for (const [response, since] of open) {
      const earlyMs = since + minOpenMs - performance.now();
      if (earlyMs > 0) return earlyMs;
      open.delete(response);
      response.destroy();
      break;
    }
    return 0;
  }

  function dropGone() {
    for (const { response, resolve } of waiting) if (response.destroyed) resolve(false);
    waiting = waiting.filter(({ response }) => !response.destroyed);
  }

  function admit() {
    clearTimeout(nextCut);
    dropGone();
    for (let next = waiting[0]; next; next = waiting[0]) {
      const earlyMs = open.size < maxOpen ? 0 : cutOldest();
      if (earlyMs > 0) {
        nextCut = setTimeout(admit, earlyMs);
        return;
      }
      waiting.shift();
      take(next.response);
      next.resolve(true);
    }
  }

  return {
    /** Resolves to true once the response has a slot, and to false if too many requests wait or the client has gone.
     *  The end of the response frees the slot, however it ends. While requests wait, the response that has been open longest
     *  is cut as soon as it has had `minOpenMs`. */
    take: (response: ServerResponse) =>
      new Promise<boolean>((resolve) => {
        dropGone();
        if (response.destroyed || waiting.length >= maxWaiting) {
          resolve(false);
          return;
        }
        waiting.push({ response, resolve });
        admit();
      }),
    /** Resolves when the responses that have slots now have ended. */
    async untilFree() {
      await Promise.allSettled([...open.keys()].map((response) => untilFinished(response)));
    },
  };
}
