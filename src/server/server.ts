/** HTTP server. No request triggers a call to a node: responses are prepared in advance. */
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { limitConnections } from "./limits/connections.ts";
import { limitPages } from "./limits/page-limit.ts";
import { limitRequests, rejectBursts } from "./limits/requests.ts";
import { sendText } from "./reply.ts";
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
const badRequestText = "bad request: send one request at a time, without a body\n";
const badRequest = `HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${badRequestText.length}\r\n\r\n${badRequestText}`;
const maxIdleMs = 30_000;
const maxConnections = 512;

/** Creates the server with all its routes. The caller starts it with `listen` and closes it. */
export function createServer({ web, ...options }: ServerOptions): FastifyInstance {
  const app = createApp(web);
  const connections = limitConnections(app.server, maxConnections);
  if (web) requireAuthentication(app, web, probePaths);
  app.addHook("onRequest", async (_request, reply) => connections.protect(reply.raw));
  handleErrors(app, options.telemetryPath);
  app.removeAllContentTypeParsers(); // an empty body would not be JSON
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, _body, done) => done(null)); // no route reads a body
  app.register((pages, _options, done) => {
    limitPages(pages);
    pages.register(metricsRoutes, options);
    pages.register(landingRoutes, options);
    pages.register(statusRoutes, options);
    done();
  });
  app.register(discoveryRoutes, { ...options, isTls: web?.https !== undefined });
  app.register(lifecycleRoutes, options);
  return app;
}

function createApp(web: WebSecurity | undefined): FastifyInstance {
  return Fastify({
    serverFactory: (handle: RequestListener) => {
      const listener = limitRequests(handle);
      const server = web?.https
        ? createHttpsServer({ ...limits, ...web.https }, listener)
        : createHttpServer(limits, listener);
      rejectBursts(server);
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
