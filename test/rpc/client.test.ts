import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import nock from "nock";
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { methodOf } from "../../src/api/contract.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createNodeClient, type NodeClient } from "../../src/rpc/client.ts";
import { attempt, NodeError } from "../../src/rpc/errors.ts";
import type { CallRecord } from "../../src/rpc/exchange.ts";
import { temporaryFolder } from "../support/folder.ts";
import { callLimit } from "../support/limits.ts";

const url = "http://127.0.0.1:9650";

beforeEach(() => nock.disableNetConnect());
afterEach(() => {
  nock.cleanAll();
  nock.enableNetConnect();
});
afterAll(() => nock.restore()); // other files of the same worker have real connections

function setUp(options: Partial<Parameters<typeof createNodeClient>[0]> = {}) {
  const records: CallRecord[] = [];
  const client = createNodeClient({ url, timeout: callLimit, onCall: (record) => records.push(record), ...options });
  onTestFinished(() => client.close());
  return { client, records };
}
const live = () => ({ signal: new AbortController().signal });
const height = (client: NodeClient) => client.call(live(), "platform.getHeight", {});
const failure = async (client: NodeClient): Promise<NodeError> => {
  const error = await height(client).catch((error: unknown) => error);
  if (error instanceof NodeError) return error;
  throw new Error(`expected a NodeError, not ${error}`);
};

type Sent = { readonly id: number; readonly method: string; readonly params: unknown };
/** Answers the next call with the result of `body`. */
const answer = (body: (sent: Sent) => unknown, path = "/ext/bc/P", headers: Record<string, string> = {}) =>
  nock(url)
    .post(path)
    .reply(async (request: Request) => {
      const text = JSON.stringify(body((await request.json()) as Sent));
      return [200, text, { "content-type": "application/json", ...headers }];
    });
const result = (value: unknown, path?: string) => answer(({ id }) => ({ jsonrpc: "2.0", id, result: value }), path);
const rpcError = (message: string, path?: string, code = -32000) =>
  answer(({ id }) => ({ jsonrpc: "2.0", id, error: { code, message, data: null } }), path);
const reply = (status: number, body: string, path = "/ext/bc/P", headers: Record<string, string> = {}) =>
  nock(url).post(path).reply(status, body, headers);
/** Answers calls that are not served: the first one, and the one that is sent again. */
const notServed = (path: string) => void nock(url).post(path).twice().reply(404, "404 page not found\n");

test("a result is checked and decoded", async () => {
  const { client } = setUp();
  result({ height: "18446744073709551615" });
  expect(await height(client)).toEqual({ height: 2n ** 64n - 1n });
});

test("a bare number beyond 2^53 is exact, though JSON.parse changes it", async () => {
  const { client } = setUp();
  const text = (id: number) =>
    `{"jsonrpc":"2.0","id":${id},"result":{"excess":9007199254740993,"price":512,"timestamp":"2024-12-16T17:19:07Z"}}`;
  nock(url)
    .post("/ext/bc/P")
    .reply(async (request: Request) => [200, text(((await request.json()) as Sent).id)]);
  const { excess } = await client.call(live(), "platform.getValidatorFeeState", {});
  expect(excess).toBe(9007199254740993n);
});

test("a call is a JSON-RPC 2.0 request with its parameters", async () => {
  const { client } = setUp();
  const sent: Sent[] = [];
  answer((request) => {
    sent.push(request);
    return { jsonrpc: "2.0", id: request.id, result: { supply: "1" } };
  });
  await client.call(live(), "platform.getCurrentSupply", {});
  expect(sent).toEqual([{ jsonrpc: "2.0", id: 1, method: "platform.getCurrentSupply", params: {} }]);
});

test("each request has a unique id", async () => {
  const { client } = setUp();
  const ids: number[] = [];
  for (let i = 0; i < 3; i++) {
    answer(({ id }) => {
      ids.push(id);
      return { jsonrpc: "2.0", id, result: { height: 1 } };
    });
    await height(client);
  }
  expect(new Set(ids).size).toBe(3);
});

test("unknown members are ignored", async () => {
  const { client } = setUp();
  result({ height: "1", mood: "good" });
  expect(await height(client)).toEqual({ height: 1n });
});

