import { type RequestListener, request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { collector } from "../../src/collectors/collector.ts";
import { chainTime, pTime } from "../../src/collectors/fees.ts";
import { height, pAccepted, pProposed, proposedHeight } from "../../src/collectors/heights.ts";
import { pSupply } from "../../src/collectors/primary-network.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { reasons } from "../../src/node-api/errors.ts";
import { type Call, createSimulator, type SimulatorOptions } from "../../src/simulator/simulator.ts";
import { callLimit } from "../support/limits.ts";
import { settings } from "../support/run-collector.ts";
import { serve } from "../support/server.ts";
import { startTarget } from "../support/target.ts";

const another = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";

test("before its first run a target exports that it is not up, and has no node ID yet", async () => {
  const { own, value } = await startTarget({ only: ["p-height"] });
  expect([await value("avax_up"), await value("avax_node_reachable")]).toEqual([0, undefined]);
  expect(await own()).not.toContain("avax_exporter_collector_success{");
});

test("every counter starts at 0", async () => {
  const { own } = await startTarget({ only: ["p-height", "p-validators"] });
  const counters = (await own()).match(/(?<=^avax_exporter_)\w+(_total|_count)(\{.*\})?(?= 0$)/gm);
  const named = (name: string, label: string, values: readonly string[]) =>
    values.map((value) => `${name}{${label}="${value}"}`);
  expect(counters).toEqual([
    'series_dropped_total{collector="p-validators"}',
    'rpc_duration_seconds_count{lock="p",cost="light"}',
    'rpc_duration_seconds_count{lock="p",cost="heavy"}',
    'rpc_duration_seconds_count{lock="none",cost="light"}',
    ...named("rpc_request_failures_total", "reason", reasons),
    "node_identity_changes_total",
  ]);
});

test("a target whose node is unreachable is not up, has no data, and keeps its own series when the node starts", async () => {
  const { simulator, url, target, collected, own, value, until, lines } = await startTarget({ only: ["p-height"] });
  await simulator.close();
  target.start();
  await until(() => expect(target.ready()).toBe(true));
  expect([await value("avax_up"), await value("avax_node_reachable"), collected()]).toEqual([0, 0, ""]);
  expect(lines.filter(({ level }) => level >= 40)).toMatchObject([{ msg: "node unreachable" }]);
  const series = async () => (await own()).match(/^\w+(\{.*\})?(?= )/gm);
  const before = await series();
  const started = createSimulator();
  onTestFinished(() => started.close());
  await started.listen(Number(new URL(url).port));
  await until(async () => expect(await value("avax_up")).toBe(1));
  expect(await series()).toEqual(before);
});

const loginPage: RequestListener = (_request, response) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><html>Log in</html>");

test.each<[string, RequestListener, object, isReachable?: boolean]>([
  ["a login page", loginPage, { reason: "decode", fix: expect.stringContaining("URL/rpc") }],
  [
    "a proxy that cannot reach the node",
    (_request, response) => response.writeHead(502).end("<html>Bad Gateway</html>"),
    { reason: "http_status", fix: expect.stringContaining("start the node") },
    false,
  ],
])(
  "%s instead of a node is a warning of each collector, or one if it does not respond, with the fix",
  async (_what, listener, expected, isReachable = true) => {
    const { url } = await serve(listener);
    const only = ["p-height", "p-fee", "watched-validators", "rewards", "x-height", "index", "health", "node"];
    const own = () => settings({ watch: { own: true } });
    const { target, lines, stateOf, value } = await startTarget({ only, url: `${url}/rpc`, settings: own });
    await target.once();
    expect(await value("avax_node_reachable")).toBe(Number(isReachable));
    expect(only.map(stateOf)).toEqual(only.map(() => expect.objectContaining({ kind: "failed" })));
    const subjects = isReachable ? only.map((collector) => ({ collector })) : [{ nodeUrl: `${url}/rpc` }];
    const warnings = lines.flatMap(({ level, ...line }) =>
      level >= 40 ? { ...line, fix: line.fix?.replace(url, "URL") } : [],
    );
    expect(warnings).toHaveLength(subjects.length);
    for (const subject of subjects)
      expect(warnings).toContainEqual(expect.objectContaining({ ...subject, ...expected }));
  },
);

/** A collector that makes three calls in each run. */
const heights = collector({
  name: "heights",
  summary: "",
  interval: "10s",
  reads: ["platform.getProposedHeight", "platform.getHeight", "platform.getTimestamp"],
  metrics: [proposedHeight, height, chainTime],
  read: ({ call }) => ({
    proposed: call("platform.getProposedHeight", {}),
    accepted: call("platform.getHeight", {}),
    time: call("platform.getTimestamp", {}),
  }),
  map: {
    proposed: ({ height }) => [pProposed.item({ height })],
    accepted: ({ height }) => [pAccepted.item({ height })],
    time: ({ timestamp }) => [pTime.item({ timestamp })],
  },
});

test("the series limit applies to a collector with a failed item that keeps its series", async () => {
  const three = () =>
    ["a", "b", "c"].map((id) => ({ priority: 1, id, observations: [pAccepted.item({ height: 1n })] }));
  const listing = collector({
    name: "listing",
    summary: "",
    interval: "10s",
    metrics: [height],
    reads: ["platform.getHeight", "avm.getHeight"],
    read: ({ call }) => ({ p: call("platform.getHeight", {}), x: call("avm.getHeight", {}, "X") }),
    map: { p: three, x: three },
  });
  const collectorOptions = { listing: { enabled: true, interval: 30, timeout: callLimit } };
  const { simulator, target, data, until, stateOf } = await startTarget({
    only: ["listing"],
    collectors: [listing],
    collectorOptions,
    limit: 4,
  });
  target.start();
  await until(() => expect(stateOf("listing")).toEqual({ kind: "ok" }));
  simulator.faults.add({ method: "platform.getHeight", fault: { kind: "empty" } });
  await until(() => expect(stateOf("listing")).toMatchObject({ kind: "failed" }));
  expect(data().match(/^avax_pchain_height\{/gm)).toHaveLength(4);
});

test("data that can no longer be read is dropped after stale-after, and its series are no longer counted", async () => {
  const collectorOptions = { "p-validators": { stale_after: 300 } };
  const { simulator, target, collected, value, until, stateOf } = await startTarget({
    only: ["p-validators"],
    collectorOptions,
  });
  target.start();
  await until(() => expect(stateOf("p-validators")).toEqual({ kind: "ok" }));
  simulator.faults.add({ method: "*", fault: { kind: "reset" } });
  await until(() => expect(collected()).toBe(""));
  await until(async () => expect(await value('avax_exporter_series{collector="p-validators"}')).toBe(0));
  expect(await value('avax_exporter_collector_success{collector="p-validators"}')).toBe(0);
});

test("the first success on a node wakes the waiting collectors", async () => {
  const { simulator, target, until, stateOf } = await startTarget({
    only: ["p-height", "x-fee"],
    simulator: { faults: [{ method: "*", fault: { kind: "bootstrapping" } }] },
    interval: 200,
  });
  target.start();
  await until(() => expect(target.ready()).toBe(true));
  simulator.faults.add({ method: "avm.getTxFee", fault: { kind: "api-off" } });
  await until(() => expect(stateOf("x-fee")).toMatchObject({ kind: "unavailable", reason: "api_off" }));
  // without a wake-up x-fee would be requested again after five minutes
  simulator.faults.clear();
  await until(() => expect([stateOf("p-height"), stateOf("x-fee")]).toEqual([{ kind: "ok" }, { kind: "ok" }]));
});

const fullSet = "platform.getCurrentValidators";

test("a full set that exceeds its timeout is requested again after its interval, not when the chain responds again", async () => {
  const calls: (string | undefined)[] = [];
  const { target, lines, until, stateOf } = await startTarget({
    only: ["p-validators", "p-height"],
    simulator: {
      faults: [{ method: fullSet, fault: { kind: "busy", ms: 1800 } }],
      onCall: ({ method }) => calls.push(method),
    },
    collectorOptions: { "p-validators": { interval: 3_600_000 } },
    timeout: 300,
  });
  target.start();
  // the log keeps a failure that a busy machine ends before it is looked at
  const failed = expect.objectContaining({ method: "platform.getHeight", error: expect.any(String) });
  await until(() => expect(lines).toContainEqual(failed));
  await until(() => expect([stateOf("p-height")?.kind, stateOf("p-validators")?.kind]).toEqual(["ok", "failed"]));
  const seen = calls.length;
  await until(() => expect(calls.length).toBeGreaterThan(seen + 15));
  expect(calls.filter((method) => method === fullSet).length).toBe(1);
});

test("when another node responds, data of the old one is dropped and everything is read again", async () => {
  const { simulator, target, data, value, lines, until } = await startTarget({
    only: ["p-height", "p-stake"],
  });
  target.start();
  await until(() => expect(data()).toContain("avax_pchain_stake_avax"));
  simulator.faults.add({ method: "*", fault: { kind: "identity", nodeId: another } });
  simulator.faults.add({ method: "platform.getTotalStake", fault: { kind: "hang" } });
  await until(() => expect(data()).not.toContain("avax_pchain_stake_avax"));
  await until(() => expect(data()).toContain("avax_pchain_height"));
  expect(await value("avax_exporter_node_identity_changes_total")).toBe(1);
  expect(lines.filter(({ level }) => level >= 40).map(({ msg }) => msg)[0]).toContain("node identity changed");
});

/** Starts nodes, and a proxy in front of them that drops these headers. `turn` returns the index of the node for the next request. */
async function startNodes(options: readonly SimulatorOptions[], turn: () => number, dropped: readonly string[] = []) {
  const nodes = options.map((one) => createSimulator(one));
  const urls = await Promise.all(nodes.map((node) => node.listen()));
  const close = async () => void (await Promise.all(nodes.map((node) => node.close())));
  onTestFinished(close);
  const { url } = await serve((incoming, response) => {
    const { method, headers } = incoming;
    const outgoing = request(`${urls[turn()]}${incoming.url}`, { method, headers }, (answer) => {
      response.sendDate = false;
      const kept = Object.entries(answer.headers).filter(([name]) => !dropped.includes(name));
      answer.pipe(response.writeHead(answer.statusCode ?? 0, Object.fromEntries(kept)));
    });
    outgoing.on("error", () => response.writeHead(502, { date: new Date(0).toUTCString() }).end());
    incoming.pipe(outgoing);
  });
  return { nodes, urls: [...urls, url], url, close };
}

test("a node that has ended is unreachable behind a proxy as it is without one, at the first look", async () => {
  const { urls, close } = await startNodes([{ seed: 1 }], () => 0);
  const given = { only: ["p-fee", "health", "node"], interval: 60_000 };
  const targets = await Promise.all(urls.map((url) => startTarget({ ...given, url })));
  const look = async () => {
    await Promise.all(targets.map(({ target }) => target.once()));
    return Promise.all(
      targets.map(async ({ target, value }) => {
        const { state, clock_difference_seconds: difference = Number.NaN } = target.facts().node;
        return [state, Math.abs(difference) < 30, await value("avax_node_reachable")];
      }),
    );
  };
  const before = await look();
  await close();
  expect([before, await look()]).toEqual(
    [
      ["ok", true, 1],
      ["unreachable", true, 0],
    ].map((one) => [one, one]), // without and with the proxy
  );
});

test("behind a proxy that drops the header node-id, series that were read before the ID is known have it then", async () => {
  const fault = { method: "info.getNodeID", fault: { kind: "empty" } } as const;
  const { nodes, url } = await startNodes([{ faults: [fault] }], () => 0, ["node-id"]);
  const { target, stateOf, until } = await startTarget({
    only: ["index", "upgrades", "node"],
    url,
    interval: 3_600_000,
    collectorOptions: { node: { interval: 50 } },
  });
  const series = () => target.exposition.text().match(/^avax_(index|upgrade)_\w+\{[^}]*\}/gm) ?? [];
  target.start();
  await until(() => expect(target.ready()).toBe(true));
  const before = series();
  expect([stateOf("node")?.kind, before.length > 5, before.join().includes("node_id")]).toEqual([
    "failed",
    true,
    false,
  ]);
  nodes[0]?.faults.clear();
  await until(() => expect(stateOf("node")).toEqual({ kind: "ok" }));
  const withId = before.map((one) =>
    one.replace('network="mainnet"', `network="mainnet",node_id="${nodes[0]?.nodeId}"`),
  );
  expect(series()).toEqual(withId);
});

test("the clock of a node is forgotten when another one responds at its URL", async () => {
  const [ahead, dropped, other] = [600_000, [] as string[], { seed: 2 }];
  const nodes = [{ seed: 1, now: () => Date.now() + ahead }, other];
  const { url } = await startNodes(nodes, () => dropped.length, dropped);
  const { target } = await startTarget({ only: ["p-fee"], url, clock: systemClock, ownDate: true });
  const difference = async () => {
    await target.once();
    return target.facts().node.clock_difference_seconds;
  };
  expect(await difference()).toBeGreaterThan(500);
  dropped.push("date"); // the other node does not show its clock
  expect(await difference()).toBeUndefined();
});

test("values of a node that restarts on another network are never shown under the first one", async () => {
  const first = createSimulator({ seed: 1, validators: 30 });
  const url = await first.listen();
  const second = createSimulator({ seed: 1, validators: 50, network: "fuji" });
  onTestFinished(() => second.close());
  const { target, until } = await startTarget({ only: ["p-validators", "p-height"], url, interval: 20 });
  const seen = new Set<string>();
  const look = () => {
    for (const [, network, count] of target.exposition
      .text()
      .matchAll(/^avax_validators\{network="(\w+)".*\} (\d+)$/gm))
      seen.add(`${network} ${count}`);
  };
  target.start();
  await until(() => {
    look();
    expect(seen).toContain("mainnet 30");
  });
  await first.close();
  await second.listen(Number(new URL(url).port));
  await until(() => {
    look();
    expect(seen).toContain("fuji 50");
  });
  expect([...seen]).toEqual(["mainnet 30", "fuji 50"]);
});

test("the version is read once, and again from a node that has restarted at the same address", async () => {
  const calls: Call[] = [];
  const onCall = (call: Call) => void calls.push(call);
  const first = createSimulator({ version: "1.14.0", onCall });
  const url = await first.listen();
  const second = createSimulator({ version: "1.14.1", upFor: 0, scenario: "bootstrapping" });
  onTestFinished(() => second.close());
  const { target, data } = await startTarget({ only: ["node"], url });
  const count = (name: string) => calls.filter(({ method }) => method === name).length;
  for (let i = 0; i < 2; i++) await target.once();
  const before = [count("info.getNodeVersion"), count("info.isBootstrapped")];
  for (let i = 0; i < 3; i++) await target.once();
  expect([count("info.getNodeVersion"), count("info.isBootstrapped"), count("info.uptime")]).toEqual([...before, 5]);
  expect(data()).toMatch(/^avax_node_bootstrapped\{.*chain="P"\} 1$/m);
  await first.close();
  await second.listen(Number(new URL(url).port));
  for (let i = 0; i < 2; i++) await target.once();
  expect(data()).toMatch(/^avax_node_bootstrapped\{.*chain="P"\} 0$/m);
  expect(target.facts().node).toMatchObject({ version: "avalanchego/1.14.1" });
});

test("behind a load balancer runs of several nodes are discarded, other data is kept, and one warning is logged", async () => {
  let calls = 0;
  const { url } = await startNodes([{ seed: 1 }, { seed: 2 }], () => calls++ % 2);
  const { target, data, value, lines, until } = await startTarget({
    only: ["p-supply", "heights"],
    collectors: [pSupply, heights],
    url,
    interval: 50,
  });
  const changes = async () => (await value("avax_exporter_node_identity_changes_total")) ?? 0;
  const moreChanges = async () => {
    const before = await changes();
    await until(async () => expect(await changes()).toBeGreaterThan(before + 5));
  };
  target.start();
  await moreChanges();
  await until(() => expect(data()).toContain("avax_pchain_supply_avax")); // one call: always to one node
  for (let i = 0; i < 5; i++) {
    await moreChanges();
    expect(data()).toContain("avax_pchain_supply_avax");
    expect(data()).not.toContain("avax_pchain_height"); // three calls: always to two nodes
  }
  const warnings = lines.filter(({ level }) => level >= 40).map(({ msg }) => msg);
  expect(warnings.filter((msg) => msg.includes("load balancer")).length).toBe(1);
});

test("once reads the chains of L1s that the health checks name", async () => {
  const { target, data } = await startTarget({
    only: ["evm", "health"],
    simulator: { scenario: "l1-validator-offline" },
  });
  await target.once();
  expect(data()).toMatch(/^avax_evm_height\{node_id=".+",chain="\w{40,}"/m);
});
