/** Limits a connection to one request at a time, without a body. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";

/** Maximum time from a request to the end of its response. */
const maxResponseMs = 15_000;

/** No route reads a body. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Returns a listener that passes requests to `handle`, one at a time per connection. It closes a connection on which a request
 *  arrives while an earlier one is in progress (pipelining), and one that has not read its response after `maxResponseMs`. It
 *  rejects a request with a body. */
export function limitRequests(handle: RequestListener): RequestListener {
  const inProgress = new WeakMap<Socket, ServerResponse>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    if (inProgress.get(socket)?.writableFinished === false) {
      socket.destroy();
      return;
    }
    inProgress.set(socket, response);
    const tooLate = setTimeout(() => socket.destroy(), maxResponseMs);
    response.once("close", () => clearTimeout(tooLate));
    if (hasBody(request)) response.writeHead(413, { connection: "close" }).end("send the request without a body\n");
    else handle(request, response);
  };
}

const endOfHead = "\r\n\r\n";

/** Rejects data that continues after the head of a request: more requests, or a body. Otherwise the parser would create objects for
 *  all requests in a chunk of 64 KiB (5 MB, 50 ms) in the turn of the event loop that reads it. */
export function rejectBursts(server: Server) {
  server.on(server instanceof TlsServer ? "secureConnection" : "connection", (socket: Socket) =>
    // ahead of the listener that parses; the parser rejects a NUL
    socket.prependListener("data", (chunk: Buffer) => {
      const end = chunk.indexOf(endOfHead);
      if (end >= 0 && end + endOfHead.length < chunk.length) chunk.fill(0);
    }),
  );
}
