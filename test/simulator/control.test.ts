/** The simulated clock, and the control API for it and for faults. */
import { expect, test } from "vitest";
import { createClock } from "../../src/simulator/clock.ts";
import { control } from "../../src/simulator/control.ts";
import { createFaults, type Fault, type FaultRule, faultKinds } from "../../src/simulator/faults.ts";
import type { SimulatorOptions } from "../../src/simulator/simulator.ts";
import { ask, simulate, start } from "./ask.ts";

const method = "platform.getHeight";

/** Returns the response of /control to a local client, without a server. */
function controlled() {
  const clock = createClock(() => start, 1);
  const faults = createFaults([], clock.now, start);
  const to =
    (path: string) =>
    (method: string, body: unknown = "", from = "127.0.0.1", host = "127.0.0.1:9750") => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const incoming = { method, path, host, contentType: "application/json", body: text };
      const { status, body: answer } = control(incoming, from, { clock, faults });
      return { status, ...JSON.parse(answer) };
    };
  return { clock, faults, time: to("/control/time"), fault: to("/control/faults") };
}
async function simulateControlled(options: SimulatorOptions = {}) {
  const { url, ...rest } = await simulate({ control: true, ...options });
  const send = async (method: string, path: string, body?: object) => {
    const { status, body: text } = await ask(url, { method, path, ...(body && { body: JSON.stringify(body) }) });
    return { status, ...JSON.parse(text) };
  };
  return { url, send, ...rest };
}
const chainTime = async (rpc: Awaited<ReturnType<typeof simulate>>["rpc"]) =>
  Date.parse((await rpc("platform.getTimestamp")).result.timestamp);

test.each([
  [1, 10_000],
  [60, 600_000],
  [0.5, 5000],
  [0, 0],
])("at time scale %d ten seconds are %d ms", (scale, passed) => {
  let now = start;
  const clock = createClock(() => now, scale);
  now += 10_000;
  expect(clock.now() - start).toBe(passed);
});

test("the chain follows the scaled time", async () => {
  const { rpc, clock } = await simulate({ timeScale: 60 });
  const before = await chainTime(rpc);
  clock.now += 60_000;
  expect((await chainTime(rpc)) - before).toBeGreaterThan(3_500_000);
});

test("at time scale 0 the chain is frozen until it is advanced", async () => {
  const { rpc, clock, send } = await simulateControlled({ timeScale: 0 });
  const before = await chainTime(rpc);
  clock.now += 3_600_000;
  expect(await chainTime(rpc)).toBe(before);
  await send("POST", "/control/time", { advance: "1h" });
  expect((await chainTime(rpc)) - before).toBeGreaterThan(3_500_000);
});

test("GET returns the time and the scale", () => {
  expect(controlled().time("GET")).toEqual({ status: 200, time: "2026-03-01T12:00:00.000Z", scale: 1 });
});

test.each([
  [{ advance: "90s" }, "2026-03-01T12:01:30.000Z"],
  [{ to: "2026-03-02T00:00:00+01:00" }, "2026-03-01T23:00:00.000Z"],
  [{ to: "2026-03-01T12:00:00Z" }, "2026-03-01T12:00:00.000Z"],
])("%j moves the time to %s", (body, time) => {
  const { time: ask } = controlled();
  expect(ask("POST", body)).toEqual({ status: 200, time, scale: 1 });
  expect(ask("GET").time).toBe(time);
});

const aMove = 'expected either {"advance": "90s"} or {"to": "2026-11-25T16:00:00Z"}';
test.each<[unknown, string]>([
  ["", "the body is not JSON"],
  ["{", "the body is not JSON"],
  [[], "expected keys and values, not a list"],
  [{}, aMove],
  [{ advance: "1s", to: "2026-03-02T00:00:00Z" }, aMove],
  [{ advance: 90 }, "advance: expected a duration such as 15s or 1m30s"],
  [{ advance: "soon" }, 'advance: "soon" is not a duration such as 15s or 1m30s'],
  [{ advance: "0s" }, 'advance: "0s" is too short: at least 1ms'],
  [{ advance: "25d" }, 'advance: "25d" is too long: at most 24d'],
  [{ to: "tomorrow" }, 'to: "tomorrow" is not an RFC 3339 time such as 2026-11-25T16:00:00Z'],
  [{ to: "2026-03-01T11:59:59Z" }, "to: it is 2026-03-01T12:00:00.000Z already, and time cannot go back"],
  [{ to: "2027-03-01T12:00:00Z" }, "to: is too far ahead: at most 24d at once"],
])("%j does not move the time: %s", (body, error) => {
  const { time, clock } = controlled();
  expect(time("POST", body)).toEqual({ status: 400, errors: [error] });
  expect(clock.now()).toBe(start);
});

