/** Behavior of real connections. */
import { spawn } from "node:child_process";
import { getEventListeners, once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { type AddressInfo, createServer, type LookupFunction, connect as openSocket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { createNodeClient, type NodeClient } from "../../src/node-api/client.ts";
import { attempt, NodeError } from "../../src/node-api/errors.ts";
import { createResources, createTransport } from "../../src/node-api/transport.ts";
import { temporaryFolder } from "../support/folder.ts";
import { callLimit, scaled } from "../support/limits.ts";
import { serve } from "../support/server.ts";
import { until } from "../support/until.ts";

function connect(options: Parameters<typeof createNodeClient>[0]): NodeClient {
  const client = createNodeClient(options);
  onTestFinished(() => client.close());
  return client;
}
const live = () => ({ signal: new AbortController().signal });
const height = (client: NodeClient) => client.call(live(), "platform.getHeight", {});
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error: unknown) => (error instanceof NodeError ? error.reason : String(error)),
  );

/** Answers every call with height 1, after `before`. */
const answering =
  (before: (headers: IncomingHttpHeaders) => void = () => {}): RequestListener =>
  async (request, response) => {
    before(request.headers);
    const { id } = JSON.parse(await text(request));
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { height: "1" } }));
  };

test("connections are reused", async () => {
  const { server, url } = await serve(answering());
  let connections = 0;
  server.on("connection", () => connections++);
  const client = connect({ url, timeout: callLimit });
  for (let i = 0; i < 20; i++) await height(client);
  expect(connections).toBeLessThanOrEqual(2);
});

/** Answers every second request of a connection by closing it. */
async function serveClosing() {
  const methods: string[] = [];
  const answered = new WeakSet<object>();
  const { url } = await serve(async (request, response) => {
    const { id, method } = JSON.parse(await text(request));
    methods.push(method);
    if (answered.has(request.socket)) return void request.socket.destroy();
    answered.add(request.socket);
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { height: "1" } }));
  });
  return { url, methods };
}

test.each([1, 4])(
  "a call is repeated once if the server has closed its connection, with %d at a time",
  async (count) => {
    const { url, methods } = await serveClosing();
    const client = connect({ url, timeout: callLimit });
    const chains = ["P", "X", "C", "D"].slice(0, count);
    const heights = () => chains.map((chain) => client.call(live(), "proposervm.getProposedHeight", {}, chain));
    for (let i = 0; i < 5; i++)
      expect(await Promise.all(heights().map(reasonOf))).toEqual(Array(count).fill("answered"));
    expect(methods.length).toBeGreaterThan(5 * count);
  },
);

test("a call on a new connection that the server closes is not repeated", async () => {
  let requests = 0;
  const { url } = await serve((request) => {
    requests++;
    request.socket.destroy();
  });
  const client = connect({ url, timeout: callLimit });
  expect([await reasonOf(height(client)), requests]).toEqual(["connect", 1]);
});

/** Connects to a node that has bootstrapped, and whose index is empty. A proxy answers calls of the P-Chain API without the node, and passes
 *  calls of the X-Chain API to another node. */
async function connectToBootstrapped() {
  const { server, url } = await serve(async (request, response) => {
    const { id } = JSON.parse(await text(request));
    if (request.url === "/ext/bc/P") return void response.writeHead(502).end("bad gateway");
    const isEmpty = request.url === "/ext/index/X/block" && {
      code: -32000,
      message: "no containers have been accepted",
    };
    response.setHeader("node-id", request.url === "/ext/bc/X" ? "NodeID-b" : "NodeID-a");
    const answer = isEmpty ? { error: isEmpty } : { result: { isBootstrapped: true, height: "1" } };
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  });
  const client = connect({ url, timeout: callLimit });
  await client.call(live(), "info.isBootstrapped", { chain: "P" });
  return { server, client, known: () => client.kept("info.isBootstrapped", { chain: "P" })?.isBootstrapped };
}

test("a bootstrapped chain is forgotten when a proxy responds without the node", async () => {
  const { client, known } = await connectToBootstrapped();
  expect([known(), await reasonOf(height(client)), known()]).toEqual([true, "http_status", undefined]);
});

test("a bootstrapped chain is forgotten when another node responds on the same connection", async () => {
  const { client, known } = await connectToBootstrapped();
  await client.call(live(), "avm.getHeight", {}, "X");
  expect([known(), client.nodeId()]).toEqual([undefined, "NodeID-b"]);
});

test("a bootstrapped chain stays known when the node reports a state", async () => {
  const { client, known } = await connectToBootstrapped();
  const { error } = await attempt(client.call(live(), "index.getLastAccepted", { encoding: "hex" }, "X/block"));
  expect([error?.unavailable, known()]).toEqual(["empty_index", true]);
});

test("a bootstrapped chain is forgotten when the node closes its connection between two calls", async () => {
  const { server, known } = await connectToBootstrapped();
  expect(known()).toBe(true);
  server.closeAllConnections();
  await until(() => expect(known()).toBeUndefined());
});

