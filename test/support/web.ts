/** A server with a web configuration, created like that of the exporter. */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import { openWeb } from "../../src/app/server/web-config.ts";
import { createManualClock } from "../../src/tools/support/clock.ts";

type LogLine = {
  readonly level: number;
  readonly msg: string;
  readonly errors?: readonly string[];
  readonly reason?: string;
};

/** Writes the configuration into the folder. It names files of the folder by their base names. */
export async function serveWeb(folder: string, config: object) {
  const file = join(folder, "web.yml");
  const configure = (next: object | string) =>
    writeFile(file, typeof next === "string" ? next : stringify(next, { lineWidth: 0 }));
  await configure(config);
  const lines: LogLine[] = [];
  const details: LogLine[] = [];
  const write = (text: string) => {
    const line: LogLine = JSON.parse(text);
    (line.level === pino.levels.values["debug"] ? details : lines).push(line);
  };
  const log = pino({ level: "debug" }, { write });
  const clock = createManualClock();
  const opened = await openWeb(file, log, clock);
  if (!opened.ok) throw new Error(opened.errors.join("\n"));
  const { web } = opened;
  let answered = 0;
  const answer: RequestListener = async ({ headers: { authorization }, socket }, response) => {
    answered++;
    response.writeHead(200, { ...web.headers() }).end(await web.authorize(authorization, socket));
  };
  const server = web.https ? createTlsServer(web.https, answer) : createServer(answer);
  web.attach(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    web.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Waits until a stable change is detected and applied. */
  const follow = () => clock.pass(1500, 1);
  return { web, server, port, file, lines, details, configure, clock, follow, answered: () => answered };
}

/** The Authorization header of a name and a password with a colon between. */
export const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

/** Sends one request on a separate TLS connection. Returns the response, or the error of the server. */
export async function tlsRequest(port: number, options: ConnectionOptions = {}): Promise<string> {
  const socket = openTls(port, options);
  try {
    await once(socket, "secureConnect");
    return await requestOn(socket);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code ?? String(error);
  } finally {
    socket.destroy();
  }
}

export const openTls = (port: number, options: ConnectionOptions = {}): TLSSocket =>
  connect({ host: "127.0.0.1", port, rejectUnauthorized: false, ...options });

/** Returns the body of the response and keeps the connection. */
export async function requestOn(socket: TLSSocket): Promise<string> {
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  const data = new Promise<string>((resolve, reject) => {
    socket.once("data", (chunk) => resolve(String(chunk)));
    socket.once("error", reject);
    socket.once("close", () => resolve("closed"));
  });
  const text = await data;
  return /\r\n\r\n[\da-f]*\r?\n?(\w+)/.exec(text)?.[1] ?? text;
}
