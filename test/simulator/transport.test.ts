import { expect, test } from "vitest";
import { primaryNetwork } from "../../src/api/ids.ts";
import type { Call } from "../../src/simulator/simulator.ts";
import { ask, call, simulate, start } from "./ask.ts";

const json = "application/json; charset=utf-8";
const plain = "text/plain; charset=utf-8";
const rpcError = (message: string, code = -32000, data: unknown = null, id: unknown = 1) =>
  `${JSON.stringify({ jsonrpc: "2.0", error: { code, message, data }, id })}\n`;
const badArgument =
  "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls";
const none = { jsonrpc: "", method: "", params: null, id: null };
const height = { jsonrpc: "2.0", id: 1, method: "platform.getHeight" };
const posted = (body: unknown) => ({ body: typeof body === "string" ? body : JSON.stringify(body) });

test.each([
  ["an unknown method", posted(call("platform.getFoo")), rpcError(`rpc: can't find method "platform.GetFoo"`)],
  ["a method of another path", posted(call("avm.getHeight")), rpcError(`rpc: can't find service "avm.GetHeight"`)],
  [
    "an upper-case method",
    posted(call("platform.GetHeight")),
    rpcError("method must start with a non-uppercase letter"),
  ],
  [
    "a method without a dot",
    posted(call("getHeight")),
    rpcError(`rpc: service/method request ill-formed: "getHeight"`),
  ],
  ["no method", posted(call("")), rpcError(`rpc: service/method request ill-formed: ""`)],
  ["a method of two dots", posted(call("a.b.c")), rpcError(`rpc: service/method request ill-formed: "a.B.c"`)],
  ["no method after the dot", posted(call("platform.")), rpcError(`rpc: can't find method "platform."`)],
  ["a bad argument", posted(call("platform.getL1Validator", { validationID: ["x"] })), rpcError(badArgument)],
  ["an empty subnet ID", posted(call("platform.getTotalStake", { subnetID: "" })), rpcError(badArgument)],
  ["text as parameters", posted(call("platform.getHeight", "x")), rpcError(badArgument)],
  ["a list of a list as parameters", posted(call("platform.getHeight", [["x"]])), rpcError(badArgument)],
  [
    "another protocol",
    posted({ jsonrpc: "1.0", id: 1, method: "platform.getHeight", params: {} }),
    rpcError("jsonrpc must be 2.0", -32600, { jsonrpc: "1.0", method: "platform.getHeight", params: {}, id: 1 }),
  ],
  ["an empty body", posted(""), rpcError("EOF", -32700, none, null)],
  ["a broken body", posted('{"id":'), rpcError("unexpected EOF", -32700, none, null)],
  [
    "JSON deeper than a thousand brackets",
    posted(`{"jsonrpc":"1.0","id":1,"params":${"[".repeat(5000)}${"]".repeat(5000)}}`),
    rpcError("invalid character '[' exceeded max depth", -32700, none, null),
  ],
  ["no JSON", posted("hello"), rpcError("invalid character 'h' looking for beginning of value", -32700, none, null)],
  [
    "a batch",
    posted([height]),
    rpcError("json: cannot unmarshal array into Go value of type json2.serverRequest", -32700, none, null),
  ],
  [
    "a number for a method",
    posted({ ...height, method: 1 }),
    rpcError("json: cannot unmarshal number into Go struct field serverRequest.method of type string", -32700, {
      ...none,
      jsonrpc: "2.0",
      id: 1,
    }),
  ],
])("%s is answered with 200 and an error", async (_name, request, body) => {
  const { url } = await simulate();
  const answer = await ask(url, request);
  expect(answer).toMatchObject({ status: 200, body });
  expect(answer.headers["content-type"]).toBe(json);
});

test.each([
  ["an unknown path", { path: "/ext/bc/Q" }, 404, "404 page not found\n"],
  ["the root", { path: "/", method: "GET", body: "" }, 404, "404 page not found\n"],
  ["a slash at the end", { path: "/ext/bc/P/" }, 404, "404 page not found\n"],
  ["proposals of the X-Chain", { path: "/ext/bc/X/proposervm" }, 404, "404 page not found\n"],
  ["transactions of the P-Chain", { path: "/ext/index/P/tx" }, 404, "404 page not found\n"],
  ["GET", { method: "GET", body: "" }, 405, "rpc: POST method required, received GET"],
  ["PUT", { method: "PUT" }, 405, "rpc: POST method required, received PUT"],
  ["no content type", { headers: {} }, 415, "rpc: unrecognized Content-Type: "],
  ["text", { headers: { "content-type": "text/plain; a" } }, 415, "rpc: unrecognized Content-Type: text/plain"],
  ["another host", { headers: { host: "node.example:9650" } }, 403, "invalid host specified\n"],
])("%s is refused in plain text", async (_name, request, status, body) => {
  const { url, simulator } = await simulate();
  const answer = await ask(url, { body: call("platform.getHeight"), ...request });
  expect(answer).toMatchObject({ status, body });
  expect(answer.headers["content-type"]).toBe(plain);
  expect(answer.headers["node-id"]).toBe(simulator.nodeId);
});

