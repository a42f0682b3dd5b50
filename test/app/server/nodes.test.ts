/** Several nodes over HTTP, reloads, and limits. */
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import {
  type OnEnd,
  onlyCollectors,
  rawRequest,
  startExporter,
  startNode,
  startServer,
} from "../../support/exporter.ts";
import { withoutNetwork, withoutStates } from "../../support/exposition.ts";
import { until } from "../../support/until.ts";

async function startNodes(onEnd: OnEnd = onTestFinished) {
  const [one, two] = await Promise.all([startNode({ seed: 1 }, onEnd), startNode({ seed: 2 }, onEnd)]);
  const config = {
    nodes: { one: { url: one.url }, two: { url: two.url } },
    collectors: onlyCollectors("p-height"),
  };
  const { exporter, ...rest } = await startExporter(config, onEnd);
  await until(() => expect(exporter.ready()).toBe(true));
  const { url } = await startServer(exporter, {}, onEnd);
  const get = async (path: string) => {
    const { status, headers, body } = await rawRequest(url + path);
    return { status, headers, text: body.toString() };
  };
  return { one, two, url, get, ...rest };
}
const shared = await startNodes(afterAll);

test("a probe returns the metrics of one node, without those of the process", async () => {
  const { get, data } = shared;
  const [one, two] = [await get("/probe?target=one"), await get("/probe?target=two")];
  expect([one.status, two.status]).toEqual([200, 200]);
  for (const [name, { text }] of [["one", one] as const, ["two", two] as const]) {
    expect(withoutStates(withoutNetwork(text))).toContain(await data(name));
    expect(text).toMatch(/^avax_up 1$/m);
    expect(text).not.toMatch(/^(process_|nodejs_|avax_exporter_build_info)/m);
  }
  expect(one.text).not.toBe(two.text);
});

test("without a default node /metrics contains only the exporter's own metrics", async () => {
  const { get } = shared;
  const { status, text } = await get("/metrics");
  expect(status).toBe(200);
  expect(text).toMatch(/^avax_exporter_build_info/m);
  expect(text).not.toMatch(/^avax_(up|pchain)/m);
});

test.each([
  ["/probe", 400, "missing parameter target: use /probe?target=NAME with a name listed by /sd\n"],
  ["/probe?target=", 400, "missing parameter target: use /probe?target=NAME with a name listed by /sd\n"],
  ["/probe?target=one&target=two", 400, "missing parameter target: use /probe?target=NAME with a name listed by /sd\n"],
  ["/probe?target=three", 404, "unknown target: /sd lists the configured nodes\n"],
  ["/probe?target=http://127.0.0.1:1", 404, "unknown target: /sd lists the configured nodes\n"],
  ["/probe?target=__proto__", 404, "unknown target: /sd lists the configured nodes\n"],
  ["/probe?target=%00", 404, "unknown target: /sd lists the configured nodes\n"],
])("%s is refused with %i", async (path, status, text) => {
  const { get } = shared;
  expect(await get(path)).toMatchObject({ status, text });
});

test("no request makes the exporter call a node", async () => {
  const { get, one, two } = await startNodes();
  const before = [one.calls.length, two.calls.length];
  for (const path of ["/probe?target=one", "/probe?target=http://127.0.0.1", "/sd", "/", "/metrics", "/ext/info"])
    await get(path);
  expect([one.calls.length, two.calls.length]).toEqual(before);
});

test("service discovery returns the address of every node", async () => {
  const { get, url } = shared;
  const { headers, text } = await get("/sd");
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(JSON.parse(text)).toEqual(
    ["one", "two"].map((name) => ({
      targets: [new URL(url).host],
      labels: { __metrics_path__: "/probe", __param_target: name, node: name },
    })),
  );
});

/** Sends a request for /sd with the text as header lines. Returns the status and the body. */
async function discoverWith(lines: string, externalUrl?: string) {
  const { exporter } = await startExporter({
    nodes: { one: { url: "http://127.0.0.1:1" } },
    collectors: onlyCollectors(),
  });
  const { port } = await startServer(exporter, { externalUrl: () => externalUrl });
  const socket = connect(port, "127.0.0.1").end(`GET /sd ${lines}\r\nconnection: close\r\n\r\n`);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), body };
}

test.each([
  ["exporter.example:10652"],
  ["exporter.example"],
  ["10.0.0.1:10652"],
  ["[2001:db8::1]:10652"],
  ["localhost:65535"],
])("service discovery returns the address %s at which the client reaches the exporter", async (host) => {
  const { status, body } = await discoverWith(`HTTP/1.1\r\nhost: ${host}`);
  expect([status, JSON.parse(body)[0].targets]).toEqual([200, [host]]);
});

test.each([
  ["HTTP/1.0"],
  ["HTTP/1.1\r\nhost:"],
  ['HTTP/1.1\r\nhost: a"b'],
  ["HTTP/1.1\r\nhost: a/b"],
  ["HTTP/1.1\r\nhost: user@a"],
  ["HTTP/1.1\r\nhost: a:65536"],
  ["HTTP/1.1\r\nhost: [::1"],
  ["HTTP/1.1\r\nhost: [::g]:10652"],
])("service discovery refuses %j, unless web.external_url is set", async (lines) => {
  const { status, body } = await discoverWith(lines);
  expect([status, body]).toEqual([400, "missing or invalid Host header: send one, or set web.external_url\n"]);
  const configured = await discoverWith(lines, "http://exporter.example:10652");
  expect(JSON.parse(configured.body)[0].targets).toEqual(["exporter.example:10652"]);
});

