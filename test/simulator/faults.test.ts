import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { type Fault, faultKinds } from "../../src/simulator/faults.ts";
import type { SimulatorOptions } from "../../src/simulator/simulator.ts";
import { ask, call, simulate } from "./ask.ts";

const method = "platform.getHeight";
const good = /^\{"jsonrpc":"2.0","result":\{"height":"\d+"\},"id":1\}\n$/;

async function withFault(fault: Fault) {
  const { simulator, url } = await simulate();
  simulator.faults.add({ method, fault });
  return ask(url, { body: call(method) });
}
const json = async (fault: Fault) => JSON.parse((await withFault(fault)).body);

/** Starts a simulator whose waits the test ends. */
async function simulateWaits(options: SimulatorOptions = {}) {
  const clock = new EventEmitter();
  const pause = (ms: number) => new Promise<void>((end) => clock.emit("wait", ms, end));
  /** The next wait: its duration, and a function that ends it. */
  const waits = () => once(clock, "wait") as Promise<[number, () => void]>;
  return { ...(await simulate({ pause, ...options })), clock, waits };
}

test("without faults nothing changes", async () => {
  const { url } = await simulate();
  expect(await ask(url, { body: call(method) })).toMatchObject({ status: 200, body: expect.stringMatching(good) });
});

test("delay: the response is sent after the time, and others before it", async () => {
  const { simulator, url, waits } = await simulateWaits();
  simulator.faults.add({ method, fault: { kind: "delay", ms: 60 } });
  const wait = waits();
  const delayed = ask(url, { body: call(method) });
  const [ms, end] = await wait;
  const { status } = await ask(url, { body: call("platform.getTimestamp") });
  const early = await Promise.race([delayed, "none yet"]);
  end();
  expect([ms, status, early]).toEqual([60, 200, "none yet"]);
  expect((await delayed).body).toMatch(good);
});

test("busy: other calls to the chain wait too, other APIs do not", async () => {
  const { simulator, url, waits } = await simulateWaits();
  simulator.faults.add({ method: "platform.getCurrentValidators", fault: { kind: "busy", ms: 80 } });
  const wait = waits();
  const heavy = ask(url, { body: call("platform.getCurrentValidators") });
  const [ms, end] = await wait;
  const light = ask(url, { body: call(method) });
  const other = await ask(url, { path: "/ext/info", body: call("info.getNetworkID") });
  const early = await Promise.race([heavy, light, "none yet"]);
  end();
  expect([ms, other.status, early]).toEqual([80, 200, "none yet"]);
  expect([(await heavy).status, (await light).status]).toEqual([200, 200]);
});

test("hang: no response, and closing the simulator closes the connection", async () => {
  const { simulator, url, waits } = await simulateWaits();
  simulator.faults.add({ method, fault: { kind: "delay", ms: 1 } });
  simulator.faults.add({ method, fault: { kind: "hang" } });
  const wait = waits();
  const hanging = ask(url, { body: call(method) });
  const [, end] = await wait; // the call has arrived
  end();
  await ask(url, { body: call("platform.getTimestamp") });
  await Promise.all([simulator.close(), expect(hanging).rejects.toThrow("socket hang up")]);
});

test("reset: the connection is reset without a response", async () => {
  await expect(withFault({ kind: "reset" })).rejects.toThrow("ECONNRESET");
});

test("cut: headers and half of the body, then the end", async () => {
  await expect(withFault({ kind: "cut" })).rejects.toThrow("aborted");
});

test("drip: the body is sent in small pieces", async () => {
  const { simulator, url, clock } = await simulateWaits();
  const pieces: number[] = [];
  clock.on("wait", (ms: number, end: () => void) => {
    pieces.push(ms);
    end();
  });
  simulator.faults.add({ method, fault: { kind: "drip", bytes: 10, ms: 7 } });
  const { body } = await ask(url, { body: call(method) });
  expect(body).toMatch(good);
  expect(pieces).toEqual(Array.from({ length: Math.ceil(body.length / 10) }, () => 7));
});