test("the error for an unknown key suggests a similar one", () => {
  expect(controlled().time("POST", { advnce: "1s" }).errors).toContain("advnce: unknown key; did you mean advance?");
});

const ofKind: { readonly [F in Fault as F["kind"]]: F } = {
  delay: { kind: "delay", ms: 1 },
  busy: { kind: "busy", ms: 0 },
  hang: { kind: "hang" },
  reset: { kind: "reset" },
  cut: { kind: "cut" },
  drip: { kind: "drip", ms: 1, bytes: 1 },
  status: { kind: "status", status: 502, text: "bad gateway" },
  redirect: { kind: "redirect", to: "https://elsewhere.example/" },
  html: { kind: "html" },
  empty: { kind: "empty" },
  truncated: { kind: "truncated" },
  "wrong-id": { kind: "wrong-id" },
  "wrong-jsonrpc": { kind: "wrong-jsonrpc" },
  "no-result": { kind: "no-result" },
  error: { kind: "error", message: "database closed" },
  oversize: { kind: "oversize", bytes: 100 },
  "api-off": { kind: "api-off" },
  bootstrapping: { kind: "bootstrapping" },
  "method-unknown": { kind: "method-unknown" },
  identity: { kind: "identity", nodeId: "NodeID-other" },
  missing: { kind: "missing", field: "height" },
  mistyped: { kind: "mistyped", field: "height" },
  negative: { kind: "negative", field: "height" },
  overflow: { kind: "overflow", field: "height" },
  "null-list": { kind: "null-list", field: "height" },
};
test.each(faultKinds)("a fault of kind %s is accepted unchanged", (kind) => {
  const { faults, fault } = controlled();
  const rule = { method, fault: ofKind[kind] } as const;
  expect(fault("POST", rule)).toEqual({ status: 200, faults: [rule] });
  expect(faults.all()).toEqual([rule]);
});

test("a rule can contain a number of calls and times", () => {
  const { faults, fault } = controlled();
  const rule: FaultRule = {
    method: "*",
    fault: { kind: "hang" },
    times: 2,
    after: 30,
    flaps: { every: 60, lasts: 5 },
  };
  fault("POST", rule);
  expect(faults.all()).toEqual([rule]);
});

test("faults accumulate, GET returns them, and DELETE removes all of them", () => {
  const { fault } = controlled();
  const [one, other] = [ofKind.hang, ofKind.cut].map((each) => ({ method, fault: each }));
  fault("POST", one);
  expect([fault("POST", other).faults, fault("GET").faults]).toEqual([
    [one, other],
    [one, other],
  ]);
  expect([fault("DELETE").faults, fault("GET").faults]).toEqual([[], []]);
});

const good = { method, fault: ofKind.hang };
test.each<[unknown, string]>([
  [{ fault: good.fault }, "method: is missing"],
  [{ ...good, method: 5 }, "method: expected text"],
  [
    { ...good, method: "platform.getHieght" },
    'method: "platform.getHieght" is unknown; did you mean platform.getHeight?',
  ],
  [{ method }, "fault: is missing"],
  [{ method, fault: "hang" }, "fault: expected keys and values, not text"],
  [{ method, fault: {} }, "fault.kind: is missing"],
  [{ method, fault: { kind: "hangs" } }, 'fault.kind: "hangs" is unknown; did you mean hang?'],
  [{ method, fault: { kind: "delay" } }, "fault.ms: is missing"],
  [{ method, fault: { kind: "delay", ms: "5" } }, 'fault.ms: expected a whole number, not "5"'],
  [{ method, fault: { kind: "delay", ms: -1 } }, "fault.ms: expected at least 0"],
  [{ method, fault: { kind: "hang", ms: 5 } }, "fault.ms: unknown key; allowed: fault.kind"],
  [{ method, fault: { kind: "status", status: 99, text: "" } }, "fault.status: expected at least 200"],
  [
    { method, fault: { kind: "redirect", to: "a\nb" } },
    "fault.to: contains a character that is not allowed in a header",
  ],
  [{ ...good, times: 0 }, "times: expected at least 1"],
  [{ ...good, flaps: { every: 60 } }, "flaps.lasts: is missing"],
  [{ ...good, time: 1 }, "time: unknown key; did you mean times?"],
])("%j is not a valid fault: %s", (body, error) => {
  const { fault, faults } = controlled();
  expect(fault("POST", body)).toEqual({ status: 400, errors: [error] });
  expect(faults.all()).toEqual([]);
});