test("behind a proxy, service discovery returns its scheme, host and path", async () => {
  const { body } = await discoverWith("HTTP/1.1\r\nhost: a", "https://monitoring.example/my%20nodes");
  const labels = { __scheme__: "https", __metrics_path__: "/my nodes/probe", __param_target: "one", node: "one" };
  expect(JSON.parse(body)).toEqual([{ targets: ["monitoring.example"], labels }]);
});

test("a node that a reload adds can be probed, a removed one cannot", async () => {
  const { get, apply, two } = await startNodes();
  apply({
    nodes: { two: { url: two.url }, three: { url: `${two.url}/three` } },
    collectors: onlyCollectors("p-height"),
  });
  const statuses = await Promise.all(["one", "two", "three"].map((name) => get(`/probe?target=${name}`)));
  expect(statuses.map(({ status }) => status)).toEqual([404, 200, 200]);
});

/** Starts the server of an exporter without a collector. */
async function startEmpty(options: Parameters<typeof startServer>[1] = {}) {
  const { exporter } = await startExporter({ collectors: onlyCollectors() });
  return startServer(exporter, options);
}

test.each<[string, (() => Promise<readonly string[]>) | undefined, number, string]>([
  ["is done", async () => [], 200, "reloaded\n"],
  ["returns the errors", async () => ["a:1:1: no", "b: neither"], 400, "a:1:1: no\nb: neither\n"],
  [
    "is refused where it is not allowed",
    undefined,
    403,
    "the lifecycle API is disabled: start with --web.enable-lifecycle, or send SIGHUP\n",
  ],
])("a reload %s", async (_what, reload, status, text) => {
  const { url } = await startEmpty({ reload: () => reload?.() });
  for (const type of ["application/x-www-form-urlencoded", "application/json", "text/plain"]) {
    const headers = { "content-type": type, "content-length": "0" };
    const answer = await rawRequest(`${url}/-/reload`, headers, "POST");
    expect([answer.status, answer.body.toString()]).toEqual([status, text]);
  }
});

test.each([
  ["another site's", { origin: "http://evil.example", "sec-fetch-site": "cross-site" }],
  ["another port's", { "sec-fetch-site": "same-site" }],
  ["a site's whose name has been bound to this address", { host: "evil.example", origin: "http://evil.example" }],
])("a web page cannot reload the configuration: %s", async (_what, headers: Record<string, string>) => {
  const { url } = await startEmpty({ reload: () => expect.unreachable() });
  const { status, body } = await rawRequest(`${url}/-/reload`, headers, "POST");
  expect([status, body.toString()]).toEqual([
    403,
    "requests from web pages are not allowed: send the request without an Origin header\n",
  ]);
});

test("a request from the tools of a browser can reload", async () => {
  const { url } = await startEmpty({ reload: async () => [] });
  expect((await rawRequest(`${url}/-/reload`, { "sec-fetch-site": "none" }, "POST")).status).toBe(200);
});

test("GET does not reload", async () => {
  const { url } = await startEmpty({ reload: () => expect.unreachable() });
  const { status, headers } = await rawRequest(`${url}/-/reload`);
  expect([status, headers["allow"]]).toEqual([405, "POST"]);
});

async function startLarge(validators: number, interval: string, onEnd: OnEnd = onTestFinished) {
  const { url: node } = await startNode({ validators }, onEnd);
  const config = {
    node: { url: node },
    watch: { own: false },
    validators: { detail: "all" },
    collectors: { ...onlyCollectors(), "p-validators": { interval } },
  };
  const { exporter, data } = await startExporter(config, onEnd);
  await until(async () => expect(await data()).toContain("avax_validator_info"));
  return startServer(exporter, {}, onEnd);
}
/** A server whose response is larger than the buffers of a connection. */
const large = await startLarge(3000, "10m", afterAll);

test("each of 120 scrapes during runs is complete and of one run", async () => {
  const { url } = await startLarge(200, "1s");
  const answers = await Promise.all(Array.from({ length: 120 }, () => rawRequest(`${url}/metrics`)));
  for (const { status, body, headers } of answers) {
    expect([status, body.length]).toEqual([200, Number(headers["content-length"])]);
    const text = body.toString();
    const count = (name: string) => text.split(`\n${name}{`).length - 1;
    expect([count("avax_validator_info"), count("avax_validator_stake_avax")]).toEqual([200, 200]);
  }
});

test("a client that has not read a response within fifteen seconds is disconnected", async () => {
  const { port } = large;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const reader = connect(port, "127.0.0.1").on("error", () => {});
  onTestFinished(() => void reader.destroy());
  reader.write("GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n");
  await once(reader, "readable"); // and then it stops reading
  vi.advanceTimersByTime(14_000);
  expect(reader.readyState).toBe("open");
  vi.advanceTimersByTime(1000);
  const chunks = await reader.toArray();
  const length = chunks.reduce((sum, chunk: Buffer) => sum + chunk.length, 0);
  expect(length).toBeLessThan(Number(/content-length: (\d+)/.exec(String(chunks[0]))?.[1]));
});

test("a response that takes longer than fifteen seconds is 503, and logged", async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  const hanging = Promise.withResolvers<readonly string[]>();
  const begun = Promise.withResolvers<void>();
  const reload = () => {
    begun.resolve();
    return hanging.promise;
  };
  const { url } = await startEmpty({ log, reload });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = rawRequest(`${url}/-/reload?secret`, {}, "POST");
  await begun.promise;
  vi.advanceTimersByTime(15_000);
  const { status, body } = await answer;
  hanging.resolve([]);
  expect([status, body.toString()]).toEqual([503, "the response takes too long: try again later\n"]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, path: "/-/reload", msg: "response takes too long: answering 503" },
  ]);
});
