import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { limitRequests, rejectBursts } from "../../../src/server/limits/requests.ts";

const get = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";

/** Starts a server, and returns the number of requests that it has handled and a function that connects to it. */
async function start(handle: RequestListener = (_request, response) => response.end("answer")) {
  let handled = 0;
  const server = createServer(
    limitRequests((request, response) => {
      handled++;
      handle(request, response);
    }),
  ).listen(0, "127.0.0.1");
  rejectBursts(server);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = (sent: string) => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write(sent);
    return socket;
  };
  return { server, open, handled: () => handled };
}

test.each([
  ["a thousand requests", get.repeat(1000)],
  ["two requests", get.repeat(2)],
  ["a request and the beginning of another one", `${get}G`],
  ["a request with a body", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nab"],
  ["a request with chunks", "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n"],
])(
  "data that continues after the head of a request is rejected, and no request of it is handled: %s",
  async (_what, sent) => {
    const { open, handled } = await start();
    expect(await text(open(sent))).toMatch(/^HTTP\/1\.1 400 /);
    expect(handled()).toBe(0);
  },
);

test("a request that arrives while an earlier one is in progress closes the connection", async () => {
  const { server, open, handled } = await start(() => {});
  const client = open(get);
  await once(server, "request");
  client.write(get);
  await once(client, "close");
  expect(handled()).toBe(1);
});

test("a client that waits for each response may send any number of requests on its connection", async () => {
  const { open, handled } = await start();
  const client = open("");
  for (let i = 0; i < 100; i++) {
    client.write(get);
    expect(String(await once(client, "data"))).toContain("answer");
  }
  expect(handled()).toBe(100);
});

test.each([
  ["a length", "content-length: 900"],
  ["chunks", "transfer-encoding: chunked"],
])(
  "a request that announces a body is rejected with 413, and its connection is closed: it has %s",
  async (_what, header) => {
    const { open, handled } = await start();
    const client = open(`POST /-/reload HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n`);
    expect(await text(client)).toMatch(/^HTTP\/1\.1 413 .*send the request without a body\n/s);
    expect(handled()).toBe(0);
  },
);

test("an empty body is accepted", async () => {
  const { open } = await start();
  const client = open("POST /-/reload HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n");
  expect(String(await once(client, "data"))).toContain("answer");
});

test("a client that has not read its response after fifteen seconds is disconnected, also if it reads a little", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { server, open } = await start((_request, response) => response.end(Buffer.alloc(64 * 2 ** 20)));
  const client = open(get);
  const [, response] = (await once(server, "request")) as [unknown, ServerResponse];
  await once(client, "data");
  client.pause();
  vi.advanceTimersByTime(14_999);
  expect(response.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  await once(response, "close");
  expect(response.writableFinished).toBe(false);
});
