/** `/status.json`: the state of each node, its chains and the watched entities. */

import type { FastifyPluginAsync } from "fastify";
import { paths } from "../../config/paths.ts";
import type { Exporter } from "../../exporter/exporter.ts";
import { readStatus } from "../../exporter/read-status.ts";

export type StatusOptions = { readonly exporter: Exporter };

export const statusRoutes: FastifyPluginAsync<StatusOptions> = async (app, { exporter }) => {
  app.get(paths.status, (_request, reply) => {
    const nodes = exporter.targets().map(readStatus);
    return reply.type("application/json; charset=utf-8").send(`${JSON.stringify({ nodes }, null, 1)}\n`);
  });
};
