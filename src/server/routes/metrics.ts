/** `/metrics` and `/probe`. No request waits for a node: responses are prepared in advance. */

import { setImmediate } from "node:timers/promises";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { paths } from "../../config/paths.ts";
import type { Exporter } from "../../exporter/exporter.ts";
import { append, type Block, type Body, emptyBody, gzip } from "../../exposition/block.ts";
import { createVersionLimit } from "../limits/version-limit.ts";
import { acceptsGzip, sendText } from "../reply.ts";

export type MetricsOptions = { readonly exporter: Exporter; readonly telemetryPath: string };

const contentType = "text/plain; version=0.0.4; charset=utf-8";

/** Responses of more bytes are sent one per turn of the event loop. 16 pages of 3 MiB in one turn take 18 ms. */
const maxSharedTurnBytes = 1024 * 1024;

/** Creates a function that joins a page and blocks of the exporter's own metrics. Scrapes share the result until one of them changes,
 *  because joining a large page takes longer than sending it. */
function createJoiner(partsOf: (body: Body) => readonly Uint8Array[]) {
  const joined = new WeakMap<Body, { readonly own: readonly Block[]; readonly bytes: Uint8Array }>();
  return (page: Body, own: readonly Block[]): Uint8Array => {
    const last = joined.get(page);
    if (last?.own.every((block, i) => block === own[i])) return last.bytes;
    const bytes = Buffer.concat(partsOf(append(page, own)));
    joined.set(page, { own, bytes });
    return bytes;
  };
}

/** Creates a function that sends a page with blocks of the exporter's own metrics. */
function createSender(limitVersions: ReturnType<typeof createVersionLimit>) {
  const joinPlain = createJoiner(({ plain }) => plain);
  const joinGzipped = createJoiner(gzip);
  let lastTurn: Promise<void> = Promise.resolve();
  return async ({ headers }: FastifyRequest, reply: FastifyReply, page: Body, own: readonly Block[]) => {
    const isGzipped = acceptsGzip(headers["accept-encoding"]);
    if (isGzipped) reply.header("content-encoding", "gzip");
    const bytes = isGzipped ? joinGzipped(page, own) : joinPlain(page, own);
    limitVersions(bytes, reply.raw);
    reply.header("vary", "Accept-Encoding").header("content-length", bytes.length).type(contentType);
    if (bytes.length > maxSharedTurnBytes) {
      lastTurn = lastTurn.then(() => setImmediate());
      await lastTurn;
    }
    return reply.send(bytes);
  };
}

export const metricsRoutes: FastifyPluginAsync<MetricsOptions> = async (app, { exporter, telemetryPath }) => {
  const limitVersions = createVersionLimit();
  const sendAll = createSender(limitVersions);
  app.get(telemetryPath, async (request, reply) => {
    const target = exporter.target("");
    const own = target ? [await target.metrics.text()] : [];
    return sendAll(request, reply, target?.page.body() ?? emptyBody, [...own, await exporter.process.text()]);
  });

  const sendNode = createSender(limitVersions);
  app.get(paths.probe, async (request, reply) => {
    const { target: name } = request.query as { readonly target?: unknown };
    if (typeof name !== "string" || name === "")
      return sendText(reply, 400, "missing parameter target: use /probe?target=NAME with a name listed by /sd");
    const target = exporter.target(name);
    if (!target) return sendText(reply, 404, "unknown target: /sd lists the configured nodes");
    return sendNode(request, reply, target.page.body(), [await target.metrics.text()]);
  });
};
