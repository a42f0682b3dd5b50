/** Rules of all services: HTTP, JSON-RPC, forms of values, permitted callers. */
import assert from "node:assert/strict";
import { parseJson } from "../../../src/lib/text.ts";
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import { type Json, json, type Reply } from "../calls.ts";
import { CannotShow } from "../cannot-show.ts";
import { rule } from "../rule.ts";
import { assertDecimal, badArgument } from "../values.ts";

const request = { jsonrpc: "2.0", id: 1, method: "platform.getHeight", params: {} };
const paths = ["/ext/bc/P", "/ext/bc/X", "/ext/bc/X/wallet", "/ext/info"];
const paramless = ["platform.getHeight", "platform.getTimestamp", "platform.getFeeState", "platform.getFeeConfig"];

function resultOf({ status, text }: Reply): Json {
  assert.equal(status, 200, text);
  const { result, error } = parseJson(text) as Json;
  assert.equal(error, undefined);
  return result;
}
function messageOf({ status, text }: Reply): string {
  assert.equal(status, 200, text);
  return (parseJson(text) as Json).error.message;
}
function assertPlain({ status, headers, text }: Reply, expected: readonly [number, string]) {
  assert.deepEqual([status, text], expected);
  assert.equal(headers["content-type"], "text/plain; charset=utf-8");
}

const transport = [
  rule("a call is an HTTP POST: any other method is rejected with 405", async ({ http }) => {
    for (const path of paths) {
      for (const method of ["GET", "PUT", "DELETE"]) {
        assertPlain(await http({ method, path }), [405, `rpc: POST method required, received ${method}`]);
      }
    }
  }),
  rule("the content type must be JSON: a missing or different one is rejected with 415", async ({ http }) => {
    const body = JSON.stringify(request);
    assertPlain(await http({ body, headers: {} }), [415, "rpc: unrecognized Content-Type: "]);
    const headers = { "content-type": "text/plain" };
    assertPlain(await http({ body, headers }), [415, "rpc: unrecognized Content-Type: text/plain"]);
  }),
  rule("parameters of the content type and its case are ignored", async ({ http }) => {
    for (const type of ["application/json; charset=utf-8", "application/json;", "Application/JSON"]) {
      resultOf(await http({ body: JSON.stringify(request), headers: { "content-type": type } }));
    }
  }),
  rule("an unknown path is 404, and so is a path with a trailing slash", async ({ post }) => {
    for (const path of ["/", "/ext", "/ext/bc", "/ext/bc/nope", "/ext/bc/P/", "/ext/nope"]) {
      assertPlain(await post(request, path), [404, "404 page not found\n"]);
    }
  }),
  rule("every response, including errors, has the node ID in the header node-id", async ({ http, post, call }) => {
    const { nodeID } = await call("info.getNodeID");
    for (const reply of [
      await post(request),
      await post("{"),
      await post(request, "/nope"),
      await http({ method: "GET" }),
    ]) {
      assert.equal(reply.headers["node-id"], nodeID);
    }
  }),
  rule(
    "a host name that is not allowed is rejected with 403; an IP address or no host is always allowed",
    async ({ http }) => {
      const body = JSON.stringify(request);
      const as = (host: string) => http({ body, headers: { ...json, host } });
      const stranger = await as("stranger.example");
      if (stranger.status === 200) throw new CannotShow("the node allows every host");
      assertPlain(stranger, [403, "invalid host specified\n"]);
      for (const host of ["127.0.0.1", "127.0.0.1:9650", "10.1.2.3:80", "[::1]:9650"]) resultOf(await as(host));
    },
  ),
];

