/** Passes one request of a connection at a time to an HTTP server, as the server of Go reads them. Node.js parses all requests and chunks
 *  of bodies that have arrived, and their objects would fill the memory. A server accepts any Duplex as a connection: see the event
 *  "connection" in the documentation of node:http. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";

const [lineFeed, carriageReturn] = [10, 13];
/** Maximum time for which an ended connection waits for its client, as in the server of Go. */
const maxLingerMs = 500;

/** A connection from which the server reads to the end of a head. The rest, and the end of a half-closed connection, stay in the socket
 *  until `passNext`. */
class Gate extends Duplex {
  readonly #socket: Socket;
  readonly remoteAddress: string | undefined;
  readonly encrypted: boolean;
  #isClosed = false;
  /** The last byte of the head, except carriage returns; undefined until it begins. */
  #last: number | undefined;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    this.remoteAddress = socket.remoteAddress;
    this.encrypted = "encrypted" in socket;
    socket.on("readable", () => this.#pass());
    socket.on("end", () => this.#pass());
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
    socket.on("timeout", () => this.emit("timeout"));
  }
  setTimeout(ms: number) {
    this.#socket.setTimeout(ms);
  }
  /** Ends the connection, and drops what the client still sends: closing with unread bytes would reset the connection, and the client could
   *  lose the response. */
  destroySoon() {
    this.end(() => setTimeout(() => this.destroy(), maxLingerMs).unref());
    this.passNext();
  }
  override _read() {} // the socket pushes
  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void) {
    this.#socket.cork();
    for (const [i, { chunk }] of chunks.entries())
      this.#socket.write(chunk, i === chunks.length - 1 ? done : undefined);
    this.#socket.uncork();
  }
  override _final(done: () => void) {
    this.#socket.end(done);
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#socket.destroy();
    done(error);
  }
  passNext() {
    this.#isClosed = false;
    setImmediate(() => this.#pass()); // requests of other connections come first
  }
  #pass() {
    const read = (): Buffer | null => (this.#isClosed ? null : this.#socket.read());
    for (let chunk = read(); chunk; chunk = read()) {
      if (!this.writable) continue; // behind the last response
      const end = chunk.findIndex((byte) => this.#endsHead(byte)) + 1;
      this.#isClosed = end > 0;
      if (this.#isClosed && end < chunk.length) this.#socket.unshift(chunk.subarray(end));
      this.push(this.#isClosed ? chunk.subarray(0, end) : chunk);
    }
    if (!this.#isClosed && this.#socket.readableEnded) this.push(null);
  }
  /** Returns whether a byte ends the head: with an empty line, except those in front of the head. */
  #endsHead(byte: number): boolean {
    if (byte === carriageReturn || (byte === lineFeed && this.#last === undefined)) return false;
    const isEnd = byte === lineFeed && this.#last === lineFeed;
    this.#last = isEnd ? undefined : byte;
    return isEnd;
  }
}

/** Puts a gate in front of each connection that a server accepts with this event. */
export function limitRequests(server: Server, event: "connection" | "secureConnection") {
  const listeners = server.listeners(event);
  server.removeAllListeners(event).on(event, (socket: Socket) => {
    const gate = new Gate(socket);
    for (const listener of listeners) listener.call(server, gate);
  });
}

/** Passes the next request of a connection to the server. */
export const passNext = (connection: Duplex) => void (connection instanceof Gate && connection.passNext());
