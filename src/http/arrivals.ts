import type { Server } from "node:http";
import { setImmediate } from "node:timers/promises";

/** Milliseconds, however many keep coming. */
const longest = 1000;

/** Resolves when a turn of the event loop has brought neither a connection nor a request: what had reached the system before is
 *  in hand. One turn accepts one connection, and a server that closes would reset those that still wait. */
export async function untilNobodyWaits(server: Server): Promise<void> {
  let hasCome = true;
  const note = () => {
    hasCome = true;
  };
  const end = performance.now() + longest;
  server.on("connection", note).on("request", note);
  while (hasCome && performance.now() < end) {
    hasCome = false;
    // the first may come in the turn that is under way
    for (let turn = 0; turn < 2; turn++) await setImmediate();
  }
  server.off("connection", note).off("request", note);
}
