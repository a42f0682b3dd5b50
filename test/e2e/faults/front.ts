/** The address of a node, at which the node or a fault responds. */
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { freePort } from "../../support/ports.ts";
import { type Exchange, type Misbehavior, type NodeName, send } from "./misbehavior.ts";
import type { Ask, Call } from "./nodes.ts";

type Options = {
  readonly ask: Ask;
  /** If false, each call has a separate connection, so that connection faults take effect. */
  readonly keepsAlive: boolean;
};

const usual = (exchange: Exchange): unknown => exchange.ask().then((answer) => send(exchange.response, answer));

async function callOf(request: IncomingMessage): Promise<Call> {
  const { id, method, params } = JSON.parse(await text(request));
  return { path: request.url ?? "", id, method, params };
}

/** Creates a front that passes each TCP connection to the current fault or server. */
export async function createFront({ ask, keepsAlive }: Options) {
  let port = 0;
  const sockets = new Set<Socket>();
  let fault: Misbehavior | undefined;
  let flapping: NodeJS.Timeout | undefined;

  const onCall: RequestListener = async (request, response) => {
    if (!keepsAlive) response.shouldKeepAlive = false;
    const call = await callOf(request);
    const exchange = { ...call, response, ask: (node: NodeName = "first") => ask(node, call) };
    await (fault?.kind === "call" ? fault.answer : usual)(exchange);
  };
  const safely: RequestListener = (request, response) =>
    void Promise.resolve(onCall(request, response)).catch(() => response.destroy());
  const http = createHttpServer({ keepAliveTimeout: 120_000 }, safely);
  function take(socket: Socket) {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    if (fault?.kind === "connection") return fault.take(socket);
    http.emit("connection", socket);
  }
  const server = createServer({ pauseOnConnect: false }, take);
  async function listen() {
    if (server.listening) return;
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  }
  /** Listens on a free port; retries if another process takes it. */
  async function begin() {
    for (;;) {
      port = await freePort();
      try {
        return await listen();
      } catch {}
    }
  }
  async function flap(ms: number) {
    if (server.listening) server.close();
    else await listen();
    flapping = setTimeout(() => void flap(ms), ms);
  }
  await begin();

  return {
    port,
    async misbehave(next: Misbehavior) {
      fault = next;
      if (keepsAlive && next.kind !== "call") for (const socket of sockets) socket.destroy();
      if (next.kind === "not-listening") await (next.for === undefined ? server.close() : flap(next.for));
    },
    async behave() {
      clearTimeout(flapping);
      fault = undefined;
      for (const socket of sockets) socket.resume(); // a paused socket notices that the peer has gone
      await listen();
    },
    close() {
      clearTimeout(flapping);
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
export type Front = Awaited<ReturnType<typeof createFront>>;
