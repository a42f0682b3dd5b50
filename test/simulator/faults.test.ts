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

test.each([
  [{ kind: "delay", ms: 60 }, 200],
  [{ kind: "busy", ms: 60 }, "none yet"],
] as const)("%j: the response waits, and others of the chain: %s", async (fault, others) => {
  const { simulator, url, waits } = await simulateWaits();
  simulator.faults.add({ method, fault });
  const wait = waits();
  const late = ask(url, { body: call(method) });
  const [ms, end] = await wait;
  const other = ask(url, { body: call("platform.getTimestamp") }).then(({ status }) => status);
  const ofNode = await ask(url, { path: "/ext/info", body: call("info.getNetworkID") });
  const early = [await Promise.race([late, "none yet"]), others === 200 ? await other : others];
  end();
  expect([ms, ofNode.status, early]).toEqual([60, 200, ["none yet", others]]);
  expect([(await late).status, await other]).toEqual([200, 200]);
});

test("hang: no response, and closing the simulator closes the connection", async () => {
  const { simulator, url, waits } = await simulateWaits();
  simulator.faults.add({ method, fault: { kind: "delay", ms: 1 } });
  simulator.faults.add({ method, fault: { kind: "hang" } });
  const wait = waits();
  const hanging = ask(url, { body: call(method) });
  const [, end] = await wait; // the call has arrived
  end();
  await Promise.all([simulator.close(), expect(hanging).rejects.toThrow("socket hang up")]);
});

test.each([
  [{ kind: "reset" }, "ECONNRESET"],
  [{ kind: "cut" }, "aborted"],
] as const)("%j: the client sees %s", async (fault, error) => {
  await expect(withFault(fault)).rejects.toThrow(error);
});

test("drip: the body is sent in small pieces, until the client disconnects", async () => {
  const gone = Promise.withResolvers<void>();
  const { simulator, url, waits, clock } = await simulateWaits({ onCall: () => gone.resolve() });
  simulator.faults.add({ method, fault: { kind: "drip", bytes: 1, ms: 20 } });
  const client = new AbortController();
  const wait = waits();
  const dripping = ask(url, { body: call(method), signal: client.signal });
  const [ms, end] = await wait;
  client.abort();
  await Promise.all([expect(dripping).rejects.toThrow("aborted"), gone.promise]);
  let further = 0;
  clock.on("wait", () => further++);
  end();
  await ask(url, { body: call("platform.getTimestamp") });
  expect([ms, further]).toEqual([20, 0]);
});

const notFound = "404 page not found\n";
/** Kinds that change the response as text, with the status and the body that a response without JSON gets. */
const ofText: readonly [Fault, number, string][] = [
  [{ kind: "status", status: 502, text: "bad gateway" }, 502, "bad gateway"],
  [{ kind: "api-off" }, 404, notFound],
  [{ kind: "bootstrapping" }, 503, "API call rejected because chain is not done bootstrapping\n"],
  [{ kind: "redirect", to: "https://elsewhere.example/" }, 302, ""],
  [{ kind: "empty" }, 200, ""],
  [{ kind: "html" }, 200, "<html><body>Welcome</body></html>\n"],
  [{ kind: "identity", nodeId: "NodeID-other" }, 404, notFound],
  [{ kind: "truncated" }, 404, "404 page "],
  [{ kind: "oversize", bytes: 21 }, 404, `${notFound}  `],
];