test("a path prefix of the URL is kept", async () => {
  const { client } = setUp({ url: `${url}/my/node` });
  answer(({ id }) => ({ jsonrpc: "2.0", id, result: { height: "1" } }), "/my/node/ext/bc/P");
  expect(await height(client)).toEqual({ height: 1n });
});

test("the chain and the index choose the path", async () => {
  const { client } = setUp();
  answer(({ id }) => ({ jsonrpc: "2.0", id, result: { height: "5" } }), "/ext/bc/X");
  rpcError("no containers have been accepted", "/ext/index/C/block");
  await client.call(live(), "avm.getHeight", {}, "X");
  await expect(client.call(live(), "index.getLastAccepted", {}, "C/block")).rejects.toMatchObject({
    unavailable: "empty_index",
  });
});

test("an L1 that does not count a new validator yet is a state", async () => {
  const { client } = setUp();
  const message = "failed to get uptime for validation ID 2f: validationID not found: 2f";
  rpcError(message, "/ext/bc/ours/validators");
  await expect(client.call(live(), "validators.getCurrentValidators", {}, "ours")).rejects.toMatchObject({
    unavailable: "not_counted",
  });
});

test("the unmodified result is available for the command line", async () => {
  const { client } = setUp();
  result({ height: "1", mood: "good" });
  expect(await client.callWire(live(), "platform.getHeight", {}, undefined)).toEqual({ height: "1", mood: "good" });
});

test.each([
  [301, "moved", "http_status", "redirect"],
  [302, "found", "http_status", "redirect"],
  [400, "bad", "http_status", "HTTP 400"],
  [401, "who are you", "http_status", "credentials are missing"],
  [403, "invalid host specified\n", "host_not_allowed", "does not accept this host name"],
  [403, "forbidden", "http_status", "refused the request"],
  [404, "404 page not found\n", "http_status", "/ext/bc/P, which every node serves"],
  [405, "rpc: POST method required, received GET", "http_status", "HTTP 405"],
  [415, "rpc: unrecognized Content-Type: ", "http_status", "HTTP 415"],
  [429, "slow down", "http_status", "rate limited"],
  [500, "oops", "http_status", "HTTP 500"],
  [503, "upstream gone", "http_status", "HTTP 503"],
])("status %i with %j is %s with the hint %j", async (status, body, reason, hint) => {
  const { client } = setUp();
  reply(status, body);
  const error = await failure(client);
  expect([error.reason, error.unavailable]).toEqual([reason, undefined]);
  expect(error.message).toContain("platform.getHeight at /ext/bc/P");
  expect(error.message).toContain(hint);
});

test.each([
  [429, "120", 120_000],
  [429, "86400", 300_000],
  [503, "0", 0],
  [503, "3600", 60_000],
  [503, "Mon, 02 Feb 2026 03:04:15 GMT", 10_000],
  [503, "Mon, 02 Feb 2026 03:04:00 GMT", 0],
  [429, "-5", undefined],
  [429, "soon", undefined],
  [429, "120 seconds", undefined],
  [500, "120", undefined],
])("status %i with Retry-After %j asks for a delay of %j ms", async (status, header, retryAfterMs) => {
  vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2026, 1, 2, 3, 4, 5));
  onTestFinished(() => void vi.restoreAllMocks());
  const { client } = setUp();
  reply(status, "later", "/ext/bc/P", { "retry-after": header });
  const retryAt = retryAfterMs === undefined ? undefined : Date.now() + retryAfterMs;
  expect((await failure(client)).failure).toEqual({ kind: "http_status", status, retryAfterMs, retryAt });
});

test.each([
  ["identity", undefined],
  ["br", "a proxy compresses the response (br), although it may not"],
])("a response with the content-encoding %s has the error %j", async (encoding, detail) => {
  const { client } = setUp();
  answer(({ id }) => ({ jsonrpc: "2.0", id, result: { height: "1" } }), "/ext/bc/P", { "content-encoding": encoding });
  const { error } = await attempt(height(client));
  expect([error?.detail, error?.reason]).toEqual([detail, detail && "decode"]);
});

test("403 alone is a host that is not allowed, and 404 alone a disabled API", async () => {
  const { client } = setUp();
  reply(502, "invalid host specified\n");
  expect((await failure(client)).failure).toMatchObject({ kind: "http_status", status: 502 });
  reply(502, "", "/ext/info");
  await expect(client.call(live(), "info.getNodeID", {})).rejects.toMatchObject({ failure: { kind: "http_status" } });
});

