/** Several nodes over HTTP, reloading, and what is too much. */
import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { only, raw, startExporter, startNode, startServer } from "../support/exporter.ts";
import { until } from "../support/until.ts";

async function startNodes() {
  const [one, two] = await Promise.all([startNode({ seed: 1 }), startNode({ seed: 2 })]);
  const { exporter, ...rest } = await startExporter({
    nodes: { one: { url: one.url }, two: { url: two.url } },
    collectors: only("p-height"),
  });
  await until(() => expect(exporter.ready()).toBe(true));
  const { url } = await startServer(exporter);
  const get = async (path: string) => {
    const { status, headers, body } = await raw(url + path);
    return { status, headers, text: body.toString() };
  };
  return { one, two, url, get, ...rest };
}

test("a probe is the page of one node, without the process's series", async () => {
  const { get, data } = await startNodes();
  const [one, two] = [await get("/probe?target=one"), await get("/probe?target=two")];
  expect([one.status, two.status]).toEqual([200, 200]);
  for (const [name, { text }] of [["one", one] as const, ["two", two] as const]) {
    expect(text).toContain(await data(name));
    expect(text).toContain("\navax_up 1\n");
    expect(text).not.toMatch(/^(process_|nodejs_|avax_exporter_build_info)/m);
  }
  expect(one.text).not.toBe(two.text);
});

test("without a node of its own the exporter shows on /metrics what is true of itself, and no more", async () => {
  const { get } = await startNodes();
  const { status, text } = await get("/metrics");
  expect(status).toBe(200);
  expect(text).toMatch(/^avax_exporter_build_info/m);
  expect(text).not.toMatch(/^avax_(up|pchain)/m);
});

test.each([
  ["/probe", 400, "which node? /probe?target=NAME, with one of the names that /sd lists\n"],
  ["/probe?target=", 400, "which node? /probe?target=NAME, with one of the names that /sd lists\n"],
  ["/probe?target=one&target=two", 400, "which node? /probe?target=NAME, with one of the names that /sd lists\n"],
  ["/probe?target=three", 404, "no node has this name: /sd lists those of the configuration\n"],
  ["/probe?target=http://127.0.0.1:1", 404, "no node has this name: /sd lists those of the configuration\n"],
  ["/probe?target=__proto__", 404, "no node has this name: /sd lists those of the configuration\n"],
  ["/probe?target=%00", 404, "no node has this name: /sd lists those of the configuration\n"],
])("%s is refused with %i", async (path, status, text) => {
  const { get } = await startNodes();
  expect(await get(path)).toMatchObject({ status, text });
});

test("no request makes the exporter ask a node for anything", async () => {
  const { get, one, two } = await startNodes();
  const before = [one.calls.length, two.calls.length];
  for (const path of ["/probe?target=one", "/probe?target=http://127.0.0.1", "/sd", "/", "/metrics", "/ext/info"])
    await get(path);
  expect([one.calls.length, two.calls.length]).toEqual(before);
});

test("Prometheus is told of every node where to find it", async () => {
  const { get } = await startNodes();
  const { headers, text } = await get("/sd");
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(JSON.parse(text)).toEqual(
    ["one", "two"].map((name) => ({
      targets: ["exporter.example:9652"],
      labels: { __metrics_path__: "/probe", __param_target: name, node: name },
    })),
  );
});

test("a node that comes with a reload can be probed, one that went cannot", async () => {
  const { get, apply, two } = await startNodes();
  apply({ nodes: { two: { url: two.url }, three: { url: two.url } }, collectors: only("p-height") });
  const statuses = await Promise.all(["one", "two", "three"].map((name) => get(`/probe?target=${name}`)));
  expect(statuses.map(({ status }) => status)).toEqual([404, 200, 200]);
});

test.each<[string, (() => Promise<readonly string[]>) | undefined, number, string]>([
  ["is done", async () => [], 200, "reloaded\n"],
  ["tells what is wrong", async () => ["a:1:1: no", "b: neither"], 400, "a:1:1: no\nb: neither\n"],
  [
    "is refused where it is not allowed",
    undefined,
    403,
    "not allowed: --web.enable-lifecycle allows it, and SIGHUP does the same\n",
  ],
])("a reload %s", async (_what, reload, status, text) => {
  const { exporter } = await startExporter({ collectors: only() });
  const { url } = await startServer(exporter, { reload: () => reload?.() });
  for (const headers of [{}, { "content-type": "application/x-www-form-urlencoded" }]) {
    const answer = await raw(`${url}/-/reload`, headers, "POST");
    expect([answer.status, answer.body.toString()]).toEqual([status, text]);
  }
});

