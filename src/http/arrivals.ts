import type { Server } from "node:http";
import { setImmediate } from "node:timers/promises";

/** The maximum, for a server that gets new connections all the time. */
const maxWaitMs = 1000;

/** Resolves when a turn of the event loop has brought neither a connection nor a request. One turn accepts one connection, and
 *  a server that closes resets the connections that still wait in the system's queue. */
export async function untilNobodyWaits(server: Server): Promise<void> {
  let hasCome = true;
  const note = () => {
    hasCome = true;
  };
  const end = performance.now() + maxWaitMs;
  server.on("connection", note).on("request", note);
  while (hasCome && performance.now() < end) {
    hasCome = false;
    // the current turn is the first
    for (let turn = 0; turn < 2; turn++) await setImmediate();
  }
  server.off("connection", note).off("request", note);
}
