import { expect, test } from "vitest";
import { type Fault, faultKinds } from "../../src/simulator/faults.ts";
import { ask, call, simulate } from "./ask.ts";

const method = "platform.getHeight";
const good = /^\{"jsonrpc":"2.0","result":\{"height":"\d+"\},"id":1\}\n$/;

async function withFault(fault: Fault) {
  const { simulator, url } = await simulate();
  simulator.faults.add({ method, fault });
  return ask(url, { body: call(method) });
}
const json = async (fault: Fault) => JSON.parse((await withFault(fault)).body);

test("none changes nothing", async () => {
  const { url } = await simulate();
  expect(await ask(url, { body: call(method) })).toMatchObject({ status: 200, body: expect.stringMatching(good) });
});

test("delay: the answer comes later", async () => {
  const began = performance.now();
  expect(await withFault({ kind: "delay", ms: 60 })).toMatchObject({ body: expect.stringMatching(good) });
  expect(performance.now() - began).toBeGreaterThan(55);
});

test("busy: other calls to the chain wait too, other APIs do not", async () => {
  const { simulator, url } = await simulate();
  simulator.faults.add({ method: "platform.getCurrentValidators", fault: { kind: "busy", ms: 80 }, times: 1 });
  const ended: string[] = [];
  const send = async (path: string, name: string) => {
    await ask(url, { path, body: call(name) });
    ended.push(name);
  };
  const heavy = send("/ext/bc/P", "platform.getCurrentValidators");
  await new Promise((resolve) => setTimeout(resolve, 20));
  await Promise.all([heavy, send("/ext/bc/P", method), send("/ext/info", "info.getNetworkID")]);
  expect(ended).toEqual(["info.getNetworkID", "platform.getCurrentValidators", method]);
});

test("hang: no answer, and closing the simulator ends it", async () => {
  const { simulator, url } = await simulate();
  simulator.faults.add({ method, fault: { kind: "hang" } });
  const signal = AbortSignal.timeout(50);
  await expect(ask(url, { body: call(method), signal })).rejects.toThrow(/aborted/);
  const hanging = ask(url, { body: call(method) });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await simulator.close();
  await expect(hanging).rejects.toThrow("socket hang up");
});

test("reset: the connection is reset without an answer", async () => {
  await expect(withFault({ kind: "reset" })).rejects.toThrow("ECONNRESET");
});

test("cut: headers and half of the body, then the end", async () => {
  await expect(withFault({ kind: "cut" })).rejects.toThrow("aborted");
});

test("drip: the body comes in small pieces", async () => {
  const began = performance.now();
  expect(await withFault({ kind: "drip", bytes: 10, ms: 10 })).toMatchObject({ body: expect.stringMatching(good) });
  expect(performance.now() - began).toBeGreaterThan(45);
});

test("drip ends when the client has gone", async () => {
  const { simulator, url } = await simulate();
  simulator.faults.add({ method, fault: { kind: "drip", bytes: 1, ms: 20 } });
  await expect(ask(url, { body: call(method), signal: AbortSignal.timeout(60) })).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 40));
});

test.each<[Fault, number, string]>([
  [{ kind: "status", status: 502, text: "bad gateway" }, 502, "bad gateway"],
  [{ kind: "api-off" }, 404, "404 page not found\n"],
  [{ kind: "bootstrapping" }, 503, "API call rejected because chain is not done bootstrapping\n"],
  [{ kind: "redirect", to: "https://elsewhere.example/" }, 302, ""],
  [{ kind: "empty" }, 200, ""],
  [{ kind: "html" }, 200, "<html><body>Welcome</body></html>\n"],
])("%j", async (fault, status, body) => {
  const answer = await withFault(fault);
  expect(answer).toMatchObject({ status, body });
  if (fault.kind === "redirect") expect(answer.headers.location).toBe(fault.to);
});

test("truncated: half of the JSON, as if it were all", async () => {
  const { body, headers } = await withFault({ kind: "truncated" });
  expect(Number(headers["content-length"])).toBe(body.length);
  expect(() => JSON.parse(body)).toThrow();
});

