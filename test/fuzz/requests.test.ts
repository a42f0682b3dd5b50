/** The server with random bytes and invalid requests. */
import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import bcrypt from "bcrypt";
import { expect, test } from "vitest";
import { onlyCollectors, rawRequest, startExporter, startNode, startServer } from "../support/exporter.ts";
import { parseExposition } from "../support/exposition.ts";
import { startLocked, tls } from "../support/locked.ts";
import { fc, runs } from "../support/random.ts";
import { until } from "../support/until.ts";
import { basic } from "../support/web.ts";

/** Returns the whole response of the server to these bytes, until it closes the connection. */
async function answerTo(port: number, bytes: Uint8Array): Promise<string> {
  const socket = connect(port, "127.0.0.1").on("error", () => {}); // a reset is a response too
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.end(bytes);
  await once(socket, "close");
  return Buffer.concat(chunks).toString("latin1");
}
const statusesIn = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));

async function holds(requests: fc.Arbitrary<Uint8Array>) {
  const { url: node } = await startNode({ validators: 1 });
  const { exporter } = await startExporter({
    node: { url: node },
    nodes: { a: { url: node } },
    collectors: onlyCollectors("p-height"),
  });
  await until(() => expect(exporter.ready()).toBe(true));
  const { port, url } = await startServer(exporter, { reload: async () => [] });
  await fc.assert(
    fc.asyncProperty(requests, async (bytes) => {
      const statuses = statusesIn(await answerTo(port, bytes));
      expect(statuses.filter((status) => status >= 300 && (status < 400 || status >= 500))).toEqual([]);
      const { status, body } = await rawRequest(`${url}/metrics`);
      expect([status, parseExposition(body).has("avax_pchain_height")]).toEqual([200, true]);
    }),
    { numRuns: runs(150) },
  );
}

const bytes = fc.uint8Array({ maxLength: 2000 });
const word = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map((byte) => String.fromCharCode(byte)),
  maxLength: 40,
});
const mostly = <T>(usual: readonly T[], odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: odd });

const target = mostly(
  [
    "/metrics",
    "/probe?target=a",
    "/probe?target=%00",
    "/probe?target=%",
    "/probe?target[]=a&target[__proto__]=a",
    "/probe?__proto__=a&target=__proto__",
    "/sd",
    "/",
    "//",
    "/%ff",
    "/..%2f../metrics",
    "/-/healthy",
    "/-/ready?#",
    "/-/reload",
    "*",
    "http://example/metrics",
    `/metrics?${"a".repeat(9000)}`,
  ],
  word,
);
/** A request, the status of its response, whether the connection ends after it, and the text of the response. */
type Exchange = readonly [sent: string, status: number | undefined, isLast?: boolean, text?: string];
const request11 = (line: string, ...headers: readonly string[]) => `${[line, ...headers].join("\r\n")}\r\n\r\n`;
const right = `authorization: ${basic("alice:secret")}`;
/** The response of /sd has the host of the request. */
const get = (host: string, ...more: readonly string[]) =>
  request11("GET /sd HTTP/1.1", `host: ${host}`, right, ...more);
const post = (host: string, ...more: readonly string[]) => get(host, ...more).replace("GET", "POST");
const healthy10 = request11("GET /-/healthy HTTP/1.0");
const chunks = "transfer-encoding: chunked";

/** Requests by kind. Node.js answers many of them itself, unless the server listens to their events. */
const kinds: Readonly<Record<string, (host: string) => Exchange>> = {
  usual: (host) => [get(host), 200],
  "with an empty line in front": (host) => [`\r\n${get(host)}`, 200],
  "with empty lines in front": (host) => [`\r\n\r\n\n${get(host)}`, 200],
  "with a wrong password": (host) => [get(host).replace(right, `authorization: ${basic(`alice:${host}`)}`), 401],
  "with a long head": (host) => [get(host, `cookie: ${"c".repeat(10_000)}`), 200],
  HEAD: (host) => [get(host).replace("GET", "HEAD"), 200, false, ""],
  "of an upgrade": (host) => [get(host, "connection: upgrade", "upgrade: h2c"), 200, true],
  "that expects 100": (host) => [get(host, "expect: 100-continue"), 200, true],
  "that expects more": (host) => [get(host, "expect: more"), 417],
  "with an empty body": (host) => [post(host, "content-length: 0"), 405],
  "that closes": (host) => [get(host, "connection: close"), 200, true],
  "with a body": (host) => [post(host, "content-length: 40") + get("other").slice(0, 40), 405, true],
  "with chunks": (host) => [`${post(host, chunks)}${"1\r\na\r\n".repeat(3000)}0\r\n\r\n`, 405, true],
  "that expects 100 for its body": (host) => [post(host, "content-length: 9", "expect: 100-continue"), 405, true],
  "without Host": (host) => [get(host).replace(`host: ${host}\r\n`, ""), 400, true],
  "with two Host headers": (host) => [get(host, "host: other"), 400, true],
  "without Host, by HTTP/1.0": () => [healthy10, 200, true, "healthy\n"],
  "in chunks, by HTTP/1.0": (host) => [post(host, chunks, "connection: keep-alive").replace("1.1", "1.0"), 400, true],
  "without a version": () => ["GET /-/healthy\r\n\r\n", 400, true],
  "with an invalid line": () => ["nonsense\r\n\r\n", 400, true],
  "with line feeds only": (host) => [get(host).replaceAll("\r", ""), 400, true],
  "with a negative length": (host) => [post(host, "content-length: -1"), 400, true],
  "with a huge length": (host) => [post(host, "content-length: 99999999999999999999"), 400, true],
  "with two encodings of its body": (host) => [post(host, "transfer-encoding: gzip, chunked"), 405, true],
  "with odd headers": (host) => [get(host, "accept-encoding: gzip;q=", "accept-version: 1.x", "content-type: ;"), 200],
  "with an odd password": (host) => [get(host).replace(right, "authorization: Basic Og=="), 401],
  "with an unknown method": (host) => [get(host).replace("GET", "get"), 400, true],
  "of another version": (host) => [get(host).replace("1.1", "2.0"), 400, true],
  "of HTTP/2": () => ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, true],
  "with a huge head": (host) => [get(host, `cookie: ${"c".repeat(33_000)}`), 431, true],
  CONNECT: () => [request11("CONNECT x:1 HTTP/1.1", "host: x"), undefined, true],
};
const texts: Readonly<Record<number, string>> = {
  400: "bad request\n",
  401: "authentication required\n",
  405: "method not allowed\n",
  417: "unknown expectation\n",
  431: "the request headers are larger than 32 KiB: remove cookies\n",
};

