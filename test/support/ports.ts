import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that connections are made from: there a client could meet itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer().listen(port, "127.0.0.1");
    const listening = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!listening) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