test("503 with the node's own text is the state bootstrapping", async () => {
  const { client } = setUp();
  reply(503, "API call rejected because chain is not done bootstrapping\n");
  expect(await failure(client)).toMatchObject({ reason: "bootstrapping", unavailable: "bootstrapping" });
});

test("404 on the path of an API that can be disabled is a state, and the failure names its flag", async () => {
  const { client } = setUp();
  notServed("/ext/index/P/block");
  result({ height: "1" });
  await expect(client.call(live(), "index.getLastAccepted", {}, "P/block")).rejects.toMatchObject({
    reason: "method_unavailable",
    unavailable: "api_off",
    failure: { flag: "--index-enabled" },
  });
});

test("404 is the failure of the P-Chain API, if that is not served either", async () => {
  const { client, records } = setUp();
  reply(404, "not found", "/ext/info");
  reply(404, "not found");
  const error = await client.call(live(), "info.getNodeID", {}).catch((error: unknown) => error);
  expect(error).toMatchObject({ reason: "http_status", unavailable: undefined, failure: { status: 404 } });
  expect(String(error)).toContain("platform.getHeight at /ext/bc/P: HTTP 404");
  expect(records.map(({ method }) => method)).toEqual(["info.getNodeID", "platform.getHeight"]);
});

test("404 of a proxy that has reached the node meanwhile is no disabled API: the call is sent again", async () => {
  const { client, records } = setUp();
  reply(404, "no backend", "/ext/info");
  result({ height: "1" });
  result({ networkID: "1" }, "/ext/info");
  expect(await client.call(live(), "info.getNetworkID", {})).toEqual({ networkID: 1 });
  expect(records.map(({ method }) => method)).toEqual(["info.getNetworkID", "platform.getHeight", "info.getNetworkID"]);
});

test("404 is no disabled API if the node was reached while the call was under way", async () => {
  const { client } = setUp();
  reply(404, "no backend", "/ext/info");
  result({ networkID: "1" }, "/ext/info");
  const call = client.call(live(), "info.getNetworkID", {});
  result({ height: "1" });
  expect([await height(client), await call]).toEqual([{ height: 1n }, { networkID: 1 }]);
});

test("404 after a successful call is a disabled API without a further call, until the P-Chain API is not served", async () => {
  const { client, records } = setUp();
  const info = () => client.call(live(), "info.getNodeID", {});
  result({ height: "1" });
  await height(client);
  reply(404, "", "/ext/info");
  await expect(info()).rejects.toMatchObject({ unavailable: "api_off" });
  reply(404, "");
  await failure(client);
  reply(404, "", "/ext/info");
  reply(404, "");
  await expect(info()).rejects.toMatchObject({ failure: { status: 404 } });
  expect(records.length).toBe(5);
});

test.each<[string, () => void]>([
  ["responds", () => result({ height: "1" })],
  ["is bootstrapping", () => void reply(503, "API call rejected because chain is not done bootstrapping\n")],
  ["returns another status", () => void reply(502, "gone")],
])("404 is a disabled API if the P-Chain API %s", async (_what, respond) => {
  const { client } = setUp();
  notServed("/ext/info");
  respond();
  await expect(client.call(live(), "info.getNodeID", {})).rejects.toMatchObject({ unavailable: "api_off" });
});

const isBootstrapped = (value: boolean) => result({ isBootstrapped: value }, "/ext/info");

test.each([
  ["has bootstrapped", () => isBootstrapped(true)],
  ["does not report whether it has bootstrapped", () => void reply(404, "404 page not found\n", "/ext/info")],
])("404 on a chain that the node does not run is a state, if the node %s", async (_what, respond) => {
  const { client } = setUp();
  notServed("/ext/bc/X");
  result({ height: "1" });
  respond();
  await expect(client.call(live(), "avm.getHeight", {}, "X")).rejects.toMatchObject({
    unavailable: "api_off",
    message: "avm.getHeight at /ext/bc/X: HTTP 404: the node does not serve this API",
  });
});

