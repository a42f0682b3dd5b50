/** Raw HTTP to a node, and calls of its methods. */
import assert from "node:assert/strict";
import { Agent, request } from "undici";
import * as z from "zod";
import { parseJson } from "../../src/lib/text.ts";
import { methodOf, pathOf, type RpcMethodName } from "../../src/node-api/contract.ts";
import { requestOf } from "../../src/node-api/evm.ts";
import { CannotShow } from "./cannot-show.ts";

/** A parsed JSON value of any type. */
export type Json = ReturnType<typeof JSON.parse>;

type Request = {
  readonly method?: string;
  readonly path?: string;
  /** Replace the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
};

export const json = { "content-type": "application/json" };
const noApi = (flag: string) => `the node runs without ${flag}`;
const onC = "/ext/bc/C/";

export function createHttp(url: string) {
  const agent = new Agent({ connections: 1 });
  return {
    async http({ method = "POST", path = "/ext/bc/P", headers = json, body }: Request): Promise<Reply> {
      const answer = await request(url + path, { dispatcher: agent, method, headers, body: body ?? null });
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    },
    close: () => agent.destroy(),
  };
}

export function createCalls(http: ReturnType<typeof createHttp>["http"]) {
  const answered = new Set<RpcMethodName>();
  /** Any body, to any path. Text goes as it is. */
  const post = (body: unknown, path = "/ext/bc/P") =>
    http({ path, body: typeof body === "string" ? body : JSON.stringify(body) });

  async function ask(name: RpcMethodName, params: unknown, selector?: string): Promise<Json> {
    const { endpoint } = methodOf(name);
    const path = pathOf(methodOf(name), selector);
    const { status, text } = await post({ jsonrpc: "2.0", id: 1, ...requestOf(name, params) }, path);
    if (status === 404 && endpoint.flag) throw new CannotShow(noApi(endpoint.flag));
    if (status === 404 && path.startsWith(onC)) throw new CannotShow("the node runs without a C-Chain");
    assert.equal(status, 200, `${name} at ${path}: ${text}`);
    return parseJson(text);
  }

  return {
    post,
    /** The result or the error's message, whichever there is. */
    async attempt(
      name: RpcMethodName,
      params?: unknown,
      selector?: string,
    ): Promise<{ result?: Json; message?: string }> {
      const { result, error } = await ask(name, params, selector);
      return { result, message: error?.message };
    },
    /** The methods that gave a result. */
    answered: answered as ReadonlySet<RpcMethodName>,
    /** The result as it came, in the shape that the contract wants. */
    async call(name: RpcMethodName, params: unknown = {}, selector?: string): Promise<Json> {
      const { result, error } = await ask(name, params, selector);
      if (error) assert.fail(`${name}: expected a result, got the error: ${error.message}`);
      const shape = methodOf(name).result.safeParse(result);
      if (!shape.success) assert.fail(`${name}: not in the contract's shape: ${z.prettifyError(shape.error)}`);
      answered.add(name);
      return result;
    },
    /** Returns the error message of a call that must fail. */
    async refusal(name: RpcMethodName, params: unknown = {}, selector?: string): Promise<string> {
      const { result, error } = await ask(name, params, selector);
      assert.equal(
        result,
        undefined,
        `${name}: expected an error, got the result ${JSON.stringify(result)?.slice(0, 200)}`,
      );
      const { message, ...rest } = error;
      assert.deepEqual(rest, { code: -32000, data: null });
      return message;
    },
  };
}
export type Calls = ReturnType<typeof createCalls>;
