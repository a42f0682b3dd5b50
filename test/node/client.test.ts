import nock from "nock";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { type CallRecord, createNodeClient, type NodeClient } from "../../src/node/client.ts";
import { NodeError } from "../../src/node/errors.ts";

const url = "http://127.0.0.1:9650";

beforeEach(() => nock.disableNetConnect());
afterEach(() => {
  nock.cleanAll();
  nock.enableNetConnect();
});

function setUp(options: Partial<Parameters<typeof createNodeClient>[0]> = {}) {
  const records: CallRecord[] = [];
  const client = createNodeClient({ url, timeout: 30_000, onCall: (record) => records.push(record), ...options });
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
/** Answers the next call with what `body` makes of it. */
const answer = (body: (sent: Sent) => unknown, path = "/ext/bc/P", headers: Record<string, string> = {}) =>
  nock(url)
    .post(path)
    .reply(async (request: Request) => {
      const text = JSON.stringify(body((await request.json()) as Sent));
      return [200, text, { "content-type": "application/json", ...headers }];
    });
const result = (value: unknown) => answer(({ id }) => ({ jsonrpc: "2.0", id, result: value }));
const rpcError = (message: string, path?: string) =>
  answer(({ id }) => ({ jsonrpc: "2.0", id, error: { code: -32000, message, data: null } }), path);
const reply = (status: number, body: string, path = "/ext/bc/P", headers: Record<string, string> = {}) =>
  nock(url).post(path).reply(status, body, headers);

test("a result is checked and decoded", async () => {
  const { client } = setUp();
  result({ height: "18446744073709551615" });
  expect(await height(client)).toEqual({ height: 2n ** 64n - 1n });
});

test("a bare number beyond 2^53 is exact, though JSON.parse rounds it", async () => {
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

test("each request has an id of its own", async () => {
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

test("integers beyond 2^53 are exact as JSON numbers too", async () => {
  const { client } = setUp();
  nock(url).post("/ext/bc/P").reply(200, '{"jsonrpc":"2.0","id":1,"result":{"height":18446744073709551615}}');
  expect(await height(client)).toEqual({ height: 2n ** 64n - 1n });
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

test("the result as it came is what the command line shows", async () => {
  const { client } = setUp();
  result({ height: "1", mood: "good" });
  expect(await client.callWire(live(), "platform.getHeight", {}, undefined)).toEqual({ height: "1", mood: "good" });
});

test.each([
  [301, "moved", "http_status", "redirect"],
  [302, "found", "http_status", "redirect"],
  [400, "bad", "http_status", "HTTP 400"],
  [401, "who are you", "http_status", "node.authorization"],
  [403, "invalid host specified\n", "host_not_allowed", "--http-allowed-hosts"],
  [403, "forbidden", "http_status", "check the credentials"],
  [404, "404 page not found\n", "http_status", "node.url is wrong"],
  [405, "rpc: POST method required, received GET", "http_status", "HTTP 405"],
  [415, "rpc: unrecognized Content-Type: ", "http_status", "HTTP 415"],
  [429, "slow down", "http_status", "too many calls"],
  [500, "oops", "http_status", "HTTP 500"],
  [503, "upstream gone", "http_status", "HTTP 503"],
])("status %i with %j is %s and says %j", async (status, body, reason, hint) => {
  const { client } = setUp();
  reply(status, body);
  const error = await failure(client);
  expect([error.reason, error.unavailable]).toEqual([reason, undefined]);
  expect(error.message).toContain("platform.getHeight at /ext/bc/P");
  expect(error.message).toContain(hint);
});

test("503 with the node's own words is bootstrapping, a state", async () => {
  const { client } = setUp();
  reply(503, "API call rejected because chain is not done bootstrapping\n");
  expect(await failure(client)).toMatchObject({ reason: "bootstrapping", unavailable: "bootstrapping" });
});

test("404 on a path that can be switched off is a state, and names the flag", async () => {
  const { client } = setUp();
  reply(404, "404 page not found\n", "/ext/index/P/block");
  await expect(client.call(live(), "index.getLastAccepted", {}, "P/block")).rejects.toMatchObject({
    reason: "method_unavailable",
    unavailable: "api_off",
    message: expect.stringContaining("--index-enabled"),
  });
});

test("404 on a chain that the node does not run is a state", async () => {
  const { client } = setUp();
  reply(404, "404 page not found\n", "/ext/bc/X");
  await expect(client.call(live(), "avm.getHeight", {}, "X")).rejects.toMatchObject({ unavailable: "api_off" });
});

test.each(['rpc: can\'t find method "platform.GetHeight"', 'rpc: can\'t find service "platform.GetHeight"'])(
  "%s: this version does not know it, a state",
  async (message) => {
    const { client } = setUp();
    rpcError(message);
    expect(await failure(client)).toMatchObject({ reason: "method_unavailable", unavailable: "method_unknown" });
  },
);

test("a refusal that the contract knows is a state", async () => {
  const { client } = setUp();
  rpcError("fetching current supply failed: not found");
  await expect(client.call(live(), "platform.getCurrentSupply", {})).rejects.toMatchObject({
    reason: "rpc_error",
    unavailable: "not_found",
  });
});

test("any other error of the node is a failure with its words, in short", async () => {
  const { client } = setUp();
  rpcError(`database\n closed ${"x".repeat(1000)}`);
  const error = await failure(client);
  expect([error.reason, error.unavailable]).toEqual(["rpc_error", undefined]);
  expect(error.message).toMatch(/database closed x{100,}…$/);
});

test.each<[string, Parameters<typeof setUp>[0], string]>([
  ["a token", { authorization: { type: "Bearer", credentials: "abc" } }, "you sent Bearer <secret>"],
  ["a name and a password", { basic_auth: { username: "me", password: "abc" } }, "you sent Basic <secret>"],
  ["a header's secret", { headers: { "X-Key": { values: ["told"], secrets: ["abc"] } } }, "you sent told,<secret>"],
])("an error of the node that repeats %s is told without it", async (_what, options, told) => {
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
  expect((await failure(client)).message).toContain(told);
});

test("an error without an id, as for a request that could not be read, is the node's error", async () => {
  const { client } = setUp();
  answer(() => ({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "parse error", data: null } }));
  expect(await failure(client)).toMatchObject({ reason: "rpc_error" });
});

test.each([
  ["empty", "", "decode", "empty"],
  ["cut JSON", '{"jsonrpc":"2.0","id":1,"result":{"hei', "decode", "not JSON"],
  ["HTML", "<!doctype html><p>hello", "decode", "web page"],
  ["another id", '{"jsonrpc":"2.0","id":99,"result":{"height":"1"}}', "schema", "another call"],
  ["another protocol", '{"jsonrpc":"1.0","id":1,"result":{"height":"1"}}', "schema", "jsonrpc"],
  ["neither result nor error", '{"jsonrpc":"2.0","id":1}', "schema", "neither"],
  ["a list", "[]", "schema", "expected object"],
  ["a missing field", '{"jsonrpc":"2.0","id":1,"result":{}}', "schema", "result.height"],
  ["a field of another type", '{"jsonrpc":"2.0","id":1,"result":{"height":true}}', "schema", "result.height"],
  ["a negative number", '{"jsonrpc":"2.0","id":1,"result":{"height":-1}}', "schema", "result.height"],
  ["a negative string", '{"jsonrpc":"2.0","id":1,"result":{"height":"-1"}}', "schema", "result.height"],
  ["2^64", '{"jsonrpc":"2.0","id":1,"result":{"height":"18446744073709551616"}}', "schema", "64 bits"],
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

test("a null list where the node never gives one is a failure, not an empty set", async () => {
  const { client } = setUp();
  result({ validators: null });
  const call = client.call(live(), "platform.getCurrentValidators", {});
  await expect(call).rejects.toMatchObject({ reason: "schema" });
});

test.each([
  ["ECONNREFUSED", "is the node running"],
  ["ECONNRESET", "reset"],
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

test("what went wrong without a code is a failed connection too", async () => {
  const { client } = setUp();
  nock(url).post("/ext/bc/P").replyWithError("something else");
  expect(await failure(client)).toMatchObject({ reason: "connect" });
});

test("a name and a password are sent as basic authorization", async () => {
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

test("a secret that no header can carry is told as such, and not shown", async () => {
  const { client } = setUp({ authorization: { type: "Bearer", credentials: "one\ntwo" } });
  const { message } = await failure(client);
  expect(message).toContain("a header holds what HTTP cannot carry");
  expect(message).not.toContain("two");
});

test("every call is recorded with its time, bytes and outcome", async () => {
  const { client, records } = setUp();
  result({ height: "1" });
  await height(client);
  reply(500, "oops");
  await failure(client);
  expect(records).toEqual([
    { method: "platform.getHeight", seconds: expect.any(Number), bytes: 48, answered: true },
    {
      method: "platform.getHeight",
      seconds: expect.any(Number),
      bytes: 4,
      answered: true,
      error: expect.objectContaining({ reason: "http_status" }),
    },
  ]);
});

test("the node that answers is known by its header, and an answer without it changes nothing", async () => {
  const seen: string[] = [];
  const { client } = setUp({ onIdentity: (nodeId) => seen.push(nodeId) });
  answer(({ id }) => ({ jsonrpc: "2.0", id, result: { height: "1" } }), "/ext/bc/P", { "node-id": "NodeID-A" });
  await height(client);
  result({ height: "1" });
  await height(client);
  expect([client.nodeId(), seen]).toEqual(["NodeID-A", ["NodeID-A"]]);
});

test("an answer is not used when its node is refused", async () => {
  const stop = new AbortController();
  const { client, records } = setUp({ onIdentity: () => stop.abort(new Error("another node")) });
  answer(({ id }) => ({ jsonrpc: "2.0", id, result: { height: "1" } }), "/ext/bc/P", { "node-id": "NodeID-B" });
  await expect(client.call({ signal: stop.signal }, "platform.getHeight", {})).rejects.toThrow("another node");
  expect(records).toEqual([]);
});

test("a closed client ends what is under way", async () => {
  const { client } = setUp();
  nock(url).post("/ext/bc/P").delay(500).reply(200, "");
  const call = height(client);
  await client.close();
  await expect(call).rejects.toThrow("closed");
});
