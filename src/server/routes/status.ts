/** `/status.json`: the state of each node, its chains and the watched entities. */
import type { FastifyPluginAsync } from "fastify";
import type { Exporter } from "../../exporter/exporter.ts";
import { showUrl } from "../../lib/redaction.ts";
import { statusOf } from "../../model/status.ts";

export type StatusOptions = { readonly exporter: Exporter };

export const statusRoutes: FastifyPluginAsync<StatusOptions> = async (app, { exporter }) => {
  app.get("/status.json", (_request, reply) => {
    const nodes = exporter
      .targets()
      .map((target) =>
        statusOf({ name: target.name, url: showUrl(target.url), up: target.status().up }, target.model()),
      );
    return reply.type("application/json; charset=utf-8").send(`${JSON.stringify({ nodes }, null, 1)}\n`);
  });
};
