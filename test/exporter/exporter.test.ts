/** Several nodes in one process, and plans that change while it runs. */
import { request } from "node:http";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { plansOf } from "../../src/cli/node-plans.ts";
import { collectors } from "../../src/collectors/all.ts";
import { configSchema } from "../../src/config/schema.ts";
import { createExporter } from "../../src/exporter/exporter.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { nothingWatched } from "../../src/model/known.ts";
import { onlyCollectors, startExporter, startNode } from "../support/exporter.ts";
import { serve } from "../support/server.ts";
import { until } from "../support/until.ts";

const everyTenMinutes = { interval: "10m" };
const heights = { ...onlyCollectors(), "p-height": { ...everyTenMinutes }, "x-height": { ...everyTenMinutes } };
const sample = (text: string, series: string) =>
  text
    .split("\n")
    .find((line) => line.startsWith(`${series} `))
    ?.split(" ")[1];
/** Returns the number of calls that read the P-Chain; each run of p-height makes the same number. */
const callsIn = (text: string) =>
  Number(sample(text, 'avax_exporter_rpc_duration_seconds_count{lock="p",cost="light"}'));

test("each node has its own metrics and its own state", async () => {
  const [good, bad] = await Promise.all([startNode({ seed: 1 }), startNode({ scenario: "forwarder-403" })]);
  const { exporter, data, own } = await startExporter({
    nodes: { good: { url: good.url }, bad: { url: bad.url } },
    collectors: heights,
  });
  await until(() => expect(exporter.ready()).toBe(true));
  expect(exporter.target("")).toBeUndefined();
  expect(await data("good")).toMatch(/^avax_pchain_height\{.*\} \d+$/m);
  expect(await data("bad")).toBe("");
  expect([sample(await own("good"), "avax_up"), sample(await own("bad"), "avax_up")]).toEqual(["1", "0"]);
});

test("the settings of a node override the general ones", async () => {
  const { url } = await startNode();
  const { exporter } = await startExporter({
    nodes: { general: { url }, own: { url: `${url}/own`, collectors: onlyCollectors("x-height") } },
    collectors: onlyCollectors("p-height", "p-fee"),
  });
  const collectorsOf = (name: string) =>
    exporter
      .target(name)
      ?.collectorStates()
      .map(({ collector }) => collector)
      .sort();
  expect([collectorsOf("general"), collectorsOf("own")]).toEqual([["p-fee", "p-height"], ["x-height"]]);
});

/** Returns the plans of nodes that are not called: their collector runs every ten minutes. */
const plansFor = (urls: Readonly<Record<string, string>>) =>
  plansOf(
    configSchema(collectors).parse({
      nodes: Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, { url }])),
      collectors: { ...onlyCollectors(), "p-fee": everyTenMinutes },
    }),
  );
const build = { version: "1.2.3", revision: "abc" };
const log = pino({ level: "silent" });

