/** Limits the open connections of a server without locking clients out, and drains those that wait at its end. */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";

type Connection = { readonly socket: Socket; response?: ServerResponse };

/** Returns a key that is the same for a TCP connection and for the TLS connection on top of it. */
const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/** Returns whether a complete request is being processed. Otherwise the connection waits for the client. */
const isBusy = ({ response }: Connection) => response?.req.complete === true && !response.closed;

/** Closes the connection that has waited longest for its client when there are more than `maxConnections`, also during the
 *  TLS handshake. A new connection is closed only while every other one is busy. */
export function limitConnections(server: Server, maxConnections: number): void {
  /** All connections; the one that has waited longest for its client comes first. */
  const connections = new Map<string, Connection>();

  server.on("connection", (socket: Socket) => {
    const key = keyOf(socket);
    const connection: Connection = { socket };
    connections.set(key, connection);
    socket.once("close", () => {
      if (connections.get(key) === connection) connections.delete(key);
    });
    if (connections.size <= maxConnections) return;
    const [waitingKey, waiting] = connections.entries().find(([, other]) => !isBusy(other)) ?? [key, connection];
    connections.delete(waitingKey);
    waiting.socket.destroy();
  });
  server.on("request", ({ socket }, response) => {
    const key = keyOf(socket);
    const connection = connections.get(key);
    if (!connection) return;
    connection.response = response;
    response.once("close", () => {
      if (connections.get(key) !== connection) return;
      connections.delete(key);
      connections.set(key, connection);
    });
  });
}

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
    // the current turn is the first
    for (let turn = 0; turn < 2; turn++) await setImmediate();
  }
  server.off("connection", onActivity).off("request", onActivity);
}
