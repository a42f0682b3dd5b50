/** Starts a server on a free port, closed after the test. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Uses TLS if options with a certificate are given. */
export async function serve(listener: RequestListener, tls?: ServerOptions) {
  const server = (tls ? createTlsServer(tls, listener) : createServer(listener)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, port, url: `${tls ? "https" : "http"}://127.0.0.1:${port}` };
}
