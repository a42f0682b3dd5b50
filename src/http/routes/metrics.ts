/** `/metrics` and `/probe`. No request waits for a node: responses are prepared in advance. */
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import type { Exporter } from "../../exporter/exporter.ts";
import { append, type Body, gzip, join } from "../../prometheus/block.ts";
import { acceptsGzip, sendText } from "../reply.ts";

export type MetricsOptions = { readonly exporter: Exporter; readonly telemetryPath: string };

const contentType = "text/plain; version=0.0.4; charset=utf-8";

/** Maximum number of bytes that are sent at once. */
const maxTurnBytes = 64 * 1024;

/** Yields the parts of a body. Waits for a turn of the event loop after each `maxTurnBytes`, so that other work can run. */
async function* inTurns(parts: readonly Uint8Array[]) {
  let sentBytes = 0;
  for (const part of parts) {
    yield part;
    sentBytes += part.length;
    if (sentBytes < maxTurnBytes) continue;
    await setImmediate();
    sentBytes = 0;
  }
}

function send({ headers }: FastifyRequest, reply: FastifyReply, body: Body) {
  const isGzipped = acceptsGzip(headers["accept-encoding"]);
  const parts = isGzipped ? gzip(body) : body.plain;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (isGzipped) reply.header("content-encoding", "gzip");
  reply.header("vary", "Accept-Encoding").header("content-length", length).type(contentType);
  return reply.send(length > maxTurnBytes ? Readable.from(inTurns(parts)) : Buffer.concat(parts));
}

export const metricsRoutes: FastifyPluginCallback<MetricsOptions> = (app, { exporter, telemetryPath }, done) => {
  app.get(telemetryPath, async (request, reply) => {
    const target = exporter.target("");
    const process = await exporter.process.text();
    const body = target ? append(target.page.body(), [await target.metrics.text(), process]) : join([process]);
    return send(request, reply, body);
  });

  app.get("/probe", async (request, reply) => {
    const { target: name } = request.query as { readonly target?: unknown };
    if (typeof name !== "string" || name === "")
      return sendText(reply, 400, "missing parameter target: use /probe?target=NAME with a name listed by /sd");
    const target = exporter.target(name);
    if (!target) return sendText(reply, 404, "unknown target: /sd lists the configured nodes");
    return send(request, reply, append(target.page.body(), [await target.metrics.text()]));
  });
  done();
};
