import { once } from "node:events";
import { request as httpRequest, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import pino from "pino";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { createCache } from "../../../src/app/server/responses.ts";
import { createServer } from "../../../src/app/server/server.ts";
import { paths } from "../../../src/app/server-address.ts";
import { collectors } from "../../../src/collectors/all.ts";
import type { SimulatorOptions } from "../../../src/simulator/simulator.ts";
import {
  type OnEnd,
  rawRequest,
  startServer as serveExporter,
  startExporter,
  startNode,
} from "../../support/exporter.ts";
import { until } from "../../support/until.ts";

type Options = { readonly telemetryPath?: string; readonly simulator?: SimulatorOptions };
async function startServer({ telemetryPath = "/metrics", simulator }: Options = {}, onEnd: OnEnd = onTestFinished) {
  const { url: node } = await startNode(simulator, onEnd);
  const all = collectors.map(({ name }) => [name, { enabled: true, interval: "60s" }]);
  const { exporter } = await startExporter({ node: { url: node }, collectors: Object.fromEntries(all) }, onEnd);
  const ready = () => until(() => expect(exporter.ready()).toBe(true));
  return { ...(await serveExporter(exporter, { telemetryPath }, onEnd)), exporter, ready };
}
/** A server whose exporter has run all collectors. */
const shared = await startServer({}, afterAll);
await shared.ready();

test("the server has exactly the paths that the configuration reserves, and that of the metrics", async () => {
  const { exporter } = await startExporter({});
  const app = createServer({
    exporter,
    telemetryPath: "/m",
    reload: () => undefined,
    externalUrl: () => undefined,
    log: pino({ level: "silent" }),
  });
  const found = new Set<string>();
  app.addHook("onRoute", ({ url }) => void found.add(url));
  await app.ready();
  await app.close();
  expect([...found].toSorted()).toEqual(["/m", ...Object.values(paths)].toSorted());
});

test("the response is text 0.0.4 with its length, even if a scraper prefers another format", async () => {
  const { url } = shared;
  for (const accept of [
    "*/*",
    "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
    "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=1.0.0;q=0.5,*/*;q=0.1",
  ]) {
    const { status, headers, body } = await rawRequest(`${url}/metrics`, { accept });
    expect([status, headers["content-type"], headers["vary"], Number(headers["content-length"])]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
      "Accept-Encoding",
      body.length,
    ]);
  }
});

test.each([
  ["gzip", true],
  ["gzip, deflate, br", true],
  ["deflate, gzip;q=0.5", true],
  ["identity", false],
  ["gzip;q=0", false],
  ["gzip;q=0.0, identity", false],
  ["br, GZIP", true],
  ["gzip;Q=0", false],
  ["gzip ; q = 0", false],
  ["gzip;q=0;x=1", false],
  ["not-gzip", false],
])("a scraper that accepts %j gets gzip: %s", async (encoding, packed) => {
  const { url } = shared;
  const { headers, body } = await rawRequest(`${url}/metrics`, { "accept-encoding": encoding });
  expect(headers["content-encoding"]).toBe(packed ? "gzip" : undefined);
  expect((packed ? gunzipSync(body) : body).toString()).toContain("\navax_pchain_height{");
});

test.each([300, 300_000])("the compressed text is the whole text of %i characters", async (length) => {
  const text = await createCache(() => `é${"x".repeat(length)}`, 500)();
  const expected = Buffer.from(`é${"x".repeat(length)}`);
  expect([text.plain, gunzipSync(await text.gzipped())]).toEqual([expected, expected]);
});

test("requests share the bytes of a text", async () => {
  const text = await createCache(() => "a", 500)();
  expect(await text.gzipped()).toBe(await text.gzipped());
});

test("a cached text is rendered again when it is old", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  let renderings = 0;
  const text = createCache(async () => `${++renderings}`, 500);
  const texts = [0, 499, 1].map((ms) => {
    vi.advanceTimersByTime(ms);
    return text();
  });
  expect((await Promise.all(texts)).map(({ plain }) => plain.toString())).toEqual(["1", "1", "2"]);
});

test("HEAD has the headers of GET and no body", async () => {
  const { url } = shared;
  const { status, headers, body } = await rawRequest(`${url}/metrics`, {}, "HEAD");
  expect([status, body.length, Number(headers["content-length"]) > 1000]).toEqual([200, 0, true]);
});

