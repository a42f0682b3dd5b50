/** The node that the rules are checked on: raw HTTP, calls, and what is to be found on its chains. */
import assert from "node:assert/strict";
import { Agent, request } from "undici";
import * as z from "zod";
import { methodOf, type Name, pathOf } from "../../src/contract/contract.ts";
import { parseJson } from "../../src/node/json.ts";
import { createLandmarks } from "./landmarks.ts";
import { CannotShow, needed } from "./rule.ts";

/** What JSON says, of any type. */
export type Json = ReturnType<typeof JSON.parse>;

/** Makes signed transactions that were not issued yet: 0x and hexadecimal digits, with a checksum. */
export type Signer = {
  readonly onP: () => Promise<string>;
  readonly onX: () => Promise<string>;
  /** Two of the P-Chain that spend the same. */
  readonly rivals: () => Promise<readonly [string, string]>;
};

/** Runs nodes of its own, of the same release. */
export type Operator = {
  /** One that stands alone, with these flags. Resolves once it is bootstrapped. */
  readonly start: (flags: readonly string[]) => Promise<Started>;
  /** What a node says with which such a node ends that does not start. */
  readonly refusal: (flags: readonly string[]) => Promise<string>;
  /** One that joins a network of five validators. */
  readonly network: () => Promise<Network>;
};
type Started = {
  readonly url: string;
  /** Has the P-Chain accept one more block. */
  readonly transfer: () => Promise<void>;
  readonly stop: () => Promise<void>;
};
type Network = {
  readonly transfer: () => Promise<void>;
  /** Resolves once it is bootstrapped. */
  readonly join: (flags: readonly string[]) => Promise<Pick<Started, "url" | "stop">>;
  readonly stop: () => Promise<void>;
};

export type NodeOptions = {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  readonly allowWrite?: boolean;
  /** Base URL of a second node, without administration and index. */
  readonly bareUrl?: string | undefined;
  /** Base URL of a third one, which waits for peers to bootstrap from. */
  readonly bootstrappingUrl?: string | undefined;
  readonly signer?: Signer;
  readonly operator?: Operator;
};

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

function createHttp(url: string) {
  const agent = new Agent({ connections: 1 });
  return {
    async http({ method = "POST", path = "/ext/bc/P", headers = json, body }: Request): Promise<Reply> {
      const answer = await request(url + path, { dispatcher: agent, method, headers, body: body ?? null });
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    },
    close: () => agent.destroy(),
  };
}

function createCalls(http: ReturnType<typeof createHttp>["http"]) {
  const answered = new Set<Name>();
  /** Any body, to any path. Text goes as it is. */
  const post = (body: unknown, path = "/ext/bc/P") =>
    http({ path, body: typeof body === "string" ? body : JSON.stringify(body) });

  async function ask(name: Name, params: unknown, at?: string): Promise<Json> {
    const { on } = methodOf(name);
    const path = pathOf(methodOf(name), at);
    const { status, text } = await post({ jsonrpc: "2.0", id: 1, method: name, params }, path);
    if (status === 404 && on.flag) throw new CannotShow(noApi(on.flag));
    assert.equal(status, 200, `${name} at ${path}: ${text}`);
    return parseJson(text);
  }

  return {
    post,
    /** The result or the error's message, whichever there is. */
    async attempt(name: Name, params?: unknown, at?: string): Promise<{ result?: Json; message?: string }> {
      const { result, error } = await ask(name, params, at);
      return { result, message: error?.message };
    },
    /** The methods that gave a result. */
    answered: answered as ReadonlySet<Name>,
    /** The result as it came, in the shape that the contract wants. */
    async call(name: Name, params: unknown = {}, at?: string): Promise<Json> {
      const { result, error } = await ask(name, params, at);
      if (error) assert.fail(`${name}: expected a result, got the error: ${error.message}`);
      const shape = methodOf(name).result.safeParse(result);
      if (!shape.success) assert.fail(`${name}: not in the contract's shape: ${z.prettifyError(shape.error)}`);
      answered.add(name);
      return result;
    },
    /** What the node says instead of a result. */
    async refusal(name: Name, params: unknown = {}, at?: string): Promise<string> {
      const { result, error } = await ask(name, params, at);
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

export function connect(options: NodeOptions) {
  const { http, close } = createHttp(options.url);
  const calls = createCalls(http);
  const [bare, bootstrapping] = [options.bareUrl, options.bootstrappingUrl].map((url) =>
    url === undefined ? undefined : createHttp(url),
  );
  return {
    http,
    ...calls,
    ...createLandmarks(calls),
    allowsWrites: options.allowWrite === true,
    /** HTTP to a node without administration and index. */
    bare: () => needed(bare, "no second node, without administration and index, is at hand").http,
    /** HTTP to a node that is not done bootstrapping. */
    bootstrapping: () => needed(bootstrapping, "no node that bootstraps is at hand").http,
    signer: () => needed(options.signer, "nothing at hand signs transactions"),
    operator: () =>
      needed(options.operator, "only a node that the suite itself starts can be started again with other flags"),
    async close() {
      await Promise.all([close(), bare?.close(), bootstrapping?.close()]);
    },
  };
}
export type Node = ReturnType<typeof connect>;
