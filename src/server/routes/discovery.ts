/** `/sd`: the nodes of the configuration, in the format of Prometheus's `http_sd_configs`. */
import type { FastifyPluginAsync } from "fastify";
import type { Exporter } from "../../exporter/exporter.ts";

export type DiscoveryOptions = {
  readonly exporter: Exporter;
  /** Returns the host and port at which Prometheus reaches the exporter. */
  readonly externalAddress: () => string;
  readonly isTls: boolean;
};

export const discoveryRoutes: FastifyPluginAsync<DiscoveryOptions> = async (app, options) => {
  const { exporter, externalAddress, isTls } = options;
  app.get("/sd", (_request, reply) => {
    const named = exporter.targets().filter(({ name }) => name !== "");
    const groups = named.map(({ name }) => ({
      targets: [externalAddress()],
      labels: { ...(isTls && { __scheme__: "https" }), __metrics_path__: "/probe", __param_target: name, node: name },
    }));
    return reply.type("application/json; charset=utf-8").send(`${JSON.stringify(groups, null, 1)}\n`);
  });
};