test("404 on a chain of a node that bootstraps is the state bootstrapping, because the node has not created the chain", async () => {
  const { client } = setUp();
  const height = () => client.call(live(), "avm.getHeight", {}, "X");
  const bootstrapping = {
    unavailable: "bootstrapping",
    message: "avm.getHeight at /ext/bc/X: the chain is still bootstrapping",
  };
  notServed("/ext/bc/X");
  reply(503, "API call rejected because chain is not done bootstrapping\n");
  isBootstrapped(false);
  await expect(height()).rejects.toMatchObject(bootstrapping);
  reply(404, "404 page not found\n", "/ext/bc/X");
  isBootstrapped(false);
  await expect(height()).rejects.toMatchObject(bootstrapping);
});

test.each<[message: string, code: number, failure: object]>([
  ['rpc: can\'t find method "platform.GetHeight"', -32000, { unavailable: "method_unknown" }],
  ['rpc: can\'t find service "platform.GetHeight"', -32000, { unavailable: "method_unknown" }],
  ["the method platform.getHeight does not exist", -32601, { reason: "rpc_error", unavailable: undefined }],
  ["daily request count exceeded", -32005, { failure: { kind: "http_status", status: 429 } }],
])("the error %s with the code %d is classified", async (message, code, error) => {
  const { client } = setUp();
  rpcError(message, undefined, code);
  expect(await failure(client)).toMatchObject(error);
});

test("the code of an unknown method of an EVM chain counts, whatever the text", async () => {
  const { client } = setUp();
  rpcError("Unsupported method", "/ext/bc/C/rpc", -32601);
  const call = client.call(live(), "eth.getHeaderByNumber", { block: "latest" }, "C");
  await expect(call).rejects.toMatchObject({ reason: "method_unavailable", unavailable: "method_unknown" });
});

test.each(["failed: rpc: can't find method", "the method eth_height does not exist/is not available"])(
  "%s: a text that another error contains is a failure",
  async (message) => {
    const { client } = setUp();
    rpcError(message);
    expect(await failure(client)).toMatchObject({ reason: "rpc_error", unavailable: undefined });
  },
);

test("any other error of the node is a failure with its shortened text", async () => {
  const { client } = setUp();
  rpcError(`database\n closed ${"x".repeat(1000)}`);
  const error = await failure(client);
  expect([error.reason, error.unavailable]).toEqual(["rpc_error", undefined]);
  expect(error.message).toMatch(/database closed x{100,}…$/);
});

test.each<[string, Parameters<typeof setUp>[0], string]>([
  ["a token", { authorization: { type: "Bearer", credentials: "abcd" } }, "you sent Bearer <secret>"],
  ["a name and a password", { basic_auth: { username: "me", password: "abcd" } }, "you sent Basic <secret>"],
  ["a header's secret", { headers: { "X-Key": { values: ["plain"], secrets: ["abcd"] } } }, "you sent plain,<secret>"],
])("the message for an error of the node that repeats %s does not contain it", async (_what, options, expected) => {
  const { client } = setUp(options);
  nock(url)
    .post("/ext/bc/P")
    .reply(async (request: Request) => {
      const sent = request.headers.get("authorization") ?? request.headers.get("x-key");
      return [
        200,
        JSON.stringify({ jsonrpc: "2.0", id: 1, error: { message: `you sent ${sent?.replace(", ", ",")}` } }),
      ];
    });
  expect((await failure(client)).message).toContain(expected);
});

const secret = "a-long-credential";
const withSecret = { authorization: { type: "Bearer", credentials: secret } };

test("a secret in an error of the node is also masked where the text is truncated", async () => {
  const { client } = setUp(withSecret);
  rpcError(`${" ".repeat(995)}${secret} and more`);
  expect((await failure(client)).message).toBe("platform.getHeight at /ext/bc/P: <secret>");
});

test("an error of the node beyond its first 1,000 characters is not read", async () => {
  const { client } = setUp();
  rpcError(`${"x".repeat(1000)} node is not a validator`, "/ext/info");
  await expect(client.call(live(), "info.uptime", {})).rejects.toMatchObject({ unavailable: undefined });
});

test("a page with an HTTP error is not read beyond its first 1,000 characters", async () => {
  const { client } = setUp();
  reply(503, `${"x".repeat(1000)} not done bootstrapping`);
  expect(await failure(client)).toMatchObject({ reason: "http_status" });
});

