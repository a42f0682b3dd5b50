/** `/metrics` and `/probe`. No request waits for a node: what they send is ready. */
import { setImmediate } from "node:timers/promises";
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import type { Exporter } from "../../exporter/exporter.ts";
import { gzipStream, join, type Text } from "../../prometheus/text.ts";
import { acceptsGzip } from "../accept-encoding.ts";
import { sendText } from "../reply.ts";

export type MetricsOptions = { readonly exporter: Exporter; readonly telemetryPath: string };

const contentType = "text/plain; version=0.0.4; charset=utf-8";

type Page = { readonly parts: readonly Text[]; readonly plain: Buffer; readonly gzip: Buffer };

function createPage(parts: readonly Text[]): Page {
  const whole = join(parts);
  return { parts, plain: Buffer.concat(whole.plain), gzip: Buffer.concat(gzipStream(whole)) };
}

/** Returns a function that makes the page of the same parts once for each key. */
function cachePages<K extends object>() {
  const pages = new WeakMap<K, Page>();
  return (key: K, parts: readonly Text[]): Page => {
    const last = pages.get(key);
    if (last?.parts.length === parts.length && parts.every((part, i) => part === last.parts[i])) return last;
    const page = createPage(parts);
    pages.set(key, page);
    return page;
  };
}

/** The system takes a millisecond to copy as many bytes. */
const largeBytes = 256 * 1024;

/** Returns a function that resolves in a turn of the event loop of its own: if many clients request megabytes at once, other
 *  work passes between their responses. */
function takeTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}

export const metricsRoutes: FastifyPluginCallback<MetricsOptions> = (app, { exporter, telemetryPath }, done) => {
  const pageOf = cachePages();
  const nextTurn = takeTurns();

  async function send({ headers }: FastifyRequest, reply: FastifyReply, page: Page) {
    const isPacked = acceptsGzip(headers["accept-encoding"]);
    const body = isPacked ? page.gzip : page.plain;
    if (body.length >= largeBytes) await nextTurn();
    if (isPacked) reply.header("content-encoding", "gzip");
    return reply.header("vary", "Accept-Encoding").type(contentType).send(body);
  }

  app.get(telemetryPath, async (request, reply) => {
    const target = exporter.target("");
    const own = await exporter.process.text();
    const parts = target ? [own, await target.metrics.text(), target.page.text()] : [own];
    return send(request, reply, pageOf(exporter, parts));
  });

  app.get("/probe", async (request, reply) => {
    const { target: name } = request.query as { readonly target?: unknown };
    if (typeof name !== "string" || name === "")
      return sendText(reply, 400, "which node? /probe?target=NAME, with one of the names that /sd lists");
    const target = exporter.target(name);
    if (!target) return sendText(reply, 404, "no node has this name: /sd lists those of the configuration");
    return send(request, reply, pageOf(target, [await target.metrics.text(), target.page.text()]));
  });
  done();
};
