/** A server of the test's own, on a free port, gone when the test is over. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Over TLS, where options with a certificate are given. */
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
