/** HTTP server. No request triggers a call to a node. */
import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Fastify from "fastify";
import type { Logger } from "pino";
import { handleInOrder, limitResponses, readInSlices, sendText } from "./responses.ts";
import { probePaths, type RouteOptions, routes } from "./routes.ts";
import type { WebSecurity } from "./security.ts";

export type ServerOptions = RouteOptions & {
  readonly web?: WebSecurity | undefined;
  readonly log: Pick<Logger, "warn">;
};

/** Milliseconds and bytes. */
const limits = {
  maxHeaderSize: 8 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 75_000,
};
const maxIdleMs = 30_000;

const badRequestText = "bad request\n";
const badRequest = `HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${badRequestText.length}\r\n\r\n${badRequestText}`;

/** Creates the server with all its routes. The caller starts it with `listen` and closes it. */
export function createServer({ web, log, ...options }: ServerOptions): FastifyInstance {
  const app = createApp(web);
  limitResponses(app, log);
  app.addHook("onRequest", async ({ raw }, reply) => {
    if (isAmbiguous(raw)) return sendText(reply.header("connection", "close"), 400, "bad request");
  });
  if (web) secure(app, web);
  handleErrors(app, options.telemetryPath);
  app.removeAllContentTypeParsers(); // an empty body would not be JSON
  app.addContentTypeParser("*", (_request, _body, done) => done(null)); // no route reads a body
  app.register(routes, options);
  return app;
}

/** Returns whether a proxy in front of the exporter can read another request in it (RFC 9112, 3.2 and 6.1). */
const isAmbiguous = ({ httpVersion, headers, headersDistinct }: IncomingMessage) =>
  Number(httpVersion) < 1 ||
  (httpVersion === "1.0" && headers["transfer-encoding"] !== undefined) ||
  (headersDistinct["host"]?.length ?? 0) > 1;

function createApp(web: WebSecurity | undefined): FastifyInstance {
  return Fastify({
    serverFactory: (handle: RequestListener) => {
      const inOrder = handleInOrder(handle);
      // an import would load all that the module exports, with another HTTP client
      const server = web?.https
        ? process.getBuiltinModule("node:https").createServer({ ...limits, ...web.https }, inOrder)
        : process.getBuiltinModule("node:http").createServer(limits, inOrder);
      server.on(web?.https ? "secureConnection" : "connection", readInSlices);
      return server.setTimeout(maxIdleMs);
    },
    frameworkErrors: (_error: Error, _request: FastifyRequest, reply: FastifyReply) => {
      if (web) reply.headers(web.headers()); // no hook runs for an invalid URL
      sendText(reply, 400, "bad request");
    },
    clientErrorHandler: (_error: Error, socket: Socket) => {
      if (socket.writable) socket.end(badRequest, () => socket.destroy());
      else socket.destroy();
    },
  });
}

/** Adds the headers of the web configuration to each response, and requires authentication for all paths except those of probes. */
function secure(app: FastifyInstance, web: WebSecurity) {
  web.attach(app.server);
  app.addHook("onRequest", async ({ url, headers, socket }, reply) => {
    reply.headers(web.headers());
    if (probePaths.includes(url.split("?")[0] ?? "")) return undefined;
    const access = await web.authorize(headers.authorization, socket);
    if (access === "anonymous" || access === "authenticated") return undefined;
    if (access === "overloaded")
      return sendText(reply.header("retry-after", "1"), 503, "too many pending authentication checks: try again");
    const challenge = 'Basic realm="avalanche-exporter", charset="UTF-8"';
    return sendText(reply.header("www-authenticate", challenge), 401, "authentication required");
  });
}

function handleErrors(app: FastifyInstance, telemetryPath: string) {
  const methodsOf = new Map<string, string[]>();
  app.addHook("onRoute", ({ url, method }) => void methodsOf.set(url, [...(methodsOf.get(url) ?? []), method].flat()));
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf.get(request.url.split("?")[0] ?? "");
    if (!methods) return sendText(reply, 404, `not found: metrics are at ${telemetryPath}`);
    return sendText(reply.header("allow", methods.join(", ")), 405, "method not allowed");
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    return sendText(reply, status, status < 500 ? "bad request" : "internal error");
  });
}
