/** The simulated clock, and the control API for it and for faults. */
import { expect, test } from "vitest";
import { createClock } from "../../src/simulator/clock.ts";
import { control } from "../../src/simulator/control.ts";
import { createFaults, type FaultRule } from "../../src/simulator/faults.ts";
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

test.each([
  [1, 10_000],
  [60, 600_000],
  [0, 0],
])("at time scale %d ten seconds are %d ms", (scale, passed) => {
  let now = start;
  const clock = createClock(() => now, scale);
  now += 10_000;
  expect(clock.now() - start).toBe(passed);
});

test("at time scale 0 the chain is frozen until it is advanced", async () => {
  const { rpc, clock, send } = await simulateControlled({ timeScale: 0 });
  const chainTime = async () => Date.parse((await rpc("platform.getTimestamp")).result.timestamp);
  const before = await chainTime();
  clock.now += 3_600_000;
  expect(await chainTime()).toBe(before);
  await send("POST", "/control/time", { advance: "1h" });
  expect((await chainTime()) - before).toBeGreaterThan(3_500_000);
});

test.each([
  [{ advance: "90s" }, "2026-03-01T12:01:30.000Z"],
  [{ to: "2026-03-02T00:00:00+01:00" }, "2026-03-01T23:00:00.000Z"],
])("%j moves the time to %s", (body, time) => {
  const { time: ask } = controlled();
  expect(ask("POST", body)).toEqual({ status: 200, time, scale: 1 });
  expect(ask("GET").time).toBe(time);
});

const aMove = 'expected either {"advance": "90s"} or {"to": "2026-11-25T16:00:00Z"}';
test.each<[unknown, string]>([
  ["{", "the body is not JSON"],
  [{}, aMove],
  [{ advance: "1s", to: "2026-03-02T00:00:00Z" }, aMove],
  [{ advance: "25d" }, 'advance: "25d" is too long: at most 24d'],
  [{ to: "2026-03-01T11:59:59Z" }, "to: it is 2026-03-01T12:00:00.000Z already, and time cannot go back"],
  [{ to: "2027-03-01T12:00:00Z" }, "to: is too far ahead: at most 24d at once"],
])("%j does not move the time: %s", (body, error) => {
  const { time, clock } = controlled();
  expect(time("POST", body)).toEqual({ status: 400, errors: [error] });
  expect(clock.now()).toBe(start);
});

test("faults accumulate unchanged, GET returns them, and DELETE removes all of them", () => {
  const { faults, fault } = controlled();
  const rules: readonly FaultRule[] = [
    { method, fault: { kind: "missing", field: "height" } },
    { method: "*", fault: { kind: "hang" }, times: 2, after: 30, flaps: { every: 60, lasts: 5 } },
  ];
  for (const rule of rules) expect(fault("POST", rule).status).toBe(200);
  expect([fault("GET").faults, faults.all()]).toEqual([rules, rules]);
  expect([fault("DELETE").faults, fault("GET").faults]).toEqual([[], []]);
});

const good = { method, fault: { kind: "hang" } };
test.each<[unknown, string]>([
  [{ fault: good.fault }, "method: is missing"],
  [
    { ...good, method: "platform.getHieght" },
    'method: "platform.getHieght" is unknown; did you mean platform.getHeight?',
  ],
  [{ method, fault: { kind: "hangs" } }, 'fault.kind: "hangs" is unknown; did you mean hang?'],
  [{ method, fault: { kind: "delay" } }, "fault.ms: is missing"],
  [{ method, fault: { kind: "hang", ms: 5 } }, "fault.ms: unknown key; allowed: fault.kind"],
  [
    { method, fault: { kind: "redirect", to: "a\nb" } },
    "fault.to: contains a character that is not allowed in a header",
  ],
  [{ ...good, times: 0 }, "times: expected at least 1"],
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

test.each([
  ["localhost", 200],
  ["[::1]:9750", 200],
  ["elsewhere.example", 403],
  ["127.0.0.1.elsewhere.example:9750", 403],
  ["localhost.elsewhere.example", 403],
  ["", 403],
])("the response to the host name %s is %d", (host, status) => {
  expect(controlled().time("GET", "", "127.0.0.1", host).status).toBe(status);
});

test.each([
  ["time", "DELETE", "/control/time takes GET, POST, not DELETE"],
  ["fault", "constructor", "/control/faults takes GET, POST, DELETE, not constructor"],
] as const)("%s does not take %s", (what, method, error) => {
  expect(controlled()[what](method)).toEqual({ status: 405, errors: [error] });
});

test("a body of another type is rejected, because any web page can send one", async () => {
  const { url } = await simulateControlled();
  const headers = { "content-type": "text/plain" };
  const { status, body } = await ask(url, { path: "/control/time", headers, body: '{"advance":"1s"}' });
  expect([status, JSON.parse(body)]).toEqual([415, { errors: ["the Content-Type must be application/json"] }]);
});

test("over HTTP a fault applies to the next call of the node, not to /control, and can be removed", async () => {
  const { send, url } = await simulateControlled({ scenario: "forwarder-403" });
  const status = async () => (await ask(url, { path: "/ext/health", method: "GET", headers: {} })).status;
  expect([await status(), (await send("DELETE", "/control/faults")).faults, await status()]).toEqual([403, [], 200]);
});

test("/control does not exist unless it is enabled", async () => {
  const { url } = await simulate();
  for (const path of ["/control/time", "/control/faults"]) {
    expect(await ask(url, { path, method: "GET" })).toMatchObject({ status: 404, body: "404 page not found\n" });
  }
});
