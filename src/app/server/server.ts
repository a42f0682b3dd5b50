/** HTTP server, with limits for its connections. No request triggers a call to a node. */
import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { type Gate, limitRequests } from "./gate.ts";
import { limitResponses, sendText } from "./responses.ts";
import { probePaths, type RouteOptions, routes } from "./routes.ts";
import type { WebSecurity } from "./web-config.ts";

export type ServerOptions = RouteOptions & {
  readonly web?: WebSecurity | undefined;
  readonly log: Pick<Logger, "warn">;
};

/** Milliseconds and bytes. */
const limits = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 0, // a request is its head
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 75_000,
  requireHostHeader: false, // isAmbiguous requires it
};
const maxIdleMs = 30_000;

/** Returns the response to bytes that are no request, or too many for one. */
function rejectionOf({ code }: NodeJS.ErrnoException): string {
  const tooLarge = `the request headers are larger than ${limits.maxHeaderSize / 1024} KiB: remove cookies`;
  const isTooLarge = code === "HPE_HEADER_OVERFLOW";
  const status = isTooLarge ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const text = isTooLarge ? tooLarge : "bad request";
  return `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${text.length + 1}\r\n\r\n${text}\n`;
}

/** Creates the server with all its routes. The caller starts it with `listen` and closes it. */
export function createServer({ web, log, ...options }: ServerOptions): FastifyInstance {
  const app = Fastify({
    serverFactory: (handle: RequestListener) => {
      const handleOne = oneByOne(handle);
      // an import would load all that the module exports, with another HTTP client
      const server = web?.https
        ? process.getBuiltinModule("node:https").createServer({ ...limits, ...web.https }, handleOne)
        : process.getBuiltinModule("node:http").createServer(limits, handleOne);
      server.on("checkContinue", handleOne).on("checkExpectation", handleOne); // without listeners Node.js answers itself
      limitRequests(server, web?.https ? "secureConnection" : "connection");
      return server.setTimeout(maxIdleMs);
    },
    frameworkErrors: (_error: Error, _request: FastifyRequest, reply: FastifyReply) => {
      if (web) reply.headers(web.headers()); // no hook runs for an invalid URL
      sendText(reply, 400, "bad request");
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => {
      if (!socket.writable || !("passNext" in socket)) return void socket.destroy(); // its TLS handshake has not ended
      socket.write(rejectionOf(error));
      socket.destroySoon();
    },
  });
  limitResponses(app, log);
  app.addHook("onRequest", async ({ raw }, reply) => {
    if (isAmbiguous(raw)) return sendText(reply, 400, "bad request");
    if (!/^(100-continue)?$/i.test(raw.headers.expect ?? "")) return sendText(reply, 417, "unknown expectation");
  });
  if (web) secure(app, web);
  handleErrors(app, options.telemetryPath);
  app.removeAllContentTypeParsers(); // an empty body would not be JSON
  app.addContentTypeParser("*", (_request, _body, done) => done(null)); // no route reads a body
  app.register(routes, options);
  return app;
}

/** Returns whether a proxy in front of the exporter can read another request in it (RFC 9112, 3.2 and 6.1). */
function isAmbiguous({ httpVersion, headers, headersDistinct }: IncomingMessage): boolean {
  const hosts = headersDistinct["host"]?.length ?? 0;
  if (httpVersion === "1.0") return hosts > 1 || headers["transfer-encoding"] !== undefined;
  return httpVersion !== "1.1" || hosts !== 1;
}

/** Handles a request, and passes the next one, unless the connection must end: no route reads a body, which stays in the socket, and after a
 *  request for an upgrade, the parser of Node.js hides its errors. */
const oneByOne =
  (handle: RequestListener): RequestListener =>
  (request, response) => {
    const { "transfer-encoding": encoding, "content-length": length = 0, upgrade } = request.headers;
    const isLast = encoding !== undefined || Number(length) > 0 || upgrade !== undefined || isAmbiguous(request);
    const gate = request.socket as unknown as Gate;
    gate.hold();
    if (isLast) response.setHeader("connection", "close");
    else response.once("close", gate.passNext);
    handle(request, response);
  };

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
