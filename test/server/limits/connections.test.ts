import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { limitConnections } from "../../../src/server/limits/connections.ts";
import { selfSigned } from "../../support/certificates.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { until } from "../../support/until.ts";

const maxConnections = 3;

async function listen(server: Server) {
  const { protect } = limitConnections(server, maxConnections);
  server.prependListener("request", (_request, response: ServerResponse) => protect(response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
const answer: RequestListener = (_request, response) => response.end("answer");
const start = (listener = answer) => listen(createServer(listener));

/** Connects and sends the text. */
async function open(port: number, text = "", localAddress = "127.0.0.1") {
  const socket = connect({ port, host: "127.0.0.1", localAddress }).on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.write(text);
  return socket;
}
const get = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
/** Sends a request and resolves to the whole response, or to "" if the connection is closed instead. */
async function askOn(socket: Socket) {
  if (socket.destroyed) return "";
  socket.write(get);
  const [data] = await Promise.race([once(socket, "data"), once(socket, "close")]);
  return String(data ?? "");
}
const closed = (socket: Socket) => (socket.destroyed ? undefined : once(socket.resume(), "close"));

test.each([
  ["sends nothing", ""],
  ["has sent half a head", "GET / HTTP/1.1\r\nx: "],
  ["keeps an answered connection alive", get],
])("beyond the limit, the connection that has waited longest is closed: it %s", async (_what, text) => {
  const port = await start();
  const oldest = await open(port, text);
  if (text === get) await once(oldest, "data");
  const others = [await open(port), await open(port)];
  const newest = await open(port);
  await closed(oldest);
  for (const socket of [...others, newest]) expect(await askOn(socket)).toContain("answer");
});

test("a response makes a connection the newest of the waiting ones", async () => {
  const port = await start();
  const asking = await open(port);
  const silent = await open(port);
  expect(await askOn(asking)).toContain("answer");
  await open(port);
  await open(port);
  await closed(silent);
  expect(await askOn(asking)).toContain("answer");
});

test("a connection whose request is being answered is kept", async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const port = await start(async (_request, response) => {
    await over;
    response.end("late answer");
  });
  const busy = await open(port, get);
  const idle = await open(port);
  await open(port);
  await open(port);
  await closed(idle);
  end();
  expect(String(await once(busy, "data"))).toContain("late answer");
});

test("the address with the largest number of connections loses one, also for a newer connection of another address", async () => {
  const port = await start();
  const scraper = await open(port, "", "127.0.0.2");
  const flood = [await open(port), await open(port)];
  await open(port);
  await closed(flood[0] as Socket);
  await open(port);
  await closed(flood[1] as Socket);
  expect(await askOn(scraper)).toContain("answer");
});

test("a connection whose response is not protected gives way like one that waits", async () => {
  const server = createServer(() => {}); // as during the check of a password
  const { protect } = limitConnections(server, 1);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const [checked, sent] = await Promise.all([open(port, get), once(server, "request")]);
  const next = await open(port);
  await closed(checked);
  expect([sent.length, next.destroyed]).toEqual([2, false]);
  server.on("request", (_request, response: ServerResponse) => protect(response));
  next.write(get);
  await once(server, "request");
  await closed(await open(port));
  expect(next.destroyed).toBe(false);
  next.destroy();
});

test("a connection is refused while all others are busy", async () => {
  let requests = 0;
  const port = await start(() => {
    requests++; // without a response
  });
  const busy = [await open(port, get), await open(port, get), await open(port, get)];
  await until(() => expect(requests).toBe(3));
  const refused = await open(port);
  await closed(refused);
  expect(busy.some(({ destroyed }) => destroyed)).toBe(false);
});

test("a connection that has not started its TLS handshake is closed first", async () => {
  const { cert, key } = selfSigned(await temporaryFolder(), "server");
  const tls = { cert: readFileSync(cert), key: readFileSync(key) };
  const port = await listen(createTlsServer(tls, answer));
  const silent = [await open(port), await open(port), await open(port)];
  const client = connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false });
  onTestFinished(() => void client.destroy());
  await once(client, "secureConnect");
  await closed(silent[0] as Socket);
  expect(await askOn(client)).toContain("answer");
  await open(port);
  await closed(silent[1] as Socket);
  expect(await askOn(client)).toContain("answer");
});
