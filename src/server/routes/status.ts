/** `/status.json`: the state of each node, its chains and the watched entities. */
import type { FastifyPluginAsync } from "fastify";
import { paths } from "../../config/paths.ts";
import type { Exporter } from "../../exporter/exporter.ts";
import { readAll } from "../../exporter/read-status.ts";
import { createCache, sendShared } from "../shared-text.ts";

export type StatusOptions = { readonly exporter: Exporter };

/** Cache time in milliseconds: ages change without a new sample. */
const maxAgeMs = 500;

export const statusRoutes: FastifyPluginAsync<StatusOptions> = async (app, { exporter }) => {
  const render = () => `${JSON.stringify({ nodes: readAll(exporter.targets()) }, null, 1)}\n`;
  const text = createCache(render, maxAgeMs);
  app.get(paths.status, (request, reply) => sendShared(request, reply.type("application/json; charset=utf-8"), text()));
};