test.each([
  ["localhost", ["localhost"]],
  ["LocalHost:9650", ["localhost"]],
  ["127.0.0.1", []],
  ["10.1.2.3:9650", []],
  ["[::1]:9650", []],
  ["node.example", ["*"]],
  ["node.example", ["localhost", "Node.Example"]],
])("host %s is accepted by %j", async (host, allowedHosts) => {
  const { url } = await simulate({ allowedHosts });
  const headers = { host, "content-type": "application/json" };
  expect(await ask(url, { headers, body: call("platform.getHeight") })).toMatchObject({ status: 200 });
});

test.each([
  ["an object", { ...height, params: {} }],
  ["nothing", height],
  ["null", { ...height, params: null }],
  ["an empty list", { ...height, params: [] }],
  ["a list of one object", { ...height, params: [{}] }],
  ["members nobody knows", { ...height, params: { more: 1 } }],
  ["null for a member", { ...height, method: "platform.getTotalStake", params: { subnetID: null } }],
])("%s is accepted as parameters", async (_name, body) => {
  const { url } = await simulate();
  const answer = await ask(url, { body: JSON.stringify(body) });
  expect(JSON.parse(answer.body)).toEqual({ jsonrpc: "2.0", result: expect.anything(), id: 1 });
  expect(answer.body.endsWith("}\n")).toBe(true);
});

test.each(["application/json; charset=utf-8", "application/json;", "Application/JSON"])(
  "content type %s is JSON",
  async (type) => {
    const { url } = await simulate();
    expect(await ask(url, { headers: { "content-type": type }, body: call("platform.getHeight") })).toMatchObject({
      status: 200,
    });
  },
);

test.each([
  ["no ID", { jsonrpc: "2.0", method: "platform.getHeight" }],
  ["null as ID", { ...height, id: null }],
  ["no ID and another protocol", { method: "platform.getHeight" }],
  ["null", null],
])("%s has an empty response", async (_name, body) => {
  const { url } = await simulate();
  const answer = await ask(url, { body: JSON.stringify(body) });
  expect(answer).toMatchObject({ status: 200, body: "" });
  expect(answer.headers["content-type"]).toBeUndefined();
});

test("a double slash is redirected to the clean path", async () => {
  const { url, simulator } = await simulate();
  const answer = await ask(url, { path: "/ext//bc///P", body: call("platform.getHeight") });
  expect(answer).toMatchObject({ status: 301, body: "" });
  expect(answer.headers).toMatchObject({ location: "/ext/bc/P", "node-id": simulator.nodeId });
});

test.each([
  ["/ext/P", "platform.getHeight"],
  ["/ext/platform", "platform.getHeight"],
  ["/ext/bc/platform", "platform.getHeight"],
  [`/ext/bc/${primaryNetwork}`, "platform.getHeight"],
  ["/ext/X", "avm.getHeight"],
  ["/ext/bc/avm", "avm.getHeight"],
  ["/ext/bc/2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM", "avm.getHeight"],
  ["/ext/bc/2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5/proposervm", "proposervm.getProposedHeight"],
])("%s is an alias of the chain's path", async (path, method) => {
  const { rpc } = await simulate();
  expect((await rpc(method, {}, path)).result.height).toMatch(/^\d+$/);
});

test("a query is not part of the path", async () => {
  const { url } = await simulate();
  expect(await ask(url, { path: "/ext/health?tag=x", method: "GET", headers: {} })).toMatchObject({ status: 200 });
});

test.each([
  ...["7", "1.50", "-0", "1e3", "9007199254740993", '"a"', '""', '"\\u0041\\n"', "true"],
  ...["[1,[2.0]]", '{"a":{"id":1.50}}', "[]", "{}"],
])("the ID %s is returned unchanged", async (id) => {
  const { url } = await simulate();
  const { body } = await ask(url, {
    body: `{"id":${id},"params":{"id":2},"jsonrpc":"2.0","method":"platform.getHeight"}`,
  });
  expect(body.endsWith(`,"id":${id}}\n`)).toBe(true);
});

test.each([
  ["what follows the request", `${JSON.stringify(height)} and more`],
  ["a second request", JSON.stringify(height).repeat(2)],
  ["blanks around it", ` \n${JSON.stringify(height)}\t`],
  [
    "the first of a member given twice",
    `{"method":"no.such",${JSON.stringify({ ...height, more: '"}\\\\' }).slice(1)}`,
  ],
  ["escapes and brackets in its text", JSON.stringify({ ...height, params: { text: '}\\"],{' } })],
])("%s changes nothing", async (_name, body) => {
  const { url } = await simulate();
  expect(JSON.parse((await ask(url, { body })).body).result).toEqual({ height: expect.any(String) });
});

test("a request of 10 MB has a normal response", async () => {
  const { rpc } = await simulate();
  const padding = '\\"'.repeat(5 * 2 ** 20);
  expect((await rpc("platform.getHeight", { padding })).result).toEqual({ height: expect.any(String) });
});

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