test.each([
  ["a name that the node chose", { checks: { "\u001b[31mred": 5 }, healthy: true }],
  ["a name of a megabyte", { checks: { ["x".repeat(900_000)]: 5 }, healthy: true }],
  ["a secret as a name", { checks: { secret: 5 }, healthy: true }],
])("the message for a wrong field shows %s cleaned, short and masked", async (_what, health) => {
  const { client } = setUp({ authorization: { type: "Bearer", credentials: "secret" } });
  answer(({ id }) => ({ jsonrpc: "2.0", id, result: health }), "/ext/health");
  await expect(client.call(live(), "health.health", {})).rejects.toThrow(
    /^health\.health at \/ext\/health: result\.checks\.(\ufffd\[31mred|x{200}…|<secret>): /,
  );
});

test("the message for an answer that is not JSON keeps nothing of the answer", async () => {
  const { client } = setUp();
  reply(200, "secret");
  expect(inspect(await failure(client))).not.toContain("secret");
});

test.each([
  ["as it is", secret],
  ["with an escape", secret.replace("l", "\\u006c")],
  ["as a name, with an escape", `","more":[{"${secret.replace("l", "\\u006c")}":null}],"last":"`],
])("a result that repeats a credential %s is refused", async (_what, repeated) => {
  const { client } = setUp(withSecret);
  reply(200, `{"jsonrpc":"2.0","id":1,"result":{"networkName":"${repeated}"}}`, "/ext/info");
  await expect(client.call(live(), "info.getNetworkName", {})).rejects.toMatchObject({
    reason: "schema",
    message: expect.stringContaining("repeats a credential"),
  });
});

test.each([
  ["short", "avax"],
  ["a number", "36586516763777"],
])("a result may hold a credential that is %s", async (_what, credentials) => {
  const { client } = setUp({ authorization: { type: "Bearer", credentials } });
  reply(200, '{"jsonrpc":"2.0","id":1,"result":{"networkName":"avax 365865167637779183"}}', "/ext/info");
  expect(await client.call(live(), "info.getNetworkName", {})).toEqual({ networkName: "avax 365865167637779183" });
});

test("a bootstrapped chain is known until another node responds, a response is not that of the node, or five minutes have passed", async () => {
  let now = 0;
  const { client } = setUp({ clock: { ...systemClock, now: () => now } });
  const known = () => client.kept("info.isBootstrapped", { chain: "P" })?.isBootstrapped;
  async function read(isBootstrapped: boolean) {
    answer(({ id }) => ({ jsonrpc: "2.0", id, result: { isBootstrapped } }), "/ext/info", { "node-id": "NodeID-a" });
    await client.call(live(), "info.isBootstrapped", { chain: "P" });
    return known();
  }
  expect([await read(false), await read(true), client.kept("info.isBootstrapped", { chain: "X" })]).toEqual([
    undefined,
    true,
    undefined,
  ]);
  answer(({ id }) => ({ jsonrpc: "2.0", id, result: { height: "1" } }), "/ext/bc/P", { "node-id": "NodeID-b" });
  await height(client);
  expect([known(), await read(true)]).toEqual([undefined, true]);
  nock(url)
    .post("/ext/bc/P")
    .replyWithError(Object.assign(new Error("reset"), { code: "ECONNREFUSED" }));
  await failure(client);
  expect([known(), await read(true)]).toEqual([undefined, true]);
  reply(502, "bad gateway");
  await failure(client);
  expect([known(), await read(true)]).toEqual([undefined, true]);
  now = 300_000;
  expect(known()).toBeUndefined();
});

test("a result with escapes and deep nesting is accepted", async () => {
  const { client } = setUp(withSecret);
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  reply(200, `{"jsonrpc":"2.0","id":1,"result":{"height":"1","more":"\\\\u0061\\n","deep":${deep}}}`);
  expect(await height(client)).toEqual({ height: 1n });
});

test("values of header names that differ in case alone are sent together", async () => {
  const { client } = setUp({ headers: { "X-Key": { values: ["a"] }, "x-key": { values: ["b"] } } });
  const scope = nock(url, { reqheaders: { "x-key": "a, b" } });
  scope.post("/ext/bc/P").reply(200, '{"jsonrpc":"2.0","id":1,"result":{"height":"1"}}');
  expect(await height(client)).toEqual({ height: 1n });
});

test("an error without an id, as for a request that could not be read, is the node's error", async () => {
  const { client } = setUp();
  answer(() => ({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "parse error", data: null } }));
  expect(await failure(client)).toMatchObject({ reason: "rpc_error" });
});

