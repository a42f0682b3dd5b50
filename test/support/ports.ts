import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that connections are made from: there a client could meet itself. */
const first = 20_000;
/** Each of the test processes that run at once has so many of its own: what one is about to use, the other would still find free. */
const each = 1000;
const processes = 10;
const given = new Set<number>();

/** One that nobody listens on, and that nobody else is told of. */
export async function freePort(): Promise<number> {
  const own = Number(process.env["VITEST_POOL_ID"] ?? 0) % processes;
  for (;;) {
    const port = first + own * each + Math.floor(Math.random() * each);
    if (given.has(port)) continue;
    const server = createServer().listen(port, "127.0.0.1");
    const listening = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!listening) continue;
    given.add(port);
    server.close();
    await once(server, "close");
    return port;
  }
}