test("one response contains the metrics of the exporter, the process and the node, each family once", async () => {
  const { url } = shared;
  const page = (await rawRequest(`${url}/metrics`)).body.toString();
  expect(page).toContain(
    `avax_exporter_build_info{version="1.2.3",revision="abc",node_version="${process.versions.node}"} 1`,
  );
  for (const name of ["process_cpu_seconds_total", "nodejs_heap_size_used_bytes", "avax_up", "avax_pchain_height"]) {
    expect(page.match(new RegExp(`^# TYPE ${name} `, "gm"))?.length).toBe(1);
  }
  const types = page.match(/^# TYPE \S+/gm) ?? [];
  expect(new Set(types).size).toBe(types.length);
  expect(page).not.toContain("\n\n");
  const isSentence = /^# HELP \w+ [A-Z0-9](?:(?!\. ).){0,78}\.$/;
  expect(page.split("\n").filter((line) => line.startsWith("# HELP") && !isSentence.test(line))).toEqual([]);
});

test("simultaneous scrapes get the same response", async () => {
  const { url } = shared;
  const pages = await Promise.all(Array.from({ length: 40 }, () => rawRequest(`${url}/metrics`)));
  const data = pages.map(({ body }) => body.toString().slice(body.indexOf("# HELP avax_up")));
  expect(new Set(data).size).toBe(1);
});

test("the exporter is healthy while it responds, and ready once the first runs have ended", async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const faults = [{ method: "avm.getHeight", fault: { kind: "delay", ms: 1 } }] as const;
  const { url, ready } = await startServer({ simulator: { faults, pause: () => over } });
  const before = await Promise.all(["healthy", "ready"].map((name) => rawRequest(`${url}/-/${name}`)));
  end();
  await ready();
  const after = await rawRequest(`${url}/-/ready`);
  expect([...before, after].map(({ status, body }) => [status, body.toString()])).toEqual([
    [200, "healthy\n"],
    [503, "not ready: first collection in progress\n"],
    [200, "ready\n"],
  ]);
});

test("the exporter is ready five seconds after it listens, independent of the node", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { url } = await startServer({ simulator: { faults: [{ method: "*", fault: { kind: "hang" } }] } });
  vi.advanceTimersByTime(4999);
  const before = await rawRequest(`${url}/-/ready`);
  vi.advanceTimersByTime(1);
  const after = await rawRequest(`${url}/-/ready`);
  expect([before.status, after.status]).toEqual([503, 200]);
});

test("the metrics can be at another path", async () => {
  const elsewhere = await startServer({ telemetryPath: "/m" });
  const statuses = await Promise.all(
    [`${elsewhere.url}/m`, `${elsewhere.url}/metrics`].map(async (url) => (await rawRequest(url)).status),
  );
  expect(statuses).toEqual([200, 404]);
});

test("an unknown path is 404 with the path of the metrics", async () => {
  const { url } = shared;
  const { status, body } = await rawRequest(`${url}/nothing?x=<script>`);
  expect([status, body.toString()]).toEqual([404, "not found: metrics are at /metrics\n"]);
});

test.each(["/:a(((", "/*", "//", "/%", "/-/healthy/"])(
  "the path %s is 404 or 400, never an internal error",
  async (path) => {
    const { port } = shared;
    const { statusCode } = await once(httpRequest({ port, host: "127.0.0.1", path }).end(), "response").then(
      ([response]) => response.resume(),
    );
    expect([400, 404]).toContain(statusCode);
  },
);

test.each(["/metrics", "/", "/-/healthy", "/-/ready"])(
  "a method that %s does not know is 405 with Allow",
  async (path) => {
    const { url } = shared;
    const { status, headers, body } = await rawRequest(`${url}${path}`, {}, "DELETE");
    expect([status, headers["allow"], body.toString()]).toEqual([405, "GET, HEAD", "method not allowed\n"]);
  },
);

/** Sends a text. Returns the status lines of the answers until the server closes the connection. */
async function statusesAfter(requests: string) {
  const socket = connect(shared.port, "127.0.0.1").on("error", () => {});
  socket.write(requests);
  return [...(await text(socket)).matchAll(/^HTTP\/1.1 (\d+)/gm)].map(([, status]) => Number(status));
}
const pipelined = (count: number) => "GET /-/healthy HTTP/1.1\r\nhost: a\r\n\r\n".repeat(count);
const last = "GET /sd HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";

test("a thousand pipelined requests are answered one after the other", async () => {
  let [inProgress, most] = [0, 0];
  const count = (_request: unknown, response: ServerResponse) => {
    most = Math.max(most, ++inProgress);
    response.once("close", () => inProgress--);
  };
  shared.server.server.on("request", count);
  const statuses = await statusesAfter(pipelined(1000) + last);
  shared.server.server.off("request", count);
  expect([statuses, most]).toEqual([Array(1001).fill(200), 1]);
});

test("a request whose head is not complete after ten seconds is cut", () => {
  expect(shared.server.server.headersTimeout).toBe(10_000);
});