test.each([
  ["20 digits", `{"number":${"9".repeat(20)}}`, { number: BigInt("9".repeat(20)) }],
  ["21 digits in a text", `{"text":"a: ${"9".repeat(21)}"}`, { text: `a: ${"9".repeat(21)}` }],
])("the unmodified result has %s exactly", async (_what, text, expected) => {
  const { client } = setUp();
  reply(200, `{"jsonrpc":"2.0","id":1,"result":{"height":"1","more":${text}}}`);
  expect(await client.callWire(live(), "platform.getHeight", {}, undefined)).toEqual({ height: "1", more: expected });
});

test("the unmodified result is refused if an integer in it cannot be shown exactly", async () => {
  const { client } = setUp();
  reply(200, `{"jsonrpc":"2.0","id":1,"result":{"height":"1","more":-${"9".repeat(21)}}}`);
  await expect(client.callWire(live(), "platform.getHeight", {}, undefined)).rejects.toMatchObject({
    reason: "decode",
    message: expect.stringContaining("an integer of more than 20 digits"),
  });
});

test("a large response is not parsed again for an integer that JSON.parse has rounded", async () => {
  const { client } = setUp();
  const more = "x".repeat(2 ** 20);
  const entry = '{"nodeID":"NodeID-A","weight":9007199254740993,"startTime":"1"}';
  reply(200, `{"jsonrpc":"2.0","id":1,"result":{"more":"${more}","validators":[${entry}]}}`);
  const call = client.call(live(), "platform.getCurrentValidators", {});
  await expect(call).rejects.toMatchObject({ reason: "schema" });
});

test.each([
  ["values", `[${"[],".repeat(1_100_000)}1]`],
  ["names in one object", `[{${Array.from({ length: 200_000 }, (_, i) => `"n${i}":1`).join(",")}}]`],
])("an answer with more %s than any node has is refused before it is parsed", async (_what, validators) => {
  const { client } = setUp();
  reply(200, `{"jsonrpc":"2.0","id":1,"result":{"validators":${validators}}}`);
  await expect(client.call(live(), "platform.getCurrentValidators", {})).rejects.toMatchObject({
    reason: "too_large",
    message: expect.stringContaining("too many values"),
  });
});

test("a list of a virtual machine can have fewer values than one of the P-Chain", async () => {
  const { client } = setUp();
  const body = `{"jsonrpc":"2.0","id":1,"result":{"validators":[${"[],".repeat(400_000)}1]}}`;
  nock(url).post("/ext/bc/L1/validators").reply(200, body);
  await expect(client.call(live(), "validators.getCurrentValidators", {}, "L1")).rejects.toMatchObject({
    reason: "too_large",
    message: expect.stringContaining("too many values"),
  });
});

test.each([
  ["empty", "", "decode", "empty"],
  ["cut JSON", '{"jsonrpc":"2.0","id":1,"result":{"hei', "decode", "not JSON"],
  ["HTML", "<!doctype html><p>hello", "decode", "web page"],
  ["another id", '{"jsonrpc":"2.0","id":99,"result":{"height":"1"}}', "schema", "response id does not match"],
  ["another protocol", '{"jsonrpc":"1.0","id":1,"result":{"height":"1"}}', "schema", "jsonrpc"],
  ["neither result nor error", '{"jsonrpc":"2.0","id":1}', "schema", "neither"],
  ["a list", "[]", "schema", "expected object"],
  ["a missing field", '{"jsonrpc":"2.0","id":1,"result":{}}', "schema", "result.height"],
  ["a field of another type", '{"jsonrpc":"2.0","id":1,"result":{"height":true}}', "schema", "result.height"],
  ["a negative number", '{"jsonrpc":"2.0","id":1,"result":{"height":-1}}', "schema", "result.height"],
  ["a negative string", '{"jsonrpc":"2.0","id":1,"result":{"height":"-1"}}', "schema", "result.height"],
  ["2^64", '{"jsonrpc":"2.0","id":1,"result":{"height":"18446744073709551616"}}', "schema", "64 bits"],
  ["a million digits", `{"jsonrpc":"2.0","id":1,"result":{"height":${"9".repeat(1_000_000)}}}`, "schema", "unsigned"],
  ["2^64 as number", '{"jsonrpc":"2.0","id":1,"result":{"height":18446744073709551616}}', "schema", "64 bits"],
  ["null", '{"jsonrpc":"2.0","id":1,"result":null}', "schema", "result"],
])("an answer that is %s fails with the right reason", async (_what, body, reason, hint) => {
  const { client } = setUp();
  reply(200, body);
  const error = await failure(client);
  expect(error.reason).toBe(reason);
  expect(error.message).toContain(hint);
});