test("the envelope can be wrong in each part", async () => {
  expect(await json({ kind: "wrong-id" })).toMatchObject({ id: -1, result: {} });
  expect(await json({ kind: "wrong-jsonrpc" })).toMatchObject({ jsonrpc: "1.0", id: 1 });
  expect(await json({ kind: "no-result" })).toEqual({ jsonrpc: "2.0", id: 1 });
  const error = { code: -32000, message: "database closed", data: null };
  expect(await json({ kind: "error", message: "database closed" })).toEqual({ jsonrpc: "2.0", error, id: 1 });
  expect((await json({ kind: "method-unknown" })).error.message).toBe(`rpc: can't find method "platform.GetHeight"`);
});

test("oversize: as many bytes as asked for", async () => {
  const { body } = await withFault({ kind: "oversize", bytes: 100_000 });
  expect(body).toHaveLength(100_000);
  expect(`${body.trimEnd()}\n`).toMatch(good);
});

test("identity: another node answers", async () => {
  const { headers } = await withFault({ kind: "identity", nodeId: "NodeID-other" });
  expect(headers["node-id"]).toBe("NodeID-other");
});

test("one member can be missing, mistyped, negative or too large", async () => {
  const field = "height";
  expect((await json({ kind: "missing", field })).result).toEqual({});
  expect((await json({ kind: "mistyped", field })).result).toEqual({ height: {} });
  expect((await json({ kind: "negative", field })).result).toEqual({ height: "-1" });
  expect((await json({ kind: "overflow", field })).result).toEqual({ height: "18446744073709551616" });
  expect((await json({ kind: "null-list", field })).result).toEqual({ height: null });
  expect((await json({ kind: "missing", field: "nothing" })).result).toEqual({ height: expect.any(String) });
});

test("numbers stay numbers, and members of lists are reached", async () => {
  const { simulator, url } = await simulate();
  const answer = async (name: string) => (await ask(url, { body: call(name) })).body;
  const clear = simulator.faults.add({ method: "platform.getFeeState", fault: { kind: "overflow", field: "price" } });
  expect(await answer("platform.getFeeState")).toContain('"price":18446744073709551616,');
  clear();
  simulator.faults.add({ method: "platform.getFeeState", fault: { kind: "negative", field: "price" } });
  expect(await answer("platform.getFeeState")).toContain('"price":-1,');
  const at = { method: "platform.getCurrentValidators" } as const;
  simulator.faults.add({ ...at, fault: { kind: "negative", field: "validators.1.weight" } });
  simulator.faults.add({ ...at, fault: { kind: "missing", field: "validators.0.nodeID" } });
  const [first, second] = JSON.parse(await answer("platform.getCurrentValidators")).result.validators;
  expect(first.nodeID).toBeUndefined();
  expect(second.weight).toBe("-1");
});

test("a fault on one method leaves the others alone, and * means all", async () => {
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

test("with a number of times it heals", async () => {
  const { simulator, rpc } = await simulate({
    faults: [{ method, fault: { kind: "error", message: "at first" }, times: 1 }],
  });
  simulator.faults.add({ method, fault: { kind: "error", message: "twice" }, times: 2 });
  expect((await rpc(method)).error.message).toBe("twice");
  expect((await rpc(method)).error.message).toBe("twice");
  expect((await rpc(method)).error).toBeUndefined();
});

test("it can come and go with the clock", async () => {
  const { simulator, rpc, clock } = await simulate();
  simulator.faults.add({ method, fault: { kind: "error", message: "no" }, flaps: { every: 60, lasts: 15 } });
  expect((await rpc(method)).error).toBeDefined();
  clock.now += 20_000;
  expect((await rpc(method)).error).toBeUndefined();
  clock.now += 45_000;
  expect((await rpc(method)).error).toBeDefined();
});

test.each(faultKinds)("%s does no harm to an answer without JSON", async (kind) => {
  const { simulator, url } = await simulate();
  const most = { kind, ms: 1, bytes: 50, status: 500, text: "", to: "/", message: "", field: "x", nodeId: "NodeID-x" };
  simulator.faults.add({ method: "*", fault: most as Fault });
  const answer = ask(url, { path: "/nothing", method: "GET", headers: {}, signal: AbortSignal.timeout(100) });
  await answer.catch(() => expect(["hang", "reset", "cut"]).toContain(kind));
});
