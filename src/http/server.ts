/** What Prometheus scrapes and people look at. No request reaches a node: pages are ready before they are asked for. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Exporter } from "../exporter/exporter.ts";
import type { Text } from "../prometheus/text.ts";
import type { Web } from "../web/web.ts";
import { guard } from "./guard.ts";
import { createBodies, createSender, wantsGzip } from "./metrics-page.ts";

export type ServerOptions = {
  readonly exporter: Exporter;
  readonly telemetryPath: string;
  /** What /sd tells Prometheus: host and port. */
  readonly externalAddress: () => string;
  /** Reads the configuration anew: what is wrong with it, if anything. undefined where that is not allowed. */
  readonly reload: () => Promise<readonly string[]> | undefined;
  /** undefined where nothing is locked. */
  readonly web?: Web | undefined;
};

/** A node that cannot be reached must not make Kubernetes restart the exporter: ready it is all the same. */
const readyAfter = 5000;

const limits = {
  requestTimeout: 10_000,
  connectionTimeout: 30_000,
  keepAliveTimeout: 75_000,
  bodyLimit: 1024,
};
const protocolLimits = { maxHeaderSize: 8 * 1024, headersTimeout: 10_000 };
const mostConnections = 512;
/** Answers with a page, from the request to the last byte. */
const mostPages = 40;
/** Milliseconds for one answer, to whoever reads slowly. */
const longestAnswer = 60_000;

/** Two libraries less to load: no route has a schema. */
const withoutSchemas = () => () => {
  throw new Error("no route has a schema");
};

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

export function createServer({
  exporter,
  telemetryPath,
  externalAddress,
  reload,
  web,
}: ServerOptions): FastifyInstance {
  const app = createApp(web);
  const begin = performance.now();
  const ready = () => exporter.ready() || performance.now() - begin >= readyAfter;
  const bodyOf = createBodies();
  const send = createSender();
  let landing: Awaited<ReturnType<typeof openLanding>> | undefined;
  /** Most exporters are never looked at: they do without. */
  async function openLanding() {
    const { createLandingPage, pageHeaders } = await import("./landing-page.ts");
    return { page: createLandingPage({ exporter, telemetryPath }), headers: pageHeaders };
  }
  const limited = createLimit(mostPages);

  async function sendPage({ headers }: FastifyRequest, reply: FastifyReply, key: object, parts: readonly Text[]) {
    const body = bodyOf(key, parts);
    reply.hijack();
    await send(reply.raw, wantsGzip(headers["accept-encoding"]) ? body.gzip : body.plain);
  }

  async function metrics(request: FastifyRequest, reply: FastifyReply) {
    const target = exporter.target("");
    const own = await exporter.process.text();
    const parts = target ? [own, await target.metrics.text(), target.page.text()] : [own];
    return sendPage(request, reply, exporter, parts);
  }

  async function probe(request: FastifyRequest, reply: FastifyReply) {
    const { target: name } = request.query as { readonly target?: unknown };
    if (typeof name !== "string" || name === "")
      return text(reply, 400, "which node? /probe?target=NAME, with one of the names that /sd lists");
    const target = exporter.target(name);
    if (!target) return text(reply, 404, "no node has this name: /sd lists those of the configuration");
    return sendPage(request, reply, target, [await target.metrics.text(), target.page.text()]);
  }

  async function forPeople({ headers }: FastifyRequest, reply: FastifyReply) {
    const packed = wantsGzip(headers["accept-encoding"]);
    landing ??= await openLanding(); // not the promise: where files are wanting now, it is tried again
    const { page, headers: pageHeaders } = landing;
    if (packed) reply.header("content-encoding", "gzip");
    return reply
      .headers(pageHeaders)
      .type("text/html; charset=utf-8")
      .send(await page(packed));
  }

  function discovery(_request: FastifyRequest, reply: FastifyReply) {
    const names = exporter.targets().flatMap(({ name }) => (name === "" ? [] : [name]));
    const groups = names.map((name) => ({
      targets: [externalAddress()],
      labels: {
        ...(web?.https && { __scheme__: "https" }),
        __metrics_path__: "/probe",
        __param_target: name,
        node: name,
      },
    }));
    return reply.type("application/json; charset=utf-8").send(`${JSON.stringify(groups, null, 1)}\n`);
  }

  async function reloaded(_request: FastifyRequest, reply: FastifyReply) {
    const errors = await reload();
    if (!errors) return text(reply, 403, "not allowed: --web.enable-lifecycle allows it, and SIGHUP does the same");
    return errors.length === 0 ? text(reply, 200, "reloaded") : text(reply, 400, errors.join("\n"));
  }

  const pages: Readonly<Record<string, Handler>> = {
    [telemetryPath]: limited(metrics),
    "/probe": limited(probe),
    "/sd": discovery,
    "/": limited(forPeople),
    "/-/healthy": (_request, reply) => text(reply, 200, "healthy"),
    "/-/ready": (_request, reply) => (ready() ? text(reply, 200, "ready") : text(reply, 503, "first rounds under way")),
  };
  for (const [path, handler] of Object.entries(pages)) app.get(path, handler);
  app.post("/-/reload", reloaded);
  const allowed = new Map([...Object.keys(pages).map((path) => [path, "GET, HEAD"] as const), ["/-/reload", "POST"]]);
  app.setNotFoundHandler((request, reply) => {
    const allow = allowed.get(request.url.split("?")[0] ?? "");
    if (allow === undefined) return text(reply, 404, `not found: metrics are at ${telemetryPath}`);
    return text(reply.header("allow", allow), 405, "method not allowed");
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    return text(reply, status, status < 500 ? "bad request" : "internal error");
  });
  if (web) guard(app, web, ["/-/healthy", "/-/ready"]);
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, _body, done) => done(null)); // nobody reads bodies
  return app;
}

function createApp(web: Web | undefined): FastifyInstance {
  const options = {
    ...limits,
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    forceCloseConnections: "idle",
    clientErrorHandler: (_error: Error, socket: Socket) => refuse(socket),
  } as const;
  const app: FastifyInstance = web?.https
    ? Fastify({ ...options, https: { ...protocolLimits, ...web.https } })
    : Fastify({ ...options, http: protocolLimits });
  app.server.maxConnections = mostConnections;
  return app;
}

const text = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).type("text/plain; charset=utf-8").send(`${message}\n`);

/** At most so many at once, each for so long: who comes beyond is asked to come again. */
function createLimit(most: number) {
  const open = new Set<ServerResponse>();
  return (handler: Handler): Handler =>
    (request, reply) => {
      if (open.size >= most) return text(reply.header("retry-after", "1"), 503, "too many at once: try again");
      const { raw } = reply;
      const late = setTimeout(() => raw.destroy(), longestAnswer);
      open.add(raw);
      raw.once("close", () => {
        clearTimeout(late);
        open.delete(raw);
      });
      return handler(request, reply);
    };
}

function refuse(socket: Socket) {
  if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
  else socket.destroy();
}
