/** Of undici what calls one server. Beside it the package's own entry loads fetch, WebSocket, caches and mocks, which takes
 *  25 ms and 5 MB more, at every start and at every health check. The paths are not documented: the version is pinned. */
import type { Dispatcher } from "undici";
import apiRequest from "undici/lib/api/api-request.js";
import buildConnector from "undici/lib/core/connect.js";
import errors from "undici/lib/core/errors.js";
import Agent from "undici/lib/dispatcher/agent.js";

export { Agent, buildConnector, errors };

type Options = Omit<Dispatcher.RequestOptions, "origin" | "path"> & { readonly dispatcher: Dispatcher };

/** As undici's own `request`. */
export function request(url: string, { dispatcher, ...options }: Options): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(url);
  return apiRequest.call(dispatcher, { ...options, origin, path: pathname + search });
}
