/** Request pipeline of the node's HTTP server, with its checks in their order. */
import { isIP } from "node:net";
import { replyOfEvm } from "./evm-rpc.ts";
import { plain } from "./faults.ts";
import { callHandler } from "./handlers/registry.ts";
import type { Context } from "./handlers/types.ts";
import { toJson } from "./json.ts";
import { nodeErrors } from "./node-errors.ts";
import type { Route } from "./route.ts";
import { goName } from "./routes.ts";
import { type Envelope, parseRequest, reply } from "./rpc.ts";

export type Incoming = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly host: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string;
};
/** The reply; `method` and `selector` if they are known. */
export type Outcome = {
  readonly reply: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | Envelope;
  };
  readonly method?: string;
  readonly selector?: string | undefined;
};
type Site = {
  readonly allowedHosts: readonly string[];
  readonly context: Context;
};

const json = { "content-type": "application/json; charset=utf-8" };

function isAllowed(host: string, allowed: readonly string[]): boolean {
  const name = host.replace(/:\d+$/, "").toLowerCase();
  if (name === "" || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0) return true;
  return allowed.some((each) => each === "*" || each.toLowerCase() === name);
}

/** Decodes percent-encoding, if it is valid. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function healthReport(method: NonNullable<Route["report"]>, context: Context): Outcome {
  const report = callHandler(context, method, {}, undefined) as { readonly healthy: boolean };
  const headers = { "content-type": "application/json" };
  return { reply: { status: report.healthy ? 200 : 503, headers, body: toJson(report) }, method };
}

function call({ body }: Incoming, { selector, methods, isEvm }: Route, context: Context): Outcome {
  if (isEvm) {
    const isServed = (name: string) => methods.has(goName(name));
    const { envelope, name } = replyOfEvm(body, isServed, (name, params) =>
      callHandler(context, name, params, selector),
    );
    const headers = { "content-type": "application/json" };
    return { reply: { status: 200, headers, body: envelope }, ...(name !== undefined && { method: name }), selector };
  }
  const request = parseRequest(body);
  if ("rejected" in request) return { reply: { status: 200, headers: json, body: request.rejected }, selector };
  const answer = reply(request, methods, (name, params) => callHandler(context, name, params, selector));
  const sent = answer ? { status: 200, headers: json, body: answer } : { status: 200, headers: {}, body: "" };
  return { reply: sent, method: request.method, selector };
}

export function respond(incoming: Incoming, { allowedHosts, context }: Site): Outcome {
  const { method, path, host, contentType } = incoming;
  const { node, now } = context;
  const refuse = (status: number, text: string): Outcome => ({ reply: plain(status, text) });
  if (!isAllowed(host ?? "", allowedHosts)) return refuse(403, nodeErrors.invalidHost);
  const route = node.router.find(decoded(path));
  const status = route?.chain ? node.status(route.chain, now) : "ready";
  if (!route || status === "absent") return refuse(404, nodeErrors.notFound);
  if (route.waits && status === "bootstrapping") return refuse(503, nodeErrors.bootstrapping);
  if (route.report && (method === "GET" || route.methods.size === 0)) return healthReport(route.report, context);
  if (method !== "POST") return refuse(405, `rpc: POST method required, received ${method}`);
  const type = contentType?.split(";")[0] ?? "";
  if (type.toLowerCase() !== "application/json") return refuse(415, `rpc: unrecognized Content-Type: ${type}`);
  return call(incoming, route, context);
}