test("several wrong fields are one failure that names the first", async () => {
  const { client } = setUp();
  result({ capacity: 1 });
  const call = client.call(live(), "platform.getFeeState", {});
  await expect(call).rejects.toThrow(/result\.excess: .* \(and 2 more\)/);
});

test("one wrong field is named alone", async () => {
  const { client } = setUp();
  result({});
  const error = await failure(client);
  expect(error.message).toBe("platform.getHeight at /ext/bc/P: result.height: expected an unsigned integer");
});

test.each([
  ["ECONNREFUSED", "connection refused"],
  ["ECONNRESET", "the connection was closed"],
  ["ENOTFOUND", "does not resolve"],
  ["EWHATEVER", "EWHATEVER"],
])("%s is a failed connection with a hint", async (code, hint) => {
  const { client } = setUp();
  nock(url)
    .post("/ext/bc/P")
    .replyWithError(Object.assign(new Error(code), { code }));
  const error = await failure(client);
  expect(error.reason).toBe("connect");
  expect(error.message).toContain(hint);
});

test("an error without a code is a bug and is thrown unchanged", async () => {
  const { client } = setUp();
  const bug = new TypeError("cannot read a member");
  nock(url).post("/ext/bc/P").replyWithError(bug);
  await expect(height(client)).rejects.toBe(bug);
});