test("a call that changes the node is not repeated", async () => {
  const { url, methods } = await serveClosing();
  const client = connect({ url, timeout: callLimit });
  for (let i = 0; i < 2; i++) await height(client); // opens both connections
  const changed = client.callWire(live(), "platform.issueTx", { tx: "0x00" }, undefined);
  expect([await reasonOf(changed), methods.filter((one) => one === "platform.issueTx").length]).toEqual(["connect", 1]);
});

test("a connection is replaced after five minutes", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { server, url } = await serve(answering());
  let connections = 0;
  server.on("connection", () => connections++);
  const client = connect({ url, timeout: callLimit });
  const connectionsAt = async (seconds: number) => {
    vi.setSystemTime(start + 1000 * seconds);
    for (let i = 0; i < 5; i++) await height(client);
    return connections;
  };
  const start = Date.now();
  const first = await connectionsAt(0);
  expect([await connectionsAt(299), await connectionsAt(302)]).toEqual([first, 2 * first]);
});

test("the host header, the credentials and further headers are sent", async () => {
  const seen: IncomingHttpHeaders[] = [];
  const { url } = await serve(answering((headers) => seen.push(headers)));
  const client = connect({
    url,
    timeout: callLimit,
    host_header: "localhost",
    authorization: { type: "Bearer", credentials: "token" },
    headers: { "X-Key": { values: ["a"], secrets: ["b"] } },
  });
  await height(client);
  expect(seen[0]).toMatchObject({
    host: "localhost",
    authorization: "Bearer token",
    "x-key": "a, b",
    "user-agent": expect.stringMatching(/^avalanche-exporter\/\d+\.\d+\.\d+$/),
    "content-type": "application/json",
    "accept-encoding": "identity",
  });
  await height(connect({ url, timeout: callLimit, headers: { "User-Agent": { values: ["mine"] } } }));
  expect(seen[1]).toMatchObject({ "user-agent": "mine" });
});

test("a secret in a file is read again, so that it can be changed without a restart", async () => {
  const file = join(await temporaryFolder(), "token");
  const seen: (string | undefined)[] = [];
  const { url } = await serve(answering(({ authorization }) => seen.push(authorization)));
  const client = connect({ url, timeout: callLimit, authorization: { type: "Bearer", credentials_file: file } });
  for (const token of ["one\n", "two\n"]) {
    await writeFile(file, token);
    await height(client);
  }
  expect(seen).toEqual(["Bearer one", "Bearer two"]);
});

/** Accepts every connection and never responds. */
async function serveSilence(): Promise<string> {
  const server = createServer((socket) => socket.on("error", () => {}).resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("connecting has the timeout of the node, even if that of the call is longer", async () => {
  const client = connect({ url: await serveSilence(), timeout: 50 });
  const call = client.call({ ...live(), timeout: callLimit }, "platform.getHeight", {});
  await expect(call).rejects.toMatchObject({
    reason: "timeout",
    mayHaveExecuted: false,
    message: expect.stringContaining("connection timed out"),
  });
});

test.each([
  ["connect_timeout", "no connection", serveSilence],
  ["timeout", "no answer", async () => (await serve(() => {})).url],
])("a timeout is the failure %s if the node gives %s", async (code, _what, start) => {
  const client = connect({ url: await start(), timeout: callLimit });
  const call = client.call({ ...live(), timeout: scaled(1000) }, "platform.getHeight", {});
  await expect(call).rejects.toMatchObject({ failure: { code } });
});

test("a slow IPv4 address is reached, although an IPv6 address of the same name is unreachable", async () => {
  const program = `import { createServer } from "node:http";
    import { text } from "node:stream/consumers";
    const server = createServer(async (request, response) =>
      response.end(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(await text(request)).id, result: { height: "1" } })));
    server.listen({ host: "127.0.0.1", port: 0, backlog: 1 }, () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(child.stdout, "data");
  const port = Number(line);
  child.kill("SIGSTOP");
  const waiting = Array.from({ length: 4 }, () => openSocket(port, "127.0.0.1").on("error", () => {}));
  onTestFinished(() => void waiting.map((socket) => socket.destroy()));
  await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, "connect"))); // its queue is full: the system drops what follows
  const lookUp: LookupFunction = (_name, _options, callback) =>
    callback(null, [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ]);
  const client = connect({
    url: `http://node.test:${port}`,
    timeout: callLimit,
    resources: { ...createResources(), lookUp },
  });
  const reason = reasonOf(height(client));
  setTimeout(() => child.kill("SIGCONT"), 700); // more than the half second of Node.js for an address
  expect(await reason).toBe("answered");
});

