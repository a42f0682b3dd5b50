/** HTTP server. No request triggers a call to a node: responses are prepared in advance. */
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { limitConnections } from "../http/connections.ts";
import { limitPages } from "./limits/page-limit.ts";
import { sendText } from "./reply.ts";
import { type DiscoveryOptions, discoveryRoutes } from "./routes/discovery.ts";
import { landingRoutes } from "./routes/landing.ts";
import { type LifecycleOptions, lifecycleRoutes, probePaths } from "./routes/lifecycle.ts";
import { type MetricsOptions, metricsRoutes } from "./routes/metrics.ts";
import { requireAuthentication } from "./security/authentication.ts";
import type { WebSecurity } from "./security/security.ts";

export type ServerOptions = MetricsOptions &
  LifecycleOptions &
  Omit<DiscoveryOptions, "isTls"> & {
    readonly web?: WebSecurity | undefined;
  };

/** Milliseconds and bytes. */
const limits = { requestTimeout: 10_000, connectionTimeout: 30_000, keepAliveTimeout: 75_000, bodyLimit: 1024 };
const protocolLimits = { maxHeaderSize: 8 * 1024, headersTimeout: 10_000, connectionsCheckingInterval: 1000 };
const maxConnections = 512;

/** Creates the server with all its routes. The caller starts it with `listen` and closes it. */
export function createServer({ web, ...options }: ServerOptions): FastifyInstance {
  const app = createApp(web);
  limitConnections(app.server, maxConnections);
  if (web) requireAuthentication(app, web, probePaths);
  handleErrors(app, options.telemetryPath);
  app.removeAllContentTypeParsers(); // an empty body would not be JSON
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, _body, done) => done(null)); // no route reads a body
  app.register((pages, _options, done) => {
    limitPages(pages);
    pages.register(metricsRoutes, options);
    pages.register(landingRoutes, options);
    done();
  });
  app.register(discoveryRoutes, { ...options, isTls: web?.https !== undefined });
  app.register(lifecycleRoutes, options);
  return app;
}

function createApp(web: WebSecurity | undefined): FastifyInstance {
  const options = {
    ...limits,
    forceCloseConnections: "idle",
    frameworkErrors: (_error: Error, _request: FastifyRequest, reply: FastifyReply) => {
      if (web) reply.headers(web.headers()); // no hook runs for an invalid URL
      sendText(reply, 400, "bad request");
    },
    clientErrorHandler: (_error: Error, socket: Socket) => {
      if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
      else socket.destroy();
    },
  } as const;
  return web?.https
    ? Fastify({ ...options, https: { ...protocolLimits, ...web.https } })
    : Fastify({ ...options, http: protocolLimits });
}

function handleErrors(app: FastifyInstance, telemetryPath: string) {
  app.setNotFoundHandler((request, reply) => {
    const url = request.url.split("?")[0] ?? "";
    const methods = (["GET", "HEAD", "POST"] as const).filter((method) => app.hasRoute({ url, method }));
    if (methods.length === 0) return sendText(reply, 404, `not found: metrics are at ${telemetryPath}`);
    return sendText(reply.header("allow", methods.join(", ")), 405, "method not allowed");
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    return sendText(reply, status, status < 500 ? "bad request" : "internal error");
  });
}
