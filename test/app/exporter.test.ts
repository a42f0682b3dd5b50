/** Several nodes in one process, and plans that change while it runs. */
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { configSchema } from "../../src/app/config/schema.ts";
import { createExporter } from "../../src/app/exporter.ts";
import { plansOf } from "../../src/app/plan.ts";
import { collectors } from "../../src/collectors/all.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { onlyCollectors, startExporter, startNode } from "../support/exporter.ts";
import { until } from "../support/until.ts";

const everyTenMinutes = { interval: "10m" };

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
  const exporter = createExporter({ plans, build, log, clock });
  onTestFinished(() => exporter.stop());
  exporter.start();
  expect(delays.length).toBe(count - 1); // the first starts at once
  expect(delays.at(-1)).toBeCloseTo(expected);
});

/** Two nodes that are not called. */
const pair = {
  nodes: { one: { url: "http://127.0.0.1:1/one", network: "alpha" }, two: { url: "http://127.0.0.1:1/two" } },
  collectors: { ...onlyCollectors(), "p-fee": everyTenMinutes },
};
const { one, two } = pair.nodes;
const plansWith = (changes: object = {}) => plansOf(configSchema(collectors).parse({ ...pair, ...changes }));

test.each<[what: string, changes: object, replaced: readonly string[]]>([
  ["nothing", {}, []],
  ["the log level", { log: { level: "debug" } }, []],
  ["the order of the nodes", { nodes: { two, one } }, []],
  ["the list of nodes", { nodes: { ...pair.nodes, three: { url: `${one.url}/three` } } }, []],
  ["an address", { nodes: { two, one: { ...one, url: "http://127.0.0.1:1/other" } } }, ["one"]],
  ["the name of a network", { nodes: { two, one: { ...one, network: "beta" } } }, ["one"]],
  ["credentials", { nodes: { two, one: { ...one, authorization: { credentials: "new" } } } }, ["one"]],
  ["what a node watches", { nodes: { two, one: { ...one, watch: { own: false } } } }, ["one"]],
  ["what all nodes watch", { watch: { own: false } }, ["one", "two"]],
  ["the detail of validators", { validators: { detail: "all" } }, ["one", "two"]],
  ["an interval", { collectors: { ...onlyCollectors(), "p-fee": { interval: "1h" } } }, ["one", "two"]],
  ["the series limit", { series_limit: 7 }, ["one", "two"]],
])("a reload that changes %s replaces the nodes that it concerns", (_what, changes, replaced) => {
  const exporter = createExporter({ plans: plansWith(), build, log });
  onTestFinished(() => exporter.stop());
  const before = new Map(exporter.targets().map((target) => [target.name, target]));
  exporter.apply(plansWith(changes));
  const names = ["one", "two"];
  expect(names.filter((name) => exporter.target(name) !== before.get(name))).toEqual(replaced);
});

test("the exporter is not ready while the first run of one of its nodes has not ended", async () => {
  const [good, hung] = await Promise.all([
    startNode(),
    startNode({ faults: [{ method: "*", fault: { kind: "hang" } }] }),
  ]);
  const nodes = { good: { url: good.url }, hung: { url: hung.url, timeout: "10m" } };
  const { exporter } = await startExporter({ nodes, collectors: onlyCollectors("p-height") });
  await until(() => expect(exporter.target("good")?.ready()).toBe(true));
  expect(exporter.ready()).toBe(false);
});

test("an exception while other plans are applied keeps all nodes", () => {
  const exporter = createExporter({ plans: plansWith(), build, log });
  onTestFinished(() => exporter.stop());
  const before = exporter.targets();
  const broken = {
    get config(): never {
      throw new Error("bug");
    },
    jobs: [],
    isWatching: false,
  };
  expect(() => exporter.apply(new Map([...plansWith({ nodes: {} }), ["broken", broken]]))).toThrow("bug");
  expect(exporter.targets()).toEqual(before);
});

test("a node whose settings change is read again at once, and a removed one is not called any more", async () => {
  const [gone, here] = await Promise.all([startNode(), startNode()]);
  const often = { ...onlyCollectors(), "p-height": { interval: "1s" } };
  const { exporter, apply, data, own } = await startExporter({
    nodes: { gone: { url: gone.url }, here: { url: here.url } },
    collectors: often,
  });
  await until(() => expect(exporter.ready()).toBe(true));
  apply({ nodes: { here: { url: here.url } }, collectors: { ...often, "x-height": everyTenMinutes } });
  expect([exporter.target("gone"), await data("here")]).toEqual([undefined, ""]);
  expect(await own("here")).toMatch(/^avax_up 0$/m);
  const [{ length: before }, { length: atReload }] = [gone.calls, here.calls];
  await until(async () => expect(await data("here")).toMatch(/^avax_xchain_height/m));
  await until(() => expect(here.calls.length).toBeGreaterThan(atReload + 9));
  expect(await data("here")).toMatch(/^avax_pchain_height/m);
  expect(gone.calls.length).toBe(before);
});

test("the label network of a node without a name of its network follows a reload", async () => {
  const { url } = await startNode({
    faults: [
      { method: "info.getNetworkName", fault: { kind: "method-unknown" } },
      { method: "info.getNetworkID", fault: { kind: "method-unknown" } },
    ],
  });
  const named = (network: string) => ({ node: { url, network }, collectors: onlyCollectors("p-height") });
  const { exporter, apply } = await startExporter(named("alpha"));
  const text = () => exporter.target("")?.exposition.text();
  await until(() => expect(text()).toMatch(/^avax_pchain_height\{network="alpha"/m));
  apply(named("beta"));
  await until(() => expect(text()).toMatch(/^avax_pchain_height\{network="beta"/m));
  expect(text()).not.toContain("alpha");
});