test("a lookup that does not end is a failure of DNS", async () => {
  const names: string[] = [];
  const lookUp = (name: string) => void names.push(name);
  const client = connect({ url: "http://node.test:9650", timeout: 100, resources: { ...createResources(), lookUp } });
  const { error } = await attempt(height(client));
  expect([names, error?.failure.code, error?.detail]).toEqual([
    ["node.test"],
    "dns",
    "the lookup of the host name did not end within 0.1 s",
  ]);
});

test("ten L1s that do not respond leave connections for the calls of the node", async () => {
  const { url } = await serve((request, response) => {
    if (request.url === "/ext/bc/P") answering()(request, response);
  });
  const client = connect({ url, timeout: callLimit });
  const stop = new AbortController();
  const { signal } = stop;
  const hanging = Array.from({ length: 10 }, (_, i) => [
    client.call({ signal }, "eth.getHeaderByNumber", { block: "latest" }, `chain${i}`),
    client.call({ signal }, "proposervm.getCurrentEpoch", {}, `chain${i}`),
  ]).flat();
  expect(await reasonOf(height(client))).toBe("answered");
  stop.abort(new Error("stopped"));
  expect(await Promise.all(hanging.map(reasonOf))).toEqual(Array(20).fill("Error: stopped"));
});

test("a body that arrives too slowly is a timeout", async () => {
  const { url } = await serve((_request, response) => {
    const timer = setInterval(() => response.write(" "), 10);
    response.on("close", () => clearInterval(timer));
  });
  expect(await reasonOf(height(connect({ url, timeout: 100 })))).toBe("timeout");
});

test("a body that ends before its length is a failed connection", async () => {
  const { url } = await serve((_request, response) => {
    response.writeHead(200, { "content-length": 1000 });
    response.write('{"jsonrpc":"2.0"', () => response.destroy());
  });
  expect(await reasonOf(height(connect({ url, timeout: callLimit })))).toBe("connect");
});

test("a body in too many chunks is not read to its end", async () => {
  const { url } = await serve((_request, response) => {
    response.writeHead(200, { "transfer-encoding": "chunked" }).flushHeaders();
    response.socket?.end("1\r\n \r\n".repeat(40_000));
  });
  expect(await reasonOf(height(connect({ url, timeout: callLimit })))).toBe("too_large");
});

test("a body of exactly the limit is read", async () => {
  const { url } = await serve(async (request, response) => {
    const { id } = JSON.parse(await text(request));
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { height: "1" } }).padEnd(2 ** 20));
  });
  expect(await reasonOf(height(connect({ url, timeout: callLimit })))).toBe("answered");
});

test("a method with long lists has a larger limit", async () => {
  const { url } = await serve(async (request, response) => {
    const { id } = JSON.parse(await text(request));
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { validators: [] } }).padEnd(2 ** 20 + 1));
  });
  const client = connect({ url, timeout: callLimit });
  expect(await reasonOf(client.call(live(), "platform.getCurrentValidators", {}))).toBe("answered");
});

test("only the beginning of a response with an HTTP error is read, for the error message", async () => {
  const { url } = await serve((_request, response) => {
    response.writeHead(503).end(`the chain is not done bootstrapping${" ".repeat(2 ** 20)}`);
  });
  expect(await reasonOf(height(connect({ url, timeout: callLimit })))).toBe("bootstrapping");
});

test("a body of 40 MB is not read to its end", async () => {
  let sent = 0;
  const { url } = await serve(async (_request, response) => {
    const chunk = Buffer.alloc(2 ** 20, " ");
    for (; sent < 40 && !response.destroyed; sent++) {
      if (!response.write(chunk)) await Promise.race([once(response, "drain"), once(response, "close")]);
    }
    response.end();
  });
  expect(await reasonOf(height(connect({ url, timeout: callLimit })))).toBe("too_large");
  expect(sent).toBeLessThan(20); // 1 MiB is read; the system takes some more
});

test("a redirect is not followed", async () => {
  let followed = false;
  const { url } = await serve((request, response) => {
    if (request.url === "/elsewhere") followed = true;
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  expect([await reasonOf(height(connect({ url, timeout: callLimit }))), followed]).toEqual(["http_status", false]);
});

test("an aborted call ends at once and is not a failure of the node", async () => {
  const { server, url } = await serve(() => {});
  const records: unknown[] = [];
  const client = connect({ url, timeout: callLimit, onCall: (record) => records.push(record) });
  const stop = new AbortController();
  const call = client.call({ signal: stop.signal }, "platform.getHeight", {});
  server.once("request", () => stop.abort(new Error("stopped")));
  await expect(call).rejects.toThrow("stopped");
  expect(records).toEqual([]);
});

test("a response that was read leaves no listener on the signal of its call", async () => {
  const { url } = await serve((_request, response) => response.end("{}"));
  const transport = createTransport({ url, timeout: callLimit });
  onTestFinished(() => transport.close());
  const { signal } = new AbortController();
  const call = { location: "", signal, lane: "node", isRepeatable: true } as const;
  const response = await transport.post("/", "{}", call).response;
  await response.read(100);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