test.each(["127.0.0.1", "127.3.2.1", "::1", "::ffff:127.0.0.1"])("a client at %s is local", (from) => {
  expect(controlled().time("GET", "", from).status).toBe(200);
});

test.each(["10.0.0.7", "::ffff:10.0.0.7", "fe80::1", ""])("a client at %s is rejected", (from) => {
  const { time, clock } = controlled();
  expect(time("POST", { advance: "1s" }, from)).toEqual({
    status: 403,
    errors: ["/control/time is only available on this machine: call 127.0.0.1"],
  });
  expect(clock.now()).toBe(start);
});

test.each(["localhost", "LOCALHOST:9750", "[::1]:9750", "127.0.0.1"])("the host name %s is accepted", (host) => {
  expect(controlled().time("GET", "", "127.0.0.1", host).status).toBe(200);
});

test.each(["elsewhere.example", "127.0.0.1.elsewhere.example:9750", "localhost.elsewhere.example", ""])(
  "the host name %s is rejected",
  (host) => {
    expect(controlled().time("GET", "", "127.0.0.1", host).status).toBe(403);
  },
);

test.each([
  ["time", "DELETE", "/control/time takes GET, POST, not DELETE"],
  ["fault", "PUT", "/control/faults takes GET, POST, DELETE, not PUT"],
  ["fault", "constructor", "/control/faults takes GET, POST, DELETE, not constructor"],
] as const)("%s does not take %s", (what, method, error) => {
  expect(controlled()[what](method)).toEqual({ status: 405, errors: [error] });
});

test("a body of another type is rejected, because any web page can send one", async () => {
  const { url } = await simulateControlled();
  const body = '{"advance":"1s"}';
  const sent = await ask(url, { path: "/control/time", headers: { "content-type": "text/plain" }, body });
  expect([sent.status, JSON.parse(sent.body)]).toEqual([
    415,
    { errors: ["the Content-Type must be application/json"] },
  ]);
});

test("over HTTP a fault applies to the next call, and can be removed", async () => {
  const { send, rpc } = await simulateControlled();
  await send("POST", "/control/faults", { method, fault: { kind: "error", message: "database closed" } });
  expect((await rpc(method)).error.message).toBe("database closed");
  await send("DELETE", "/control/faults");
  expect((await rpc(method)).error).toBeUndefined();
});

test("DELETE also removes the faults of the scenario", async () => {
  const { send, url } = await simulateControlled({ scenario: "forwarder-403" });
  expect((await send("DELETE", "/control/faults")).faults).toEqual([]);
  expect((await ask(url, { path: "/ext/health", method: "GET", headers: {} })).status).toBe(200);
});

test("a fault on all methods does not affect /control", async () => {
  const { send } = await simulateControlled({ scenario: "forwarder-403" });
  expect((await send("GET", "/control/time")).status).toBe(200);
});

test("calls of /control are not recorded as calls of the node", async () => {
  const paths: string[] = [];
  const { send, rpc } = await simulateControlled({ onCall: ({ path }) => paths.push(path) });
  await send("GET", "/control/time");
  await rpc(method);
  expect(paths).toEqual(["/ext/bc/P"]);
});

test("/control does not exist unless it is enabled", async () => {
  const { url } = await simulate();
  for (const path of ["/control/time", "/control/faults"]) {
    expect(await ask(url, { path, method: "GET" })).toMatchObject({ status: 404, body: "404 page not found\n" });
  }
});
