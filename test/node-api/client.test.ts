import { inspect } from "node:util";
import nock from "nock";
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { createNodeClient, type NodeClient } from "../../src/node-api/client.ts";
import { methodOf } from "../../src/node-api/contract.ts";
import type { FailureCode } from "../../src/node-api/errors.ts";
import { attempt, type CallRecord, type NodeError } from "../../src/node-api/errors.ts";
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
const height = async (client: NodeClient) => (await client.call(live(), "platform.getHeight", {})).result;
/** Returns the error of a call; that of the height by default. */
async function failure(client: NodeClient, call: Promise<unknown> = height(client)): Promise<NodeError> {
  const { error } = await attempt(call);
  if (error) return error;
  throw new Error("expected a NodeError");
}
const ofInfo = (client: NodeClient) => client.call(live(), "info.getNodeID", {});

type Sent = { readonly id: number; readonly method: string; readonly params: unknown };
/** Answers the next call with the result of `body`. */
const answer = (body: (sent: Sent) => unknown, path = "/ext/bc/P", headers: Record<string, string> = {}) =>
  nock(url)
    .post(path)
    .reply(async (request: Request) => {
      const text = JSON.stringify(body((await request.json()) as Sent));
      return [200, text, { "content-type": "application/json", ...headers }];
    });
const result = (value: unknown, path?: string, headers?: Record<string, string>) =>
  answer(({ id }) => ({ jsonrpc: "2.0", id, result: value }), path, headers);
const rpcError = (message: string, path?: string, code = -32000) =>
  answer(({ id }) => ({ jsonrpc: "2.0", id, error: { code, message, data: null } }), path);
const reply = (status: number, body: string, path = "/ext/bc/P", headers: Record<string, string> = {}) =>
  nock(url).post(path).reply(status, body, headers);
const breaks = (error: Error) => nock(url).post("/ext/bc/P").replyWithError(error);
/** Answers calls that are not served: the first one, and the one that is sent again. */
const notServed = (path: string) => void nock(url).post(path).twice().reply(404, "404 page not found\n");
const bootstrapping = "API call rejected because chain is not done bootstrapping\n";

test("a result is checked and decoded, and unknown members are ignored", async () => {
  const { client } = setUp();
  result({ height: "18446744073709551615", mood: "good" });
  expect(await height(client)).toEqual({ height: 2n ** 64n - 1n });
});

test("a bare number beyond 2^53 is exact, though JSON.parse changes it", async () => {
  const { client } = setUp();
  const state = '{"excess":9007199254740993,"price":512,"timestamp":"2024-12-16T17:19:07Z"}';
  reply(200, `{"jsonrpc":"2.0","id":1,"result":${state}}`);
  const { result } = await client.call(live(), "platform.getValidatorFeeState", {});
  expect(result.excess).toBe(9007199254740993n);
});

test("calls are JSON-RPC 2.0 requests with their parameters, and each has an ID", async () => {
  const { client } = setUp();
  const sent: Sent[] = [];
  for (let i = 0; i < 2; i++) {
    answer((request) => {
      sent.push(request);
      return { jsonrpc: "2.0", id: request.id, result: { supply: "1" } };
    });
    await client.call(live(), "platform.getCurrentSupply", {});
  }
  const request = { jsonrpc: "2.0", method: "platform.getCurrentSupply", params: {} };
  expect(sent).toEqual([1, 2].map((id) => ({ ...request, id })));
});

test("the prefix of the URL, the chain and the index are in the path", async () => {
  const { client } = setUp({ url: `${url}/my/node` });
  result({ height: "5" }, "/my/node/ext/bc/X");
  rpcError("no containers have been accepted", "/my/node/ext/index/C/block");
  await client.call(live(), "avm.getHeight", {}, "X");
  const ofIndex = client.call(live(), "index.getLastAccepted", {}, "C/block");
  expect((await failure(client, ofIndex)).unavailable).toBe("empty_index");
});