test("drip ends when the client disconnects", async () => {
  const gone = Promise.withResolvers<void>();
  const { simulator, url, waits, clock } = await simulateWaits({ onCall: () => gone.resolve() });
  simulator.faults.add({ method, fault: { kind: "drip", bytes: 1, ms: 20 } });
  const client = new AbortController();
  const wait = waits();
  const dripping = ask(url, { body: call(method), signal: client.signal });
  const [, end] = await wait;
  client.abort();
  await Promise.all([expect(dripping).rejects.toThrow("aborted"), gone.promise]);
  let further = 0;
  clock.on("wait", () => further++);
  end();
  await ask(url, { body: call("platform.getTimestamp") });
  expect(further).toBe(0);
});

const replaced: readonly [Fault, number, string][] = [
  [{ kind: "status", status: 502, text: "bad gateway" }, 502, "bad gateway"],
  [{ kind: "api-off" }, 404, "404 page not found\n"],
  [{ kind: "bootstrapping" }, 503, "API call rejected because chain is not done bootstrapping\n"],
  [{ kind: "redirect", to: "https://elsewhere.example/" }, 302, ""],
  [{ kind: "empty" }, 200, ""],
  [{ kind: "html" }, 200, "<html><body>Welcome</body></html>\n"],
];
test.each(replaced)("%j replaces the response", async (fault, status, body) => {
  expect(await withFault(fault)).toMatchObject({ status, body });
});

test("redirect: the response contains the location", async () => {
  const { headers } = await withFault({ kind: "redirect", to: "https://elsewhere.example/" });
  expect(headers.location).toBe("https://elsewhere.example/");
});

test("truncated: half of the JSON as a complete response", async () => {
  const { body, headers } = await withFault({ kind: "truncated" });
  expect(Number(headers["content-length"])).toBe(body.length);
  expect(() => JSON.parse(body)).toThrow();
});

const error = { code: -32000, message: "database closed", data: null };
const unknown = { ...error, message: 'rpc: can\'t find method "platform.GetHeight"' };
const result = { height: expect.any(String) };
test.each<[Fault, object]>([
  [{ kind: "wrong-id" }, { jsonrpc: "2.0", result, id: -1 }],
  [{ kind: "wrong-jsonrpc" }, { jsonrpc: "1.0", result, id: 1 }],
  [{ kind: "no-result" }, { jsonrpc: "2.0", id: 1 }],
  [
    { kind: "error", message: "database closed" },
    { jsonrpc: "2.0", error, id: 1 },
  ],
  [{ kind: "method-unknown" }, { jsonrpc: "2.0", error: unknown, id: 1 }],
])("%j changes the envelope", async (fault, envelope) => {
  expect(await json(fault)).toEqual(envelope);
});

test("oversize: the response has the given size", async () => {
  const { body } = await withFault({ kind: "oversize", bytes: 100_000 });
  expect(body).toHaveLength(100_000);
  expect(`${body.trimEnd()}\n`).toMatch(good);
});

test("identity: another node responds", async () => {
  const { headers } = await withFault({ kind: "identity", nodeId: "NodeID-other" });
  expect(headers["node-id"]).toBe("NodeID-other");
});

test.each<[Fault, object]>([
  [{ kind: "missing", field: "height" }, {}],
  [{ kind: "mistyped", field: "height" }, { height: {} }],
  [{ kind: "negative", field: "height" }, { height: "-1" }],
  [{ kind: "overflow", field: "height" }, { height: "18446744073709551616" }],
  [{ kind: "null-list", field: "height" }, { height: null }],
  [{ kind: "missing", field: "nothing" }, result],
])("%j only changes that member", async (fault, result) => {
  expect((await json(fault)).result).toEqual(result);
});

test.each<[Fault, string]>([
  [{ kind: "overflow", field: "price" }, '"price":18446744073709551616,'],
  [{ kind: "negative", field: "price" }, '"price":-1,'],
])("%j of a number is a number", async (fault, text) => {
  const { simulator, url } = await simulate();
  simulator.faults.add({ method: "platform.getFeeState", fault });
  expect((await ask(url, { body: call("platform.getFeeState") })).body).toContain(text);
});

test("paths can refer to members of lists", async () => {
  const { simulator, rpc } = await simulate();
  const at = { method: "platform.getCurrentValidators" } as const;
  simulator.faults.add({ ...at, fault: { kind: "negative", field: "validators.1.weight" } });
  simulator.faults.add({ ...at, fault: { kind: "missing", field: "validators.0.nodeID" } });
  const [first, second] = (await rpc(at.method)).result.validators;
  expect([first.nodeID, second.weight]).toEqual([undefined, "-1"]);
});

