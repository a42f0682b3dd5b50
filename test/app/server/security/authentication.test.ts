/** The server with a web configuration: access, headers and TLS. */
import { connect } from "node:net";
import bcrypt from "bcrypt";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startLocked, tls } from "../../../support/locked.ts";
import { until } from "../../../support/until.ts";
import { basic } from "../../../support/web.ts";

let users: Readonly<Record<string, string>>;
beforeAll(async () => {
  users = { alice: await bcrypt.hash("secret", 4) };
});
const as = (text: string) => ({ authorization: basic(text) });

test.each([
  ["GET", "/metrics"],
  ["GET", "/probe?target=one"],
  ["GET", "/sd"],
  ["GET", "/"],
  ["GET", "/nothing"],
  ["POST", "/-/reload"],
  ["POST", "/metrics"],
] as const)("%s %s requires a password, and returns nothing without it", async (method, path) => {
  const { ask } = await startLocked({ basic_auth_users: users });
  for (const headers of [{}, as("alice:wrong"), as("bob:secret")]) {
    expect(await ask(path, headers, method)).toMatchObject({
      status: 401,
      headers: { "www-authenticate": 'Basic realm="avalanche-exporter", charset="UTF-8"' },
      text: "authentication required\n",
    });
  }
  expect((await ask(path, as("alice:secret"), method)).status).not.toBe(401);
});

test.each(["/-/healthy", "/-/ready", "/-/ready?x=1"])("%s requires no password", async (path) => {
  const { ask } = await startLocked({ basic_auth_users: users });
  expect((await ask(path)).status).toBe(200);
});

test.each(["/-/healthy/../../metrics", "//metrics", "/%2d/healthy", "/metrics#/-/healthy", "/-/healthy%3f/metrics"])(
  "no spelling of a path bypasses the password: %s",
  async (path) => {
    const { port } = await startLocked({ basic_auth_users: users });
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.end(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect((await socket.toArray()).join("")).toMatch(/^HTTP\/1.1 401 /);
  },
);

test("a flood of wrong passwords is throttled, while the right password is served", async () => {
  const { ask } = await startLocked({ basic_auth_users: users });
  expect((await ask("/sd", as("alice:secret"))).status).toBe(200);
  const { compare } = bcrypt;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = vi.spyOn(bcrypt, "compare").mockImplementation(async (password: string | Buffer, hash: string) => {
    await released;
    return compare(password, hash);
  });
  onTestFinished(() => held.mockRestore());
  const flood = Array.from({ length: 150 }, (_, i) => ask("/sd", as(`alice:wrong${i}`)));
  expect((await ask("/sd", as("alice:secret"))).status).toBe(200);
  expect(await Promise.race(flood)).toMatchObject({
    status: 503,
    headers: { "retry-after": "1" },
    text: "too many pending authentication checks: try again\n",
  });
  release();
  const answers = await Promise.all(flood);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]));
});

test("clients that abort while their password is checked do not delay others", async () => {
  const compare = vi.spyOn(bcrypt, "compare");
  onTestFinished(() => compare.mockRestore());
  const { ask, port } = await startLocked({ basic_auth_users: { alice: await bcrypt.hash("secret", 11) } });
  const head = `GET /metrics HTTP/1.1\r\nhost: x\r\nauthorization: ${basic("alice:secret")}\r\n\r\n`;
  const clients = Array.from({ length: 45 }, () => connect(port, "127.0.0.1"));
  await Promise.all(clients.map((client) => new Promise((resolve) => client.write(head, resolve))));
  await until(() => expect(compare).toHaveBeenCalled());
  for (const client of clients) client.resetAndDestroy();
  const pages = await Promise.all(Array.from({ length: 45 }, () => ask("/metrics", as("alice:secret"))));
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
});

test.each(["/metrics", "/probe?target=one", "/", "/sd", "/nothing", "/-/healthy", "/%ff"])(
  "the headers of the web configuration are on %s",
  async (path) => {
    const headers = { "Strict-Transport-Security": "max-age=1", "X-Frame-Options": "deny" };
    const { ask } = await startLocked({ http_server_config: { headers } });
    expect((await ask(path)).headers).toMatchObject({
      "strict-transport-security": "max-age=1",
      "x-frame-options": "deny",
    });
  },
);

test("over TLS the pages are the same, and Prometheus discovers the https scheme", async () => {
  const { ask, url } = await startLocked(tls);
  expect(url).toMatch(/^https:/);
  expect((await ask("/metrics")).text).toMatch(/^avax_exporter_build_info/m);
  expect((await ask("/metrics", { "accept-encoding": "gzip" })).headers["content-encoding"]).toBe("gzip");
  const [first] = JSON.parse((await ask("/sd")).text);
  expect(first.labels).toEqual({
    __scheme__: "https",
    __metrics_path__: "/probe",
    __param_target: "one",
    node: "one",
  });
});

test("a client without TLS is rejected, and the others are served", async () => {
  const { ask, port } = await startLocked(tls);
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
  expect((await ask("/metrics")).status).toBe(200);
});