test.each<[number, string, FailureCode]>([
  [301, "moved", "redirect"],
  [302, "found", "redirect"],
  [204, "", "http_status"],
  [400, "bad", "http_status"],
  [401, "who are you", "unauthorized"],
  [403, "invalid host specified\n", "host_not_allowed"],
  [403, "forbidden", "unauthorized"],
  [404, "404 page not found\n", "wrong_path"],
  [405, "rpc: POST method required, received GET", "wrong_path"],
  [415, "rpc: unrecognized Content-Type: ", "http_status"],
  [429, "slow down", "rate_limited"],
  [500, "oops", "server_error"],
  [502, "invalid host specified\n", "bad_gateway"],
  [503, "upstream gone", "bad_gateway"],
  [503, bootstrapping, "bootstrapping"],
  [503, `${"x".repeat(1000)} not done bootstrapping`, "bad_gateway"],
])("status %i with %j is %s", async (status, body, code) => {
  const { client } = setUp();
  reply(status, body);
  const error = await failure(client);
  expect(error.failure.code).toBe(code);
  expect(error.message).toMatch(/^platform\.getHeight at \/ext\/bc\/P: /);
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
  const { failure: shown } = await failure(client);
  expect([shown.retryAfterMs, shown.retryAt]).toEqual([retryAfterMs, retryAt]);
});

test.each([
  ["identity", undefined],
  ["br", "a proxy compresses the response (br), although it may not"],
])("a response with the content-encoding %s has the error %j", async (encoding, detail) => {
  const { client } = setUp();
  result({ height: "1" }, "/ext/bc/P", { "content-encoding": encoding });
  const { error } = await attempt(height(client));
  expect([error?.detail, error?.reason]).toEqual([detail, detail && "decode"]);
});

test("404 on the path of an API that can be disabled is a state, and the failure names its flag", async () => {
  const { client } = setUp();
  notServed("/ext/index/P/block");
  result({ height: "1" });
  const error = await failure(client, client.call(live(), "index.getLastAccepted", {}, "P/block"));
  expect([error.reason, error.failure]).toEqual(["method_unavailable", { code: "api_off", flag: "--index-enabled" }]);
});

test("404 is the failure of the P-Chain API, if that is not served either", async () => {
  const { client, records } = setUp();
  reply(404, "not found", "/ext/info");
  reply(404, "not found");
  const error = await failure(client, ofInfo(client));
  expect([error.reason, error.unavailable]).toEqual(["http_status", undefined]);
  expect(error.message).toContain("platform.getHeight at /ext/bc/P: HTTP 404");
  expect(records.map(({ method }) => method)).toEqual(["info.getNodeID", "platform.getHeight"]);
});

test("404 of a proxy that has reached the node meanwhile is no disabled API: the call is sent again", async () => {
  const { client, records } = setUp();
  reply(404, "no backend", "/ext/info");
  result({ height: "1" });
  result({ networkID: "1" }, "/ext/info");
  expect(await client.call(live(), "info.getNetworkID", {})).toMatchObject({ result: { networkID: 1 } });
  expect(records.map(({ method }) => method)).toEqual(["info.getNetworkID", "platform.getHeight", "info.getNetworkID"]);
});

test("404 is no disabled API if the node was reached while the call was under way", async () => {
  const { client } = setUp();
  reply(404, "no backend", "/ext/info");
  result({ networkID: "1" }, "/ext/info");
  const call = client.call(live(), "info.getNetworkID", {});
  result({ height: "1" });
  expect([await height(client), (await call).result]).toEqual([{ height: 1n }, { networkID: 1 }]);
});

test("404 after a successful call is a disabled API without a further call, until the P-Chain API is not served", async () => {
  const { client, records } = setUp();
  result({ height: "1" });
  await height(client);
  reply(404, "", "/ext/info");
  expect((await failure(client, ofInfo(client))).unavailable).toBe("api_off");
  reply(404, "");
  await failure(client);
  reply(404, "", "/ext/info");
  reply(404, "");
  expect((await failure(client, ofInfo(client))).failure.code).toBe("wrong_path");
  expect(records.length).toBe(5);
});

test.each<[string, () => void]>([
  ["responds", () => result({ height: "1" })],
  ["is bootstrapping", () => void reply(503, bootstrapping)],
  ["returns another status", () => void reply(502, "gone")],
])("404 is a disabled API if the P-Chain API %s", async (_what, respond) => {
  const { client } = setUp();
  notServed("/ext/info");
  respond();
  expect((await failure(client, ofInfo(client))).unavailable).toBe("api_off");
});

const isBootstrapped = (value: boolean) => result({ isBootstrapped: value }, "/ext/info");

