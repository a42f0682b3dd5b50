/** HTTP server, with limits for its connections. No request triggers a call to a node. */
import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { limitResponses, sendText } from "./responses.ts";
import { probePaths, type RouteOptions, routes } from "./routes.ts";
import type { WebSecurity } from "./web-config.ts";

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

/** The response to bytes that are no request. */
const badRequest =
  "HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 12\r\n\r\nbad request\n";

/** Creates the server with all its routes. The caller starts it with `listen` and closes it. */
export function createServer({ web, log, ...options }: ServerOptions): FastifyInstance {
  const app = Fastify({
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

/** Bytes that the parser gets at once: the smallest request has 25. */
const sliceSize = 256;

/** Passes what a connection receives to the parser in slices, and nothing more once it is closed: the objects of all requests of 64 KiB,
 *  of some hundred connections, would fill the memory. */
function readInSlices(socket: Socket) {
  const push = socket.push.bind(socket);
  socket.push = (chunk: Buffer | null) => {
    let rest = chunk;
    for (; rest && rest.length > sliceSize && !socket.destroyed; rest = rest.subarray(sliceSize))
      push(rest.subarray(0, sliceSize));
    return !socket.destroyed && push(rest);
  };
  socket.on("data", () => {}); // without a listener, the parser reads from the system
}

/** Maximum number of requests of a connection that wait for the response of an earlier one. */
const maxWaitingRequests = 10;

/** Handles one request of a connection at a time, as the HTTP server of Go does: Node.js dispatches all requests of a packet at once.
 *  The connection is not read while requests wait, and closed if too many of them came in one packet. */
function handleInOrder(handle: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? [];
    const start = () => {
      response.once("close", () => {
        if (!request.complete) socket.destroySoon(); // its body would be read to the end
        const next = socket.destroyed ? undefined : queue.shift();
        if (next) return next();
        queues.delete(socket);
        socket.resume();
      });
      handle(request, response);
    };
    if (socket.destroyed) return;
    if (!queues.has(socket)) {
      queues.set(socket, queue);
      return start();
    }
    if (queue.push(start) > maxWaitingRequests) socket.destroy();
    // the parser resumes the connection at the end of each request
    else queueMicrotask(() => void (queues.has(socket) && socket.pause()));
  };
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