/** Returns the response at the beginning of these bytes: its status, whether it announces the end, and its text; and the rest. */
function readAnswer(bytes: string, isHead: boolean) {
  const end = bytes.indexOf("\r\n\r\n") + 4;
  const head = bytes.slice(0, end);
  const length = isHead ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1]);
  const body = bytes.slice(end, end + length);
  const answer = [
    Number(head.slice(9, 12)),
    /^connection: close/im.test(head),
    /"targets": \[\s*"(.*)"/.exec(body)?.[1] ?? body,
  ];
  return { answer, rest: bytes.slice(end + length) };
}

/** Several requests on one connection, overwritten or truncated at one position. */
const nearly = fc
  .record({
    requests: fc.array(fc.tuple(fc.constantFrom(...Object.values(kinds)), target), { minLength: 1, maxLength: 3 }),
    at: fc.nat(),
    by: fc.option(word),
    cut: fc.boolean(),
  })
  .map(({ requests, at, by, cut }) => {
    const all = requests.map(([kind, path]) => kind("x")[0].replace("/sd", path)).join("");
    const place = at % all.length;
    const after = cut ? "" : all.slice(place + (by?.length ?? 0));
    return Buffer.from(by === undefined ? all : all.slice(0, place) + by + after, "latin1");
  });

test("random bytes are rejected or ignored, and the next scrape succeeds", () => holds(bytes));

test("invalid requests are answered or rejected, and the next scrape succeeds", () => holds(nearly));

const many = (names: readonly string[]) => fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 12 });
const conversation = fc.tuple(
  many([...Array<string>(8).fill("usual"), ...Object.keys(kinds)]),
  fc.integer({ min: 1, max: 40 }),
);

test.each([{}, tls])(
  "each of fifty connections gets the responses of its requests, in order, until the one that announces the end: %j",
  async (config) => {
    const { port } = await startLocked({ ...config, basic_auth_users: { alice: await bcrypt.hash("secret", 4) } });
    const options = { port, host: "127.0.0.1", rejectUnauthorized: false };
    async function converse([names, packets]: readonly [readonly string[], number], id: number) {
      const exchanges = names.flatMap((name, i) => [kinds[name]?.(`c${id}-${i}.test`) ?? []]) as readonly Exchange[];
      const socket = (config === tls ? connectTls(options) : connect(options)).on("error", () => {});
      let received = "";
      const closed = new Promise((resolve) => socket.on("data", (chunk) => (received += chunk)).once("close", resolve));
      const sent = exchanges.map(([text]) => text).join("");
      for (let i = 0; i < packets; i++) {
        socket.write(sent.slice((i * sent.length) / packets, ((i + 1) * sent.length) / packets));
        await setImmediate();
      }
      socket.end(); // half-closed
      await closed;
      const last = exchanges.findIndex(([, , isLast]) => isLast) + 1 || exchanges.length;
      for (const [i, [text, status, isLast = false, body]] of exchanges.slice(0, last).entries()) {
        if (status === undefined) continue;
        const { answer, rest } = readAnswer(received, text.startsWith("HEAD"));
        expect([names, answer]).toEqual([names, [status, isLast, body ?? texts[status] ?? `c${id}-${i}.test`]]);
        received = rest;
      }
      expect([names, received]).toEqual([names, ""]);
    }
    await fc.assert(
      fc.asyncProperty(fc.array(conversation, { minLength: 50, maxLength: 50 }), async (all) => {
        await Promise.all(all.map(converse));
      }),
      { numRuns: runs(4), endOnFailure: true },
    );
  },
);