test.each<[string, () => void, string]>([
  ["has bootstrapped", () => isBootstrapped(true), "HTTP 404: the node does not serve this API"],
  ["bootstraps, and has not created it", () => isBootstrapped(false), "the chain is still bootstrapping"],
  [
    "does not report whether it has bootstrapped",
    () => void reply(404, "404 page not found\n", "/ext/info"),
    "HTTP 404: the node does not serve this API",
  ],
])("404 on a chain of a node that %s is a state", async (_what, respond, detail) => {
  const { client } = setUp();
  notServed("/ext/bc/X");
  result({ height: "1" });
  respond();
  const error = await failure(client, client.call(live(), "avm.getHeight", {}, "X"));
  expect(error).toMatchObject({ detail, message: `avm.getHeight at /ext/bc/X: ${detail}` });
  expect(error.record).toMatchObject({ method: "avm.getHeight", response: { status: 404 } });
});

test.each<[message: string, code: number, failure: FailureCode]>([
  ['rpc: can\'t find method "platform.GetHeight"', -32000, "method_unknown"],
  ['rpc: can\'t find service "platform.GetHeight"', -32000, "method_unknown"],
  ["the method platform.getHeight does not exist", -32601, "rpc_error"],
  ["failed: rpc: can't find method", -32000, "rpc_error"],
  ["daily request count exceeded", -32005, "rate_limited"],
])("the error %s with the code %d is classified", async (message, code, expected) => {
  const { client } = setUp();
  rpcError(message, undefined, code);
  expect((await failure(client)).failure.code).toBe(expected);
});

test("the code of an unknown method of an EVM chain counts, whatever the text", async () => {
  const { client } = setUp();
  rpcError("Unsupported method", "/ext/bc/C/rpc", -32601);
  const call = client.call(live(), "eth.getHeaderByNumber", { block: "latest" }, "C");
  expect((await failure(client, call)).failure.code).toBe("method_unknown");
});

test("an L1 that does not count a new validator yet is a state", async () => {
  const { client } = setUp();
  rpcError("failed to get uptime for validation ID 2f: validationID not found: 2f", "/ext/bc/ours/validators");
  const call = client.call(live(), "validators.getCurrentValidators", {}, "ours");
  expect((await failure(client, call)).unavailable).toBe("not_counted");
});

test("any other error of the node is a failure with its shortened text", async () => {
  const { client } = setUp();
  rpcError(`database\n closed ${"x".repeat(1000)}`);
  const error = await failure(client);
  expect([error.reason, error.unavailable]).toEqual(["rpc_error", undefined]);
  expect(error.message).toMatch(/database closed x{100,}…$/);
});

test("an error of the node beyond its first 1,000 characters is not read", async () => {
  const { client } = setUp();
  rpcError(`${"x".repeat(1000)} node is not a validator`, "/ext/info");
  expect((await failure(client, client.call(live(), "info.uptime", {}))).unavailable).toBeUndefined();
});

test("an error without an id, as for a request that could not be read, is the node's error", async () => {
  const { client } = setUp();
  answer(() => ({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "parse error", data: null } }));
  expect(await failure(client)).toMatchObject({ reason: "rpc_error" });
});