test("GET does not reload", async () => {
  const { exporter } = await startExporter({ collectors: only() });
  const { url } = await startServer(exporter, { reload: () => expect.unreachable() });
  const { status, headers } = await raw(`${url}/-/reload`);
  expect([status, headers["allow"]]).toEqual([405, "POST"]);
});

async function startLarge(validators: number) {
  const { url: node } = await startNode({ validators });
  const { exporter, data } = await startExporter({
    node: { url: node },
    validators: { detail: "all" },
    collectors: { ...only(), "p-validators": { interval: "1s" } },
  });
  await until(async () => expect(await data()).toContain("avax_validator_info"));
  return { ...(await startServer(exporter)) };
}

test("beyond forty pages at once a scraper is asked to come again; when the others are done it is served", async () => {
  const { port, url } = await startLarge(3000);
  const readers = Array.from({ length: 40 }, () => {
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n");
    onTestFinished(() => void socket.destroy());
    return socket; // nobody reads
  });
  await until(async () => {
    const { status, headers, body } = await raw(`${url}/metrics`);
    expect([status, headers["retry-after"], body.toString()]).toEqual([503, "1", "too many at once: try again\n"]);
  });
  expect((await raw(`${url}/-/healthy`)).status).toBe(200);
  for (const reader of readers) reader.destroy();
  await until(async () => expect((await raw(`${url}/metrics`)).status).toBe(200));
});

test("two hundred scrapes during rounds are each whole, of one round, or asked to come again", async () => {
  const { url } = await startLarge(500);
  const answers = await Promise.all(Array.from({ length: 200 }, () => raw(`${url}/metrics`)));
  const whole = answers.filter(({ status }) => status === 200);
  expect(whole.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 503)).toBe(true);
  for (const { body, headers } of whole) {
    expect(body.length).toBe(Number(headers["content-length"]));
    const text = body.toString();
    const count = (name: string) => text.split(`\n${name}{`).length - 1;
    expect([count("avax_validator_info"), count("avax_validator_stake_avax")]).toEqual([500, 500]);
  }
});

test("more connections than there may be are closed at once", async () => {
  const { exporter } = await startExporter({ collectors: only() });
  const { server, port } = await startServer(exporter);
  server.server.maxConnections = 5;
  const sockets = Array.from({ length: 5 }, () => connect(port, "127.0.0.1"));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for (const socket of sockets) onTestFinished(() => void socket.destroy());
  const sixth = connect(port, "127.0.0.1").on("error", () => {});
  await once(sixth, "close");
  sockets[0]?.destroy();
  await until(async () => expect((await raw(`http://127.0.0.1:${port}/-/healthy`)).status).toBe(200));
});

test("who has not read a page within a minute is cut off", async () => {
  const { port } = await startLarge(3000);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const reader = connect(port, "127.0.0.1").on("error", () => {});
  onTestFinished(() => void reader.destroy());
  reader.write("GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n");
  await once(reader, "readable"); // and then it reads no further
  vi.advanceTimersByTime(59_000);
  expect(reader.readyState).toBe("open");
  vi.advanceTimersByTime(1000);
  const chunks = await reader.toArray();
  const length = chunks.reduce((sum, chunk: Buffer) => sum + chunk.length, 0);
  expect(length).toBeLessThan(Number(/content-length: (\d+)/.exec(String(chunks[0]))?.[1]));
});

test("a head of more than eight kilobytes is refused", async () => {
  const { exporter } = await startExporter({ collectors: only() });
  const { port, url } = await startServer(exporter);
  expect((await raw(`${url}/-/healthy`, { "x-long": "x".repeat(7000) })).status).toBe(200);
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(`GET /-/healthy HTTP/1.1\r\nhost: x\r\nx-long: ${"x".repeat(9000)}\r\n\r\n`);
  expect((await socket.toArray()).join("")).toMatch(/^HTTP\/1.1 400 /);
});
