/** Reserved ports. A program that can listen on port 0 and report its address needs none. A test needs one for an address at
 *  which nothing listens, for a restart at the same address, and for a program that does not report its address. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that the system gives to clients: a client could connect to itself there. */
const first = 20_000;
const count = 10_000;

/** Returns a TCP port of 127.0.0.1 at which nothing listens. No other test gets it before this process ends: until then this
 *  process holds the UDP port of the same number, which no program under test uses. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * count);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
}

const succeeds = (event: Promise<unknown>): Promise<boolean> =>
  event.then(
    () => true,
    () => false,
  );

async function claim(port: number): Promise<boolean> {
  const socket = createSocket("udp4").bind({ port, address: "127.0.0.1", exclusive: true });
  const isOurs = await succeeds(once(socket, "listening"));
  if (isOurs) socket.unref();
  return isOurs;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  if (!(await succeeds(once(server, "listening")))) return false;
  server.close();
  await once(server, "close");
  return true;
}