test.each<[string, Parameters<typeof setUp>[0], string]>([
  ["a token", { authorization: { type: "Bearer", credentials: "abcd" } }, "you sent Bearer <secret>"],
  ["a name and a password", { basic_auth: { username: "me", password: "abcd" } }, "you sent Basic <secret>"],
  ["a key in the URL", { url: `${url}/keyK3y0123` }, "you sent /<secret>/ext"],
  ["a header's secret", { headers: { "X-Key": { values: ["plain"], secrets: ["abcd"] } } }, "you sent plain,<secret>"],
])("the message for an error of the node that repeats %s does not contain it", async (_what, options, expected) => {
  const { client } = setUp(options);
  nock(url)
    .post(/\/ext\/bc\/P$/)
    .reply(async (request: Request) => {
      const { pathname } = new URL(request.url);
      const sent = request.headers.get("authorization") ?? request.headers.get("x-key") ?? pathname;
      const error = { message: `you sent ${sent?.replace(", ", ",")}` };
      return [200, JSON.stringify({ jsonrpc: "2.0", id: 1, error })];
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

test.each([
  ["a name that the node chose", { checks: { "\u001b[31mred": 5 }, healthy: true }],
  ["a name of a megabyte", { checks: { ["x".repeat(900_000)]: 5 }, healthy: true }],
  ["a secret as a name", { checks: { secret: 5 }, healthy: true }],
])("the message for a wrong field shows %s cleaned, short and masked", async (_what, health) => {
  const { client } = setUp({ authorization: { type: "Bearer", credentials: "secret" } });
  result(health, "/ext/health");
  await expect(client.call(live(), "health.health", {})).rejects.toThrow(
    /^health\.health at \/ext\/health: result\.checks\.(\ufffd\[31mred|x{200}…|<secret>): /,
  );
});

test("the message for an answer that is not JSON keeps nothing of the answer", async () => {
  const { client } = setUp();
  reply(200, "secret");
  expect(inspect(await failure(client), { depth: 10, showHidden: true })).not.toContain("secret");
});

test.each([
  ["as it is", secret],
  ["with an escape", secret.replace("l", "\\u006c")],
  ["as a name, with an escape", `","more":[{"${secret.replace("l", "\\u006c")}":null}],"last":"`],
])("a result that repeats a credential %s is refused", async (_what, repeated) => {
  const { client } = setUp(withSecret);
  reply(200, `{"jsonrpc":"2.0","id":1,"result":{"networkName":"${repeated}"}}`, "/ext/info");
  const error = await failure(client, client.call(live(), "info.getNetworkName", {}));
  expect([error.reason, error.detail]).toEqual(["schema", expect.stringContaining("repeats a credential")]);
});

test.each([
  ["short", "avax"],
  ["a number", "36586516763777"],
])("a result may hold a credential that is %s", async (_what, credentials) => {
  const { client } = setUp({ authorization: { type: "Bearer", credentials } });
  const name = { networkName: "avax 365865167637779183" };
  result(name, "/ext/info");
  expect(await client.call(live(), "info.getNetworkName", {})).toMatchObject({ result: name });
});

test("a bootstrapped chain is known until another node responds, a call fails, or five minutes have passed", async () => {
  let now = 0;
  const { client } = setUp({ clock: { ...systemClock, now: () => now } });
  const known = () => client.kept("info.isBootstrapped", { chain: "P" })?.isBootstrapped;
  async function read(isBootstrapped: boolean) {
    result({ isBootstrapped }, "/ext/info", { "node-id": "NodeID-a" });
    await client.call(live(), "info.isBootstrapped", { chain: "P" });
    return known();
  }
  expect([await read(false), await read(true), client.kept("info.isBootstrapped", { chain: "X" })]).toEqual([
    undefined,
    true,
    undefined,
  ]);
  result({ height: "1" }, "/ext/bc/P", { "node-id": "NodeID-b" });
  await height(client);
  expect([known(), await read(true)]).toEqual([undefined, true]);
  breaks(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));
  await failure(client);
  expect([known(), await read(true)]).toEqual([undefined, true]);
  now = 300_000;
  expect(known()).toBeUndefined();
});

test("without the header node-id, a bootstrapped chain is known for five seconds", async () => {
  let now = 0;
  const { client } = setUp({ clock: { ...systemClock, now: () => now } });
  result({ isBootstrapped: true }, "/ext/info");
  await client.call(live(), "info.isBootstrapped", { chain: "P" });
  const known = [0, 4999, 5000].map((ms) => {
    now = ms;
    return client.kept("info.isBootstrapped", { chain: "P" })?.isBootstrapped;
  });
  expect(known).toEqual([true, true, undefined]);
});

test("404 without the header node-id on a path that has had it is that of a proxy, and on another path that of a disabled API", async () => {
  const { client, records } = setUp();
  result({ height: "1" }, "/ext/bc/P", { "node-id": "NodeID-a" });
  await height(client);
  reply(404, "404 page not found\n");
  reply(404, "404 page not found\n", "/ext/info");
  expect([(await failure(client)).failure.code, records.at(-1)?.isOfProxy]).toEqual(["bad_gateway", true]);
  expect([(await failure(client, ofInfo(client))).failure.code, records.at(-1)?.isOfProxy]).toEqual(["api_off", false]);
});

test("a result with escapes and deep nesting is accepted", async () => {
  const { client } = setUp(withSecret);
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  reply(200, `{"jsonrpc":"2.0","id":1,"result":{"height":"1","more":"\\\\u0061\\n","deep":${deep}}}`);
  expect(await height(client)).toEqual({ height: 1n });
});

test("the unmodified result is available for the command line, with integers of any length", async () => {
  const { client } = setUp();
  const more = `{"number":${"9".repeat(20)},"text":"a: ${"9".repeat(21)}"}`;
  reply(200, `{"jsonrpc":"2.0","id":1,"result":{"height":"1","mood":"good","more":${more}}}`);
  expect(await client.callWire(live(), "platform.getHeight", {}, undefined)).toEqual({
    height: "1",
    mood: "good",
    more: { number: BigInt("9".repeat(20)), text: `a: ${"9".repeat(21)}` },
  });
});

const validatorList = (validators: string, more = "") =>
  reply(200, `{"jsonrpc":"2.0","id":1,"result":{"more":"${more}","validators":${validators}}}`);

test("a large response is not parsed again for an integer that JSON.parse has rounded", async () => {
  const { client } = setUp();
  validatorList('[{"nodeID":"NodeID-A","weight":9007199254740993,"startTime":"1"}]', "x".repeat(2 ** 20));
  const call = client.call(live(), "platform.getCurrentValidators", {});
  expect(await failure(client, call)).toMatchObject({ reason: "schema" });
});

test.each([
  ["values", `[${"[],".repeat(1_100_000)}1]`],
  ["names in one object", `[{${Array.from({ length: 200_000 }, (_, i) => `"n${i}":1`).join(",")}}]`],
  ["names with escapes", `[{${Array.from({ length: 60_000 }, (_, i) => `"n${i}\\"":1`).join(",")}}]`],
])("an answer with more %s than any node has is refused before it is parsed", async (_what, validators) => {
  const { client } = setUp();
  validatorList(validators);
  const error = await failure(client, client.call(live(), "platform.getCurrentValidators", {}));
  expect([error.reason, error.detail]).toEqual(["too_large", "the response has too many values"]);
});

test("a list of a virtual machine can have fewer values than one of the P-Chain", async () => {
  const { client } = setUp();
  const body = `{"jsonrpc":"2.0","id":1,"result":{"validators":[${"[],".repeat(400_000)}1]}}`;
  reply(200, body, "/ext/bc/L1/validators");
  const error = await failure(client, client.call(live(), "validators.getCurrentValidators", {}, "L1"));
  expect([error.reason, error.detail]).toEqual(["too_large", "the response has too many values"]);
});

const wrong = (rest: string) => `{"jsonrpc":"2.0","id":1${rest}}`;
const ofHeight = (height: string) => wrong(`,"result":{"height":${height}}`);
test.each([
  ["empty", "", "decode", "not JSON"],
  ["cut JSON", '{"jsonrpc":"2.0","id":1,"result":{"hei', "decode", "not JSON"],
  ["HTML", "<!doctype html><p>hello", "decode", "not JSON"],
  ["another id", '{"jsonrpc":"2.0","id":99,"result":{"height":"1"}}', "schema", "response id does not match"],
  ["another protocol", '{"jsonrpc":"1.0","id":1,"result":{"height":"1"}}', "schema", "jsonrpc"],
  ["neither result nor error", wrong(""), "schema", "neither"],
  ["a list", "[]", "schema", "expected object"],
  ["null", wrong(',"result":null'), "schema", "result"],
  ["a missing field", wrong(',"result":{}'), "schema", "P: result.height: expected an unsigned integer"],
  ["a field of another type", ofHeight("true"), "schema", "result.height"],
  ["a negative number", ofHeight("-1"), "schema", "result.height"],
  ["a negative string", ofHeight('"-1"'), "schema", "result.height"],
  ["2^64", ofHeight('"18446744073709551616"'), "schema", "64 bits"],
  ["2^64 as number", ofHeight("18446744073709551616"), "schema", "64 bits"],
  ["a million digits", ofHeight("9".repeat(1_000_000)), "schema", "unsigned"],
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

test("an error without a code is a bug and is thrown unchanged", async () => {
  const { client } = setUp();
  const bug = new TypeError("cannot read a member");
  breaks(bug);
  await expect(height(client)).rejects.toBe(bug);
});

const ofCall = { method: "platform.getHeight", seconds: expect.any(Number) };

test("a schema that throws is a bug: the call itself is recorded without an error", async () => {
  const { client, records } = setUp();
  const bug = new TypeError("cannot read a member");
  vi.spyOn(methodOf("platform.getHeight").result, "safeParse").mockImplementation(() => {
    throw bug;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  result({ height: "1" });
  await expect(height(client)).rejects.toBe(bug);
  expect(records).toMatchObject([{ ...ofCall, bytes: 48, response: { status: 200 } }]);
  expect(records[0]?.error).toBeUndefined();
});

test.each([
  ["a result", 200, '{"jsonrpc":"2.0","id":1,"result":{"height":"1"}}', undefined],
  ["an error of HTTP", 308, "moved", "http_status"],
  ["an answer that is not JSON", 200, "hello", "decode"],
])("a call that ends in %s is recorded, and returns or throws its record", async (_what, status, body, reason) => {
  const { client, records } = setUp();
  const headers = { date: "Sat, 21 Nov 2026 12:00:00 GMT", location: "/elsewhere", "node-id": "NodeID-A" };
  reply(status, body, "/ext/bc/P", headers);
  const { value, error } = await attempt(client.call(live(), "platform.getHeight", {}));
  const record = { ...ofCall, nodeId: "NodeID-A", bytes: body.length, response: { status, headers } };
  expect(value ?? error?.record).toMatchObject(record);
  expect(records).toMatchObject([record]);
  expect([error?.reason, records[0]?.error === error]).toEqual([reason, true]);
});

test("a call without a response is recorded without one", async () => {
  const { client } = setUp();
  breaks(Object.assign(new Error("reset"), { code: "ECONNRESET" }));
  const { record } = await failure(client);
  expect(record).toMatchObject({ ...ofCall, nodeId: undefined });
  expect(record?.response).toBeUndefined();
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
  scope.post("/ext/bc/P").reply(200, ofHeight('"1"'));
  expect(await height(client)).toEqual({ height: 1n });
});

test("values of header names that differ in case alone are sent together", async () => {
  const { client } = setUp({ headers: { "X-Key": { values: ["a"] }, "x-key": { values: ["b"] } } });
  const scope = nock(url, { reqheaders: { "x-key": "a, b" } });
  scope.post("/ext/bc/P").reply(200, ofHeight('"1"'));
  expect(await height(client)).toEqual({ height: 1n });
});

test("a file of credentials that cannot be read is a failure that names the file", async () => {
  const { client } = setUp({ authorization: { type: "Bearer", credentials_file: "/nowhere/token" } });
  const error = await failure(client);
  expect([error.failure.code, error.detail]).toEqual(["file", "cannot read /nowhere/token: ENOENT"]);
});

test("a secret that is invalid in a header is an error that does not contain it", async () => {
  const { client } = setUp({ authorization: { type: "Bearer", credentials: "one\ntwo" } });
  const { message } = await failure(client);
  expect(message).toContain("invalid character in a header value");
  expect(message).not.toContain("two");
});

test("the responding node is known by its header, and a response without it has no effect", async () => {
  const { client, records } = setUp();
  result({ height: "1" }, "/ext/bc/P", { "node-id": "NodeID-A" });
  await height(client);
  result({ height: "1" });
  await height(client);
  expect([client.nodeId(), records.map(({ nodeId }) => nodeId)]).toEqual(["NodeID-A", ["NodeID-A", undefined]]);
});

test.each([
  ["15 kB long", `NodeID-${"N".repeat(15_000)}`],
  ["with control characters", "NodeID-\u009b31m"],
  ["of another form", "node-1"],
  ["that repeats the credential", "NodeID-longcredential"],
])("a node-id header %s is ignored", async (_what, header) => {
  const { client } = setUp({ authorization: { type: "Bearer", credentials: "longcredential" } });
  result({ height: "1" }, "/ext/bc/P", { "node-id": header });
  await height(client);
  expect(client.nodeId()).toBeUndefined();
});

test("a response is not used if its node is rejected", async () => {
  const stop = new AbortController();
  const { client } = setUp({ onCall: () => stop.abort(new Error("another node")) });
  result({ height: "1" }, "/ext/bc/P", { "node-id": "NodeID-B" });
  await expect(client.call({ signal: stop.signal }, "platform.getHeight", {})).rejects.toThrow("another node");
});

test("closing the client ends calls in progress, and those that wait for a lock", async () => {
  const { client } = setUp();
  nock(url).post("/ext/bc/P").delay(500).reply(200, "");
  const calls = [height(client), height(client)];
  await client.close();
  const ends = await Promise.allSettled(calls);
  expect(ends.map((end) => end.status === "rejected" && String(end.reason))).toEqual(
    Array(2).fill("AbortError: the client was closed"),
  );
});