const requests = [
  rule(
    "a request is jsonrpc, id, method and params; the response is jsonrpc, result and the same id",
    async ({ post }) => {
      const { status, headers, text } = await post(request);
      const { result, ...rest } = JSON.parse(text);
      assert.deepEqual(
        { status, type: headers["content-type"], members: Object.keys(JSON.parse(text)), rest },
        {
          status: 200,
          type: "application/json; charset=utf-8",
          members: ["jsonrpc", "result", "id"],
          rest: { jsonrpc: "2.0", id: 1 },
        },
      );
      assert.deepEqual(Object.keys(result), ["height"]);
      assert.ok(text.endsWith("}\n"));
    },
  ),
  rule("the id is returned unchanged, whether it is a number or text", async ({ post }) => {
    for (const id of ["7", '"seven"', '""', "0", "-1", "9007199254740993"]) {
      const { text } = await post(`{"jsonrpc":"2.0","id":${id},"method":"platform.getHeight"}`);
      assert.ok(text.endsWith(`,"id":${id}}\n`), `expected the id ${id}, got ${text}`);
    }
  }),
  rule("without an id, or with null, the response is 200 with an empty body", async ({ post }) => {
    const { id: _, ...notification } = request;
    for (const body of [notification, { ...request, id: null }, { ...notification, method: "platform.getFoo" }]) {
      const { status, headers, text } = await post(body);
      assert.deepEqual([status, headers["content-type"], text], [200, undefined, ""]);
    }
  }),
  rule(
    "a method without parameters takes {}, null, a list with or without one object, or nothing",
    async ({ post }) => {
      for (const method of paramless) {
        for (const params of [{}, null, [], [{}], undefined]) resultOf(await post({ ...request, method, params }));
      }
    },
  ),
  rule("parameters may be a list with the object in it", async ({ post, call }) => {
    const { block } = await call("platform.getBlockByHeight", { height: "0" });
    const params = [{ height: "0" }];
    assert.equal(resultOf(await post({ ...request, method: "platform.getBlockByHeight", params })).block, block);
  }),
  rule("unknown parameters are ignored", async ({ call }) => {
    await call("platform.getHeight", { foo: 1 });
    await call("platform.getMinStake", { foo: { bar: [] } });
    await call("avm.getHeight", { height: "x" });
  }),
  rule("a parameter that is null counts as omitted", async ({ call }) => {
    const omitted = await call("platform.getMinStake");
    assert.deepEqual(await call("platform.getMinStake", { subnetID: null }), omitted);
    const { block } = await call("platform.getBlockByHeight", { height: 0 });
    assert.equal((await call("platform.getBlockByHeight", { height: "0", encoding: null })).block, block);
  }),
  rule("an empty string is no ID: it does not count as omitted", async ({ refusal }) => {
    assert.equal(await refusal("platform.getCurrentSupply", { subnetID: "" }), badArgument);
    assert.equal(await refusal("platform.validates", { subnetID: "" }), badArgument);
  }),
  rule("an integer may be sent as a number or as a decimal string", async ({ call }) => {
    for (const method of ["platform.getBlockByHeight", "avm.getBlockByHeight"] as const) {
      assert.deepEqual(await call(method, { height: 0 }), await call(method, { height: "0" }));
    }
    const { validators } = await call("platform.sampleValidators", { size: "1" });
    assert.equal(validators.length, 1);
  }),
  rule("of a duplicate member the last one counts", async ({ post }) => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"platform.getFoo","method":"platform.getHeight"}';
    assertDecimal(resultOf(await post(body)).height);
  }),
];

const failures = [
  rule("an error comes with HTTP 200, code -32000 and data null, and without a result", async ({ post }) => {
    const { status, headers, text } = await post({ ...request, method: "platform.getSubnet" });
    assert.deepEqual([status, headers["content-type"]], [200, "application/json; charset=utf-8"]);
    const message = "the primary network isn't a subnet";
    assert.equal(text, `{"jsonrpc":"2.0","error":{"code":-32000,"message":"${message}","data":null},"id":1}\n`);
  }),
  rule("the error for an unknown method names it, with its first letter in upper case", async ({ post }) => {
    const message = async (method: string, path?: string) => messageOf(await post({ ...request, method }, path));
    assert.equal(await message("platform.getFoo"), 'rpc: can\'t find method "platform.GetFoo"');
    assert.equal(await message("avm.getFoo", "/ext/bc/X"), 'rpc: can\'t find method "avm.GetFoo"');
    assert.equal(
      await message("platform.getPendingValidators"),
      'rpc: can\'t find method "platform.GetPendingValidators"',
    );
  }),
  rule("a service is available only on its own path", async ({ post }) => {
    const message = async (method: string, path: string) => messageOf(await post({ ...request, method }, path));
    assert.equal(await message("avm.getHeight", "/ext/bc/P"), 'rpc: can\'t find service "avm.GetHeight"');
    assert.equal(await message("platform.getHeight", "/ext/bc/X"), 'rpc: can\'t find service "platform.GetHeight"');
    assert.equal(await message("avm.getHeight", "/ext/bc/X/wallet"), 'rpc: can\'t find service "avm.GetHeight"');
    assert.equal(await message("wallet.issueTx", "/ext/bc/X"), 'rpc: can\'t find service "wallet.IssueTx"');
  }),
  rule("a method's name is a service, a dot and a name that does not begin upper-case", async ({ post }) => {
    const message = async (method: string) => messageOf(await post({ ...request, method }));
    assert.equal(await message("platform.GetHeight"), "method must start with a non-uppercase letter");
    for (const method of ["getHeight", "", "platform.", "platform.a.b"]) {
      assert.match(await message(method), /^rpc: service\/method request ill-formed: "|^rpc: can't find method "/);
    }
    assert.equal(await message("getHeight"), 'rpc: service/method request ill-formed: "getHeight"');
    assert.equal(await message(""), 'rpc: service/method request ill-formed: ""');
  }),
  rule("jsonrpc must be 2.0: otherwise the code is -32600 and data is the request", async ({ post }) => {
    for (const jsonrpc of ["1.0", "", undefined]) {
      const { text } = await post({ ...request, jsonrpc });
      const data = { jsonrpc: jsonrpc ?? "", method: request.method, params: {}, id: 1 };
      const error = { code: -32600, message: "jsonrpc must be 2.0", data };
      assert.deepEqual(JSON.parse(text), { jsonrpc: "2.0", error, id: 1 });
    }
  }),
  rule(
    "a body that is not one JSON object gives -32700 with the id null: batches are not supported",
    async ({ post }) => {
      for (const body of ["", "{", "hello", '"text"', "5", JSON.stringify([request, request])]) {
        const { status, text } = await post(body);
        const { error, id } = JSON.parse(text);
        assert.deepEqual([status, error.code, id], [200, -32700, null]);
      }
    },
  ),
];

