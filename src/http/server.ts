/** What Prometheus scrapes and people look at. No request reaches the node: pages are ready before they are asked for. */
import type { ServerResponse } from "node:http";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Exporter } from "../exporter/exporter.ts";
import { coalesce, gzipStream, join, type Text } from "../prometheus/text.ts";
import { landingPage } from "./landing-page.ts";

export type ServerOptions = { readonly exporter: Exporter; readonly telemetryPath: string };

const contentType = "text/plain; version=0.0.4; charset=utf-8";
/** A node that cannot be reached must not make Kubernetes restart the exporter: ready it is all the same. */
const readyAfter = 5000;

const limits = {
  requestTimeout: 10_000,
  connectionTimeout: 30_000,
  keepAliveTimeout: 75_000,
  bodyLimit: 1024,
  http: { maxHeaderSize: 8 * 1024, headersTimeout: 10_000 },
};

export function createServer({ exporter, telemetryPath }: ServerOptions): FastifyInstance {
  const app = Fastify({
    ...limits,
    forceCloseConnections: "idle",
    clientErrorHandler: (_error, socket) => refuse(socket),
  });
  const metricsPage = createMetricsPage(exporter);
  const begin = performance.now();
  const ready = () => exporter.ready() || performance.now() - begin >= readyAfter;

  app.get(telemetryPath, metricsPage);
  app.get("/-/healthy", (_request, reply) => text(reply, 200, "healthy"));
  app.get("/-/ready", (_request, reply) =>
    ready() ? text(reply, 200, "ready") : text(reply, 503, "first rounds under way"),
  );
  app.get("/", (_request, reply) => {
    const html = landingPage({ build: exporter.build, target: exporter.target, telemetryPath });
    return reply.headers(pageHeaders).type("text/html; charset=utf-8").send(html);
  });
  const paths = new Set([telemetryPath, "/-/healthy", "/-/ready", "/"]);
  app.setNotFoundHandler((request, reply) => {
    const [path = ""] = request.url.split("?");
    if (!paths.has(path)) return text(reply, 404, `not found: metrics are at ${telemetryPath}`);
    return text(reply.header("allow", "GET, HEAD"), 405, "method not allowed");
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    return text(reply, status, status < 500 ? "bad request" : "internal error");
  });
  return app;
}

const pageHeaders = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  "x-content-type-options": "nosniff",
};

const text = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).type("text/plain; charset=utf-8").send(`${message}\n`);

function refuse(socket: { writable: boolean; end: (text: string) => void; destroy: () => void }) {
  if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
  else socket.destroy();
}

const wantsGzip = (accept: string | undefined) => /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept ?? "");

type Sendable = { readonly headers: Readonly<Record<string, string | number>>; readonly buffers: readonly Buffer[] };
type Body = { readonly parts: readonly Text[]; readonly plain: Sendable; readonly gzip: Sendable };

/** The same state gives the same buffers: joined once, sent to all. */
function createMetricsPage({ process, target }: Exporter) {
  let body: Body | undefined;
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const parts = [await process.text(), await target.metrics.text(), target.page.text()];
    if (!body || parts.some((part, i) => part !== body?.parts[i])) body = createBody(parts);
    reply.hijack();
    send(reply.raw, wantsGzip(headers["accept-encoding"]) ? body.gzip : body.plain);
  };
}

function createBody(parts: readonly Text[]): Body {
  const whole = join(parts);
  const sendable = (buffers: readonly Buffer[], encoding: Readonly<Record<string, string>>): Sendable => {
    const length = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
    const headers = { "content-type": contentType, vary: "Accept-Encoding", ...encoding, "content-length": length };
    return { buffers, headers };
  };
  return {
    parts,
    plain: sendable(whole.plain, {}),
    gzip: sendable(coalesce(gzipStream(whole)), { "content-encoding": "gzip" }),
  };
}

/** Head and ready buffers in one writev: nothing is copied. It ends when all is with the system: a response that has ended
 *  counts as idle, and a server that closes would cut what a slow reader has not taken yet. */
function send(response: ServerResponse, { headers, buffers }: Sendable) {
  response.writeHead(200, headers);
  response.cork();
  buffers.forEach((buffer, i) => {
    response.write(buffer, i === buffers.length - 1 ? () => response.end() : undefined);
  });
  response.uncork();
}