const error = { code: -32000, message: "database closed", data: null };
const unknown = { ...error, message: 'rpc: can\'t find method "platform.GetHeight"' };
const result = { height: expect.any(String) };
const withResult = (result: object) => ({ jsonrpc: "2.0", result, id: 1 });
/** Kinds that change JSON, with the JSON of the response to a call. */
const ofJson: readonly [Fault, object][] = [
  [{ kind: "wrong-id" }, { ...withResult(result), id: -1 }],
  [{ kind: "wrong-jsonrpc" }, { ...withResult(result), jsonrpc: "1.0" }],
  [{ kind: "no-result" }, { jsonrpc: "2.0", id: 1 }],
  [
    { kind: "error", message: "database closed" },
    { jsonrpc: "2.0", error, id: 1 },
  ],
  [{ kind: "method-unknown" }, { jsonrpc: "2.0", error: unknown, id: 1 }],
  [{ kind: "missing", field: "height" }, withResult({})],
  [{ kind: "mistyped", field: "height" }, withResult({ height: {} })],
  [{ kind: "negative", field: "height" }, withResult({ height: "-1" })],
  [{ kind: "overflow", field: "height" }, withResult({ height: "18446744073709551616" })],
  [{ kind: "null-list", field: "height" }, withResult({ height: null })],
];

test.each(ofJson)("%j changes the response to a call", async (fault, envelope) => {
  expect(JSON.parse((await withFault(fault)).body)).toEqual(envelope);
});

test.each([...ofText, ...ofJson.map(([fault]) => [fault, 404, notFound] as const)])(
  "%j with a response that is not JSON",
  async (fault, status, body) => {
    const { simulator, url } = await simulate();
    simulator.faults.add({ method: "*", fault });
    expect(await ask(url, { path: "/nothing", method: "GET", headers: {} })).toMatchObject({ status, body });
  },
);

test("every kind is tested", () => {
  const others = ["delay", "busy", "hang", "reset", "cut", "drip"];
  expect(new Set([...[...ofText, ...ofJson].map(([{ kind }]) => kind), ...others])).toEqual(new Set(faultKinds));
});

test("truncated: half of the JSON is a complete response", async () => {
  const { body, headers } = await withFault({ kind: "truncated" });
  expect(Number(headers["content-length"])).toBe(body.length);
  expect(() => JSON.parse(body)).toThrow();
});

test("headers: redirect has the location, identity another node ID", async () => {
  const { headers } = await withFault({ kind: "redirect", to: "https://elsewhere.example/" });
  expect(headers.location).toBe("https://elsewhere.example/");
  expect((await withFault({ kind: "identity", nodeId: "NodeID-other" })).headers["node-id"]).toBe("NodeID-other");
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

test("paths can refer to members of lists", async () => {
  const { simulator, rpc } = await simulate();
  const at = { method: "platform.getCurrentValidators" } as const;
  simulator.faults.add({ ...at, fault: { kind: "negative", field: "validators.1.weight" } });
  simulator.faults.add({ ...at, fault: { kind: "missing", field: "validators.0.nodeID" } });
  const [first, second] = (await rpc(at.method)).result.validators;
  expect([first.nodeID, second.weight]).toEqual([undefined, "-1"]);
});

test("a fault on one method does not affect the others, * means all, and each can be cleared", async () => {
  const { simulator, rpc } = await simulate();
  const messages = async () =>
    [await rpc(method), await rpc("platform.getTimestamp")].map(({ error }) => error?.message);
  simulator.faults.add({ method, fault: { kind: "error", message: "no" } });
  expect(await messages()).toEqual(["no", undefined]);
  simulator.faults.add({ method: "*", fault: { kind: "error", message: "nothing works" } });
  expect(await messages()).toEqual(["nothing works", "nothing works"]);
  simulator.faults.clear("*");
  expect(await messages()).toEqual(["no", undefined]);
  simulator.faults.clear();
  expect(await messages()).toEqual([undefined, undefined]);
});

test("a fault can end after a number of calls, start later and recur", async () => {
  const { simulator, rpc, clock } = await simulate();
  const isOn = async (seconds: number) => {
    clock.now += 1000 * seconds;
    return (await rpc(method)).error !== undefined;
  };
  const fault = { kind: "error", message: "no" } as const;
  simulator.faults.add({ method, fault, times: 2 });
  expect([await isOn(0), await isOn(0), await isOn(0)]).toEqual([true, true, false]);
  simulator.faults.add({ method, fault, after: 30, flaps: { every: 60, lasts: 15 } });
  expect([await isOn(0), await isOn(30), await isOn(15), await isOn(45)]).toEqual([false, true, false, true]);
});
