/** HTTP server. No request triggers a call to a node. */
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { sendText } from "./reply.ts";
import { limitResponses } from "./responses.ts";
import { type DiscoveryOptions, discoveryRoutes } from "./routes/discovery.ts";
import { landingRoutes } from "./routes/landing.ts";
import { type LifecycleOptions, lifecycleRoutes, probePaths } from "./routes/lifecycle.ts";
import { type MetricsOptions, metricsRoutes } from "./routes/metrics.ts";
import { statusRoutes } from "./routes/status.ts";
import { requireAuthentication } from "./security/authentication.ts";
import type { WebSecurity } from "./security/security.ts";

export type ServerOptions = MetricsOptions &
  LifecycleOptions &
  Omit<DiscoveryOptions, "isTls"> & {
    readonly web?: WebSecurity | undefined;
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
/** No route reads a body. */
const bodyLimit = 1;

const badRequestText = "bad request\n";
const badRequest = `HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${badRequestText.length}\r\n\r\n${badRequestText}`;

/** Creates the server with all its routes. The caller starts it with `listen` and closes it. */
export function createServer({ web, ...options }: ServerOptions): FastifyInstance {
  const app = createApp(web);
  limitResponses(app);
  if (web) requireAuthentication(app, web, probePaths);
  handleErrors(app, options.telemetryPath);
  app.removeAllContentTypeParsers(); // an empty body would not be JSON
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, _body, done) => done(null)); // no route reads a body
  app.register(metricsRoutes, options);
  app.register(landingRoutes, options);
  app.register(statusRoutes, options);
  app.register(discoveryRoutes, { ...options, isTls: web?.https !== undefined });
  app.register(lifecycleRoutes, options);
  return app;
}

function createApp(web: WebSecurity | undefined): FastifyInstance {
  return Fastify({
    bodyLimit,
    serverFactory: (handle: RequestListener) => {
      const server = web?.https
        ? createHttpsServer({ ...limits, ...web.https }, handle)
        : createHttpServer(limits, handle);
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
