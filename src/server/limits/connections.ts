/** Limits the open connections of a server without locking clients out, and drains those that wait at its end. */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";

type Connection = {
  readonly key: string;
  readonly address: string;
  readonly socket: Socket;
  /** Protected response. */
  response?: ServerResponse;
};

/** Returns a key that is the same for a TCP connection and for the TLS connection on top of it. */
const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/** Returns whether a protected response is being sent. Otherwise the connection waits for the client, or for its password check. */
const isBusy = ({ response }: Connection) => response?.closed === false;

/** Closes a connection when there are more than `maxConnections`, also during the TLS handshake: of the address with the largest
 *  number of connections, the one that has waited longest. A new connection is closed only while every other one is busy. */
export function limitConnections(server: Server, maxConnections: number) {
  const connections = new Map<string, Connection>();
  /** Connections by address; the one that has waited longest comes first. */
  const byAddress = new Map<string, Set<Connection>>();

  function add(connection: Connection) {
    const { key, address } = connection;
    connections.set(key, connection);
    byAddress.set(address, (byAddress.get(address) ?? new Set()).add(connection));
  }
  function remove(connection: Connection) {
    const { key, address } = connection;
    if (connections.get(key) === connection) connections.delete(key);
    const group = byAddress.get(address);
    group?.delete(connection);
    if (group?.size === 0) byAddress.delete(address);
  }
  function longestWaiting(): Connection | undefined {
    const largestFirst = [...byAddress.values()].sort((a, b) => b.size - a.size);
    for (const group of largestFirst) for (const connection of group) if (!isBusy(connection)) return connection;
    return undefined;
  }

  server.on("connection", (socket: Socket) => {
    const connection = { key: keyOf(socket), address: String(socket.remoteAddress), socket };
    const excess = connections.size < maxConnections ? undefined : (longestWaiting() ?? connection);
    add(connection);
    socket.once("close", () => remove(connection));
    if (!excess) return;
    remove(excess);
    excess.socket.destroy();
  });

  return {
    /** Keeps the connection of the response open until the response has been sent. */
    protect(response: ServerResponse) {
      const connection = response.socket ? connections.get(keyOf(response.socket)) : undefined;
      if (!connection) return;
      connection.response = response;
      response.once("close", () => {
        if (connections.get(connection.key) !== connection) return;
        remove(connection);
        add(connection);
      });
    },
  };
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
    // two: the first ends the current turn
    for (let turn = 0; turn < 2; turn++) await setImmediate();
  }
  server.off("connection", onActivity).off("request", onActivity);
}
