/** Drains the connections that wait at the end of a server. */
import type { Server } from "node:http";
import { setImmediate } from "node:timers/promises";

/** Maximum wait, for a server that gets new connections all the time. */
const maxDrainMs = 1000;

/** Resolves after a turn of the event loop without a new connection or request. One turn accepts one connection, and a closing
 *  server resets the connections that still wait in the queue of the system. */
export async function drainPendingConnections(server: Server): Promise<void> {
  let sawActivity = true;
  const onActivity = () => {
    sawActivity = true;
  };
  const end = performance.now() + maxDrainMs;
  server.on("connection", onActivity).on("request", onActivity);
  while (sawActivity && performance.now() < end) {
    sawActivity = false;
    // two: the first ends the current turn
    for (let turn = 0; turn < 2; turn++) await setImmediate();
  }
  server.off("connection", onActivity).off("request", onActivity);
}
