import { expect, test } from "vitest";
import type { Call } from "../../src/simulator/simulator.ts";
import { ask, call, simulate, start } from "./ask.ts";

test.each(["/ext/health/health", "/ext/health/readiness", "/ext/health/liveness"])(
  "%s has the same response to POST and GET",
  async (path) => {
    const { url } = await simulate();
    expect(JSON.parse((await ask(url, { path, body: "" })).body)).toMatchObject({ healthy: true });
  },
);

test("each call is reported with its path, its times and the size of its response", async () => {
  const calls: Call[] = [];
  const { url, rpc } = await simulate({ onCall: (one) => calls.push(one) });
  await rpc("index.getLastAccepted", {}, "/ext/index/P/block");
  const { body } = await ask(url, { path: "/nothing", method: "GET" });
  expect(calls[1]?.bytes).toBeGreaterThan(body.length);
  const measured = {
    start: expect.any(Number),
    end: expect.any(Number),
    bytes: expect.any(Number),
    headers: expect.any(Object),
    body: expect.any(String),
  };
  expect(calls).toEqual([
    { method: "index.getLastAccepted", path: "/ext/index/P/block", selector: "P/block", ...measured },
    { method: undefined, path: "/nothing", selector: undefined, ...measured },
  ]);
});

test("an internal error has status 500", async () => {
  const clock = { broken: false };
  const now = () => {
    if (clock.broken) throw new Error("the clock is broken");
    return start;
  };
  const { url } = await simulate({ now });
  clock.broken = true;
  expect(await ask(url, { body: call("platform.getHeight") })).toMatchObject({
    status: 500,
    body: "Error: the clock is broken",
  });
});
