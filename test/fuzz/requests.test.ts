/** The server with random bytes and invalid requests. */
import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { onlyCollectors, rawRequest, startExporter, startNode, startServer } from "../support/exporter.ts";
import { parseExposition } from "../support/exposition.ts";
import { fc, runs } from "../support/random.ts";
import { until } from "../support/until.ts";

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

const method = mostly(
  ["GET", "GET", "GET", "GET", "HEAD", "HEAD", "POST", "PUT", "OPTIONS", "TRACE", "CONNECT", "get"],
  word,
);
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
const version = mostly([...Array<string>(9).fill("HTTP/1.1"), "HTTP/1.0", "HTTP/2.0", "http/1.1"], word);
const header = mostly<readonly [name: string, value: string]>(
  [
    ["content-length", "0"],
    ["content-length", "5"],
    ["content-length", "-1"],
    ["content-length", "99999999999999999999"],
    ["transfer-encoding", "chunked"],
    ["transfer-encoding", "gzip, chunked"],
    ["connection", "close"],
    ["connection", "upgrade"],
    ["upgrade", "websocket"],
    ["upgrade", "h2c"],
    ["expect", "100-continue"],
    ["expect", "more"],
    ["accept-encoding", "gzip;q="],
    ["accept-version", "1.x"],
    ["content-type", "application/json"],
    ["content-type", "application/json; charset=\u00ff"],
    ["content-type", ";"],
    ["authorization", "Basic Og=="],
    ["x-prometheus-scrape-timeout-seconds", "1e999"],
    ["cookie", "a".repeat(9000)],
  ],
  fc.tuple(word, word),
);
const chunks = "5\r\nhello\r\n0\r\n\r\n";
const body = mostly(["", "", "", "hello", "b".repeat(2000), chunks, "ffffffffffffffff\r\n"], word);
const request = fc
  .record({
    method,
    target,
    version,
    headers: fc.array(header, { maxLength: 2 }),
    body,
    host: mostly([true], fc.constant(false)),
  })
  .map(({ host, ...r }) => {
    const headers = [...(host ? [["host", "x"]] : []), ...r.headers].map(([name, value]) => `${name}: ${value}\r\n`);
    return `${r.method} ${r.target} ${r.version}\r\n${headers.join("")}\r\n${r.body}`;
  });
/** Several requests on one connection, overwritten or truncated at one position. */
const nearly = fc
  .record({
    requests: fc.array(request, { minLength: 1, maxLength: 3 }),
    at: fc.nat(),
    by: fc.option(word),
    cut: fc.boolean(),
  })
  .map(({ requests, at, by, cut }) => {
    const all = requests.join("");
    const place = at % all.length;
    const after = cut ? "" : all.slice(place + (by?.length ?? 0));
    return Buffer.from(by === undefined ? all : all.slice(0, place) + by + after, "latin1");
  });

test("random bytes are rejected or ignored, and the next scrape succeeds", () => holds(bytes));

test("invalid requests are answered or rejected, and the next scrape succeeds", () => holds(nearly));
