/** Passes one request of a connection at a time to an HTTP server, as the server of Go reads them. Node.js parses all requests and chunks
 *  of bodies that have arrived, and their objects would fill the memory. A server accepts any Duplex as a connection: see the event
 *  "connection" in the documentation of node:http. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";

const [lineFeed, carriageReturn] = [10, 13];
/** Maximum number of bytes that are read at once: those behind a head are put back. */
const maxReadBytes = 16_384;
/** Maximum time for which an ended connection waits for its client, as in the server of Go. */
const maxLingerMs = 500;

/** Creates a connection from which the server reads head by head, until it has a request and calls `hold`. The rest, and the end of a
 *  half-closed connection, stay in the socket until `passNext`. */
function createGate(socket: Socket) {
  let isHeld = false;
  /** The last byte of the head, except carriage returns; undefined until it begins. */
  let last: number | undefined;

  /** Returns whether a byte ends the head: with an empty line, except those in front of the head. */
  function endsHead(byte: number): boolean {
    if (byte === carriageReturn || (byte === lineFeed && last === undefined)) return false;
    const isEnd = byte === lineFeed && last === lineFeed;
    last = isEnd ? undefined : byte;
    return isEnd;
  }
  function pass() {
    const read = (): Buffer | null =>
      isHeld ? null : socket.read(Math.min(socket.readableLength, maxReadBytes) || undefined);
    for (let chunk = read(); chunk; chunk = read()) {
      if (!gate.writable) continue; // behind the last response
      const end = chunk.findIndex(endsHead) + 1 || chunk.length;
      if (end < chunk.length) socket.unshift(chunk.subarray(end));
      gate.push(chunk.subarray(0, end));
    }
    if (!isHeld && socket.readableEnded) gate.push(null);
  }
  function passNext() {
    isHeld = false;
    setImmediate(pass); // requests of other connections come first
  }
  const gate = new Duplex({
    read: () => {}, // the socket pushes
    write: (chunk, _encoding, done) => void socket.write(chunk, done),
    final: (done) => void socket.end(done),
    destroy: (error, done) => done(socket.destroy() && error),
  });
  socket.allowHalfOpen = true; // http ends it
  socket.on("readable", pass).on("end", pass);
  socket.on("error", (error) => gate.destroy(error)).on("close", () => gate.destroy());
  socket.on("timeout", () => gate.emit("timeout"));
  return Object.assign(gate, {
    hold: () => (isHeld = true),
    passNext,
    remoteAddress: socket.remoteAddress,
    encrypted: "encrypted" in socket,
    setTimeout: (ms: number) => void socket.setTimeout(ms),
    /** Ends the connection, and drops what the client still sends: closing with unread bytes would reset it before its response is read. */
    destroySoon() {
      gate.end(() => setTimeout(() => gate.destroy(), maxLingerMs).unref());
      passNext();
    },
  });
}
export type Gate = ReturnType<typeof createGate>;

/** Puts a gate in front of each connection that a server accepts with this event. */
export function limitRequests(server: Server, event: "connection" | "secureConnection") {
  const listeners = server.listeners(event);
  server.removeAllListeners(event).on(event, (socket: Socket) => {
    const gate = createGate(socket);
    for (const listener of listeners) listener.call(server, gate);
  });
}