const access = [
  rule("no credentials are required, and credentials that are sent are ignored", async ({ http, call }) => {
    await call("platform.getHeight");
    const headers = { ...json, authorization: "Bearer nonsense", cookie: "a=b" };
    assertDecimal(resultOf(await http({ body: JSON.stringify(request), headers })).height);
  }),
  rule("a chain is also available at /ext/bc/ with its ID or another alias", async ({ post, network }) => {
    const { chains } = await network();
    for (const path of [`/ext/bc/${chains.P}`, "/ext/bc/platform", "/ext/P", "/ext/platform"]) {
      assertDecimal(resultOf(await post(request, path)).height);
    }
    for (const path of [`/ext/bc/${chains.X}`, "/ext/bc/avm", "/ext/X", "/ext/avm"]) {
      assertDecimal(resultOf(await post({ ...request, method: "avm.getHeight" }, path)).height);
    }
  }),
  rule("the administration service is 404 on a node on which it is disabled", async ({ bare }) => {
    const body = JSON.stringify({ ...request, method: "admin.getLoggerLevel" });
    assertPlain(await bare()({ path: "/ext/admin", body }), [404, "404 page not found\n"]);
  }),
  rule("the index service is 404 on a node on which it is disabled", async ({ bare }) => {
    const body = JSON.stringify({ ...request, method: "index.getLastAccepted" });
    for (const index of ["P/block", "X/block", "C/block", "X/tx", "X/vtx"]) {
      assertPlain(await bare()({ path: `/ext/index/${index}`, body }), [404, "404 page not found\n"]);
    }
  }),
  rule("while the P-Chain bootstraps, its calls are rejected with 503", async ({ bootstrapping }) => {
    const refused = [503, "API call rejected because chain is not done bootstrapping\n"] as const;
    for (const path of ["/ext/bc/P", "/ext/P"]) {
      assertPlain(await bootstrapping()({ path, body: JSON.stringify(request) }), refused);
      assertPlain(await bootstrapping()({ path, method: "GET" }), refused);
    }
  }),
  rule("while the P-Chain bootstraps, the info API and the index are available", async ({ bootstrapping }) => {
    const ask = (path: string, method: string, params = {}) =>
      bootstrapping()({ path, body: JSON.stringify({ ...request, method, params }) });
    const { isBootstrapped } = resultOf(await ask("/ext/info", "info.isBootstrapped", { chain: "P" }));
    assert.equal(isBootstrapped, false);
    assert.ok("main" in resultOf(await ask("/ext/admin", "admin.getLoggerLevel")).loggerLevels);
    const accepted = resultOf(await ask("/ext/index/P/block", "index.isAccepted", { id: primaryNetwork }));
    assert.deepEqual(accepted, { isAccepted: false });
  }),
  rule("the API has no version; info.getNodeVersion returns that of the node", async ({ call }) => {
    assert.match((await call("info.getNodeVersion")).version, /^avalanche(go)?\/\d+\.\d+\.\d+$/);
  }),
];

export const commonRules = [...transport, ...requests, ...failures, ...access];