test("a fault on one method does not affect the others, and * means all", async () => {
  const { simulator, rpc } = await simulate();
  simulator.faults.add({ method, fault: { kind: "error", message: "no" } });
  expect((await rpc(method)).error.message).toBe("no");
  expect((await rpc("platform.getTimestamp")).error).toBeUndefined();
  simulator.faults.add({ method: "*", fault: { kind: "error", message: "nothing works" } });
  expect((await rpc("platform.getTimestamp")).error.message).toBe("nothing works");
  expect((await rpc("info.uptime", {}, "/ext/info")).error.message).toBe("nothing works");
  simulator.faults.clear("*");
  expect((await rpc("platform.getTimestamp")).error).toBeUndefined();
  expect((await rpc(method)).error.message).toBe("no");
  simulator.faults.clear();
  expect((await rpc(method)).error).toBeUndefined();
});

test("a fault with a number of calls ends after them", async () => {
  const { simulator, rpc } = await simulate({
    faults: [{ method, fault: { kind: "error", message: "at first" }, times: 1 }],
  });
  simulator.faults.add({ method, fault: { kind: "error", message: "twice" }, times: 2 });
  expect((await rpc(method)).error.message).toBe("twice");
  expect((await rpc(method)).error.message).toBe("twice");
  expect((await rpc(method)).error).toBeUndefined();
});

test("a fault can start later", async () => {
  const { simulator, rpc, clock } = await simulate();
  simulator.faults.add({ method, fault: { kind: "error", message: "no" }, after: 60 });
  clock.now += 59_999;
  expect((await rpc(method)).error).toBeUndefined();
  clock.now += 1;
  expect((await rpc(method)).error).toBeDefined();
});

test("a fault can recur from a time on", async () => {
  const { simulator, rpc, clock } = await simulate();
  const flaps = { every: 60, lasts: 15 };
  simulator.faults.add({ method, fault: { kind: "error", message: "no" }, after: 30, flaps });
  const isOn = async (seconds: number) => {
    clock.now += 1000 * seconds;
    return (await rpc(method)).error !== undefined;
  };
  expect([await isOn(0), await isOn(30), await isOn(15), await isOn(45)]).toEqual([false, true, false, true]);
});

test.each<[Fault, boolean]>([
  [{ kind: "status", status: 403, text: "no" }, false],
  [{ kind: "html" }, false],
  [{ kind: "redirect", to: "https://elsewhere.example/" }, false],
  [{ kind: "api-off" }, true],
  [{ kind: "bootstrapping" }, true],
  [{ kind: "no-result" }, true],
])("%j: the response has the node ID: %j", async (fault, isNode) => {
  expect("node-id" in (await withFault(fault)).headers).toBe(isNode);
});

const notFound = "404 page not found\n";
const ofJson: readonly Fault[] = [
  { kind: "wrong-id" },
  { kind: "wrong-jsonrpc" },
  { kind: "no-result" },
  { kind: "error", message: "database closed" },
  { kind: "method-unknown" },
  { kind: "missing", field: "height" },
  { kind: "mistyped", field: "height" },
  { kind: "negative", field: "height" },
  { kind: "overflow", field: "height" },
  { kind: "null-list", field: "height" },
];
const ofAnyText: readonly [Fault, number, string][] = [
  ...replaced,
  [{ kind: "delay", ms: 1 }, 404, notFound],
  [{ kind: "busy", ms: 1 }, 404, notFound],
  [{ kind: "drip", bytes: 5, ms: 1 }, 404, notFound],
  [{ kind: "identity", nodeId: "NodeID-other" }, 404, notFound],
  [{ kind: "truncated" }, 404, "404 page "],
  [{ kind: "oversize", bytes: 21 }, 404, `${notFound}  `],
];
const withoutJson = [...ofAnyText, ...ofJson.map((fault) => [fault, 404, notFound] as const)];

test.each(withoutJson)("%j with a response that is not JSON", async (fault, status, body) => {
  const { simulator, url } = await simulate();
  simulator.faults.add({ method: "*", fault });
  expect(await ask(url, { path: "/nothing", method: "GET", headers: {} })).toMatchObject({ status, body });
});

test("every kind with a response is tested on one that is not JSON", () => {
  const broken = ["hang", "reset", "cut"];
  expect(new Set([...withoutJson.map(([{ kind }]) => kind), ...broken])).toEqual(new Set(faultKinds));
});