test("a schema that throws is a bug: the call itself is recorded without an error", async () => {
  const { client, records } = setUp();
  const bug = new TypeError("cannot read a member");
  vi.spyOn(methodOf("platform.getHeight").result, "safeParse").mockImplementation(() => {
    throw bug;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  result({ height: "1" });
  await expect(height(client)).rejects.toBe(bug);
  expect(records).toMatchObject([
    {
      method: "platform.getHeight",
      seconds: expect.any(Number),
      bytes: 48,
      response: expect.anything(),
      error: undefined,
    },
  ]);
});

test("onCall is called once per call, also if it throws", async () => {
  let calls = 0;
  const onCall = () => {
    calls++;
    throw new Error("onCall failed");
  };
  const { client } = setUp({ onCall });
  result({ height: "1" });
  await expect(height(client)).rejects.toThrow("onCall failed");
  expect(calls).toBe(1);
});

test("a username and a password are sent as basic authorization", async () => {
  const { client } = setUp({ basic_auth: { username: "me", password: "pässword" } });
  const authorization = `Basic ${Buffer.from("me:pässword").toString("base64")}`;
  const scope = nock(url, { reqheaders: { authorization } });
  scope.post("/ext/bc/P").reply(200, '{"jsonrpc":"2.0","id":1,"result":{"height":"1"}}');
  expect(await height(client)).toEqual({ height: 1n });
});

test("a file of credentials that cannot be read is a failure that names the file", async () => {
  const { client } = setUp({ authorization: { type: "Bearer", credentials_file: "/nowhere/token" } });
  expect(await failure(client)).toMatchObject({
    reason: "connect",
    message: expect.stringContaining("/nowhere/token: ENOENT"),
  });
});

test("a secret that is invalid in a header is an error that does not contain it", async () => {
  const { client } = setUp({ authorization: { type: "Bearer", credentials: "one\ntwo" } });
  const { message } = await failure(client);
  expect(message).toContain("invalid character in a header value");
  expect(message).not.toContain("two");
});

test("every call is recorded with its time, bytes and outcome", async () => {
  const { client, records } = setUp();
  result({ height: "1" });
  await height(client);
  reply(500, "oops");
  await failure(client);
  expect(records).toMatchObject([
    {
      method: "platform.getHeight",
      seconds: expect.any(Number),
      bytes: 48,
      response: expect.anything(),
      error: undefined,
    },
    {
      method: "platform.getHeight",
      seconds: expect.any(Number),
      bytes: 4,
      response: expect.objectContaining({ status: 500 }),
      error: expect.objectContaining({ reason: "http_status" }),
    },
  ]);
});

const endOf = async (client: NodeClient): Promise<CallRecord | undefined> => {
  let end: CallRecord | undefined;
  const onEnd = (of: CallRecord) => {
    end = of;
  };
  await client.call({ ...live(), onEnd }, "platform.getHeight", {}).catch(() => {});
  return end;
};

test.each([
  ["a result", 200, '{"jsonrpc":"2.0","id":1,"result":{"height":"1"}}'],
  ["an error of HTTP", 308, "moved"],
  ["an answer that is not JSON", 200, "hello"],
])("a call that ends in %s reports the status and the headers of its response", async (_what, status, body) => {
  const { client } = setUp();
  reply(status, body, "/ext/bc/P", { Date: "Sat, 21 Nov 2026 12:00:00 GMT", location: "/elsewhere" });
  expect((await endOf(client))?.response).toMatchObject({
    status,
    headers: { date: "Sat, 21 Nov 2026 12:00:00 GMT", location: "/elsewhere" },
  });
});

test("a call without a response reports none", async () => {
  const { client } = setUp();
  nock(url)
    .post("/ext/bc/P")
    .replyWithError(Object.assign(new Error("reset"), { code: "ECONNRESET" }));
  expect(await endOf(client)).toMatchObject({ seconds: expect.any(Number), response: undefined });
});

test("the responding node is known by its header, and a response without it has no effect", async () => {
  const seen: string[] = [];
  const { client } = setUp({ onIdentity: (nodeId) => seen.push(nodeId) });
  answer(({ id }) => ({ jsonrpc: "2.0", id, result: { height: "1" } }), "/ext/bc/P", { "node-id": "NodeID-A" });
  await height(client);
  result({ height: "1" });
  await height(client);
  expect([client.nodeId(), seen]).toEqual(["NodeID-A", ["NodeID-A"]]);
});

test.each([
  ["15 kB long", `NodeID-${"N".repeat(15_000)}`],
  ["with control characters", "NodeID-\u009b31m"],
  ["of another form", "node-1"],
  ["that repeats the credential", "NodeID-longcredential"],
])("a node-id header %s is ignored", async (_what, header) => {
  const seen: string[] = [];
  const authorization = { type: "Bearer", credentials: "longcredential" };
  const { client } = setUp({ authorization, onIdentity: (nodeId) => seen.push(nodeId) });
  answer(({ id }) => ({ jsonrpc: "2.0", id, result: { height: "1" } }), "/ext/bc/P", { "node-id": header });
  await height(client);
  expect([client.nodeId(), seen]).toEqual([undefined, []]);
});

test("a response is not used if its node is rejected", async () => {
  const stop = new AbortController();
  const { client, records } = setUp({ onIdentity: () => stop.abort(new Error("another node")) });
  answer(({ id }) => ({ jsonrpc: "2.0", id, result: { height: "1" } }), "/ext/bc/P", { "node-id": "NodeID-B" });
  await expect(client.call({ signal: stop.signal }, "platform.getHeight", {})).rejects.toThrow("another node");
  expect(records).toMatchObject([]);
});

test("a call that is aborted before it is sent does not delay the next one", async () => {
  const file = join(await temporaryFolder(), "token");
  await writeFile(file, "token");
  const { client } = setUp({ authorization: { type: "Bearer", credentials_file: file } });
  const methods: string[] = [];
  answer(({ id, method }) => {
    methods.push(method);
    return { jsonrpc: "2.0", id, result: { timestamp: "2024-12-16T17:19:07Z" } };
  });
  const stop = new AbortController();
  const call = client.call({ signal: stop.signal }, "platform.getHeight", {});
  const next = client.call(live(), "platform.getTimestamp", {});
  stop.abort(new Error("stopped"));
  await expect(call).rejects.toThrow("stopped");
  await next;
  expect(methods).toEqual(["platform.getTimestamp"]);
});

test("closing the client ends calls that wait for a lock", async () => {
  const { client } = setUp();
  nock(url).post("/ext/bc/P").delay(500).reply(200, "");
  const calls = [height(client), height(client)];
  await client.close();
  const ends = await Promise.allSettled(calls);
  expect(ends.map((end) => end.status === "rejected" && String(end.reason))).toEqual(
    Array(2).fill("AbortError: the client was closed"),
  );
});

test("closing the client ends calls in progress", async () => {
  const { client } = setUp();
  nock(url).post("/ext/bc/P").delay(500).reply(200, "");
  const call = height(client);
  await client.close();
  await expect(call).rejects.toThrow("closed");
});