test.each([
  [2, 50],
  [200, 9950],
  [1000, 9990],
])("of %i nodes the last starts after %i ms", async (count, expected) => {
  const delays: number[] = [];
  const clock = {
    now: () => 0,
    date: () => 0,
    sleep(ms: number, signal: AbortSignal) {
      delays.push(ms);
      return systemClock.sleep(600_000, signal);
    },
  };
  const names = Array.from({ length: count }, (_, i) => `node-${i}`);
  const plans = plansFor(Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:1/${name}`])));
  const exporter = createExporter({ collectors, plans, build, log, clock });
  onTestFinished(() => exporter.stop());
  exporter.start();
  expect(delays.length).toBe(count - 1); // the first starts at once
  expect(delays.at(-1)).toBeCloseTo(expected);
});

test("an exception while other plans are applied keeps all nodes", async () => {
  const exporter = createExporter({
    collectors,
    plans: plansFor({ kept: "http://127.0.0.1:1/kept", changed: "http://127.0.0.1:1/changed" }),
    build,
    log,
  });
  onTestFinished(() => exporter.stop());
  const before = exporter.targets();
  const broken = {
    get node(): never {
      throw new Error("bug");
    },
    jobs: [],
    unused: [],
    isWatching: false,
    watched: nothingWatched,
    network: undefined,
  };
  const others = plansFor({ kept: "http://127.0.0.1:1/kept", changed: "http://127.0.0.1:1/other" });
  expect(() => exporter.apply(new Map([...others, ["broken", broken]]))).toThrow("bug");
  const names = (targets: readonly { readonly name: string }[]) => targets.map(({ name }) => name);
  expect(names(exporter.targets())).toEqual(["kept", "changed"]);
  exporter.apply(plansFor({ changed: "http://127.0.0.1:1/changed" }));
  expect(exporter.targets()[0] === before[1]).toBe(true);
});

test("an unchanged plan has no effect", async () => {
  const { url, calls } = await startNode();
  const config = { node: { url }, collectors: heights };
  const { exporter, apply, data, own } = await startExporter(config);
  await until(() => expect(exporter.ready()).toBe(true));
  const [before, asked, counted] = [await data(), calls.length, await own()];
  for (let i = 0; i < 5; i++) apply(config);
  expect([await data(), calls.length, await own()]).toEqual([before, asked, counted]);
});

test("a disabled collector loses its series; its counters remain, and continue when it is enabled again", async () => {
  const { url } = await startNode();
  const both = { node: { url }, collectors: heights };
  const { apply, data, own, stateOf } = await startExporter(both);
  await until(() => expect([stateOf("p-height"), stateOf("x-height")]).toEqual(["ok", "ok"]));
  const ofFirstRun = callsIn(await own());
  apply({ ...both, collectors: onlyCollectors("x-height") });
  expect(await data()).not.toContain("avax_pchain_height");
  expect(await data()).toContain("avax_xchain_height");
  expect(sample(await own(), 'avax_exporter_collector_success{collector="p-height"}')).toBeUndefined();
  expect(callsIn(await own())).toBe(ofFirstRun);
  apply(both);
  await until(async () => expect(await data()).toContain("avax_pchain_height"));
  expect(callsIn(await own())).toBe(2 * ofFirstRun);
  expect(stateOf("x-height")).toBe("ok");
});

test("changes of the watch list are read at once; until then the old values are exported", async () => {
  const { url, simulator, calls } = await startNode();
  const nodeIds = [1, 2].map((n) => simulator.chain.names.nodeId(n));
  const watching = (id: string | undefined) => ({
    node: { url },
    watch: { node_ids: [id] },
    collectors: { ...heights, "watched-validators": everyTenMinutes },
  });
  const { exporter, apply, data } = await startExporter(watching(nodeIds[0]));
  await until(() => expect(exporter.ready()).toBe(true));
  const heightCalls = () => calls.filter((method) => method === "avm.getHeight").length;
  const before = heightCalls();
  apply(watching(nodeIds[1]));
  expect(await data()).toContain(
    `avax_validator_weight{subnet_id="11111111111111111111111111111111LpoYY",node_id="${nodeIds[0]}"}`,
  );
  await until(async () => expect(await data()).toContain(`node_id="${nodeIds[1]}"`));
  expect(await data()).not.toContain(`node_id="${nodeIds[0]}"`);
  expect(heightCalls()).toBe(before);
});

test("a changed interval applies from now on", async () => {
  const { url } = await startNode();
  const every = (interval: string) => ({
    node: { url },
    collectors: { ...onlyCollectors(), "p-height": { interval } },
  });
  const { exporter, apply, own } = await startExporter(every("10m"));
  await until(() => expect(exporter.ready()).toBe(true));
  apply(every("1s"));
  const ofFirstRun = callsIn(await own());
  await until(async () => expect(callsIn(await own())).toBeGreaterThan(2 * ofFirstRun));
});

test("changed credentials are sent with the next call, and no data is lost", async () => {
  const { simulator, url } = await startNode();
  const seen: (string | undefined)[] = [];
  const { url: front } = await serve((incoming, response) => {
    seen.push(incoming.headers.authorization);
    const onward = request(url + incoming.url, { method: "POST", headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    // the node is closed before the proxy in front of it
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  });
  const withToken = (credentials: string) => ({
    node: { url: front, authorization: { credentials } },
    collectors: { ...onlyCollectors(), "p-height": { interval: "1s" } },
  });
  const { exporter, apply, data } = await startExporter(withToken("one"));
  await until(() => expect(exporter.ready()).toBe(true));
  apply(withToken("two"));
  expect(await data()).toContain("avax_pchain_height");
  await until(() => expect(seen.at(-1)).toBe("Bearer two"));
  expect(new Set(seen)).toEqual(new Set(["Bearer one", "Bearer two"]));
  expect(simulator.chain.blocks.height()).toBeGreaterThan(0);
});

test("a changed address is another node: data of the old one is dropped, and counters continue", async () => {
  const [one, other] = await Promise.all([
    startNode(),
    startNode({ faults: [{ method: "*", fault: { kind: "hang" } }] }),
  ]);
  const at = (url: string) => ({ node: { url }, collectors: heights });
  const { exporter, apply, data, own } = await startExporter(at(one.url));
  await until(() => expect(exporter.ready()).toBe(true));
  const ofFirstRun = callsIn(await own());
  apply(at(other.url));
  expect(await data()).toBe("");
  expect(sample(await own(), "avax_up")).toBe("0");
  expect(sample(await own(), "avax_node_reachable")).toBeUndefined();
  expect(sample(await own(), 'avax_exporter_collector_success{collector="p-height"}')).toBeUndefined();
  expect(callsIn(await own())).toBe(ofFirstRun);
  apply(at(one.url));
  await until(async () => expect(callsIn(await own())).toBe(2 * ofFirstRun));
});

test("a removed node is no longer called; a new one is", async () => {
  const [gone, come] = await Promise.all([startNode(), startNode()]);
  const often = { ...onlyCollectors(), "p-height": { interval: "1s" } };
  const { exporter, apply } = await startExporter({ nodes: { gone: { url: gone.url } }, collectors: often });
  await until(() => expect(exporter.ready()).toBe(true));
  apply({ nodes: { come: { url: come.url } }, collectors: often });
  expect([exporter.target("gone"), exporter.targets().map(({ name }) => name)]).toEqual([undefined, ["come"]]);
  await until(() => expect(come.calls.length).toBeGreaterThan(3));
  const { length } = gone.calls;
  await until(() => expect(come.calls.length).toBeGreaterThan(9));
  expect(gone.calls.length).toBe(length);
});

test("a full set in progress during a change of the plan is not requested concurrently a second time", async () => {
  const fullSet = "platform.getCurrentValidators";
  const { promise: underWay, resolve: begin } = Promise.withResolvers<void>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const { url, calls } = await startNode({
    faults: [{ method: fullSet, fault: { kind: "busy", ms: 1500 }, times: 1 }],
    pause: () => {
      begin();
      return over;
    },
  });
  const detail = (detail: string) => ({
    node: { url },
    validators: { detail },
    collectors: onlyCollectors("p-validators"),
  });
  const { apply, stateOf } = await startExporter(detail("watched"));
  await underWay;
  apply(detail("all"));
  end();
  await until(() => expect(stateOf("p-validators")).toBe("ok"));
  const asked = calls.filter((method) => method?.startsWith("platform."));
  expect(asked).toEqual([fullSet, "platform.getHeight", fullSet]); // the probe, then the second request
});
