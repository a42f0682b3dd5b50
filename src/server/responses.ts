/** Responses in progress. */
import type { ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import type { FastifyInstance } from "fastify";

/** Maximum time from a request to the end of its response: a slow client keeps its version of a page in memory. */
const maxResponseMs = 15_000;

/** Cuts responses that are not read in time. A closing server completes the others. */
export function limitResponses(app: FastifyInstance) {
  const open = new Set<ServerResponse>();
  app.addHook("onRequest", async (_request, { raw }) => {
    const tooLate = setTimeout(() => raw.destroy(), maxResponseMs);
    open.add(raw);
    raw.once("close", () => {
      clearTimeout(tooLate);
      open.delete(raw);
    });
  });
  app.addHook("preClose", async () => {
    await Promise.allSettled([...open].map((response) => finished(response)));
  });
}
