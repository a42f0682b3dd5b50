/** `/sd`: the nodes of the configuration, in the format of Prometheus's `http_sd_configs`. */
import type { FastifyPluginAsync } from "fastify";
import { paths } from "../../config/paths.ts";
import { isAuthority } from "../../config/values.ts";
import type { Exporter } from "../../exporter/exporter.ts";
import { sendText } from "../reply.ts";

export type DiscoveryOptions = {
  readonly exporter: Exporter;
  /** Returns the configured host and port at which Prometheus reaches the exporter, if there are any. */
  readonly externalAddress: () => string | undefined;
  readonly isTls: boolean;
};

export const discoveryRoutes: FastifyPluginAsync<DiscoveryOptions> = async (app, options) => {
  const { exporter, externalAddress, isTls } = options;
  app.get(paths.discovery, ({ headers }, reply) => {
    // the address at which the client has just reached the exporter
    const address = externalAddress() ?? headers.host ?? "";
    if (!isAuthority(address))
      return sendText(reply, 400, "missing or invalid Host header: send one, or set web.external_address");
    const named = exporter.targets().filter(({ name }) => name !== "");
    const groups = named.map(({ name }) => ({
      targets: [address],
      labels: {
        ...(isTls && { __scheme__: "https" }),
        __metrics_path__: paths.probe,
        __param_target: name,
        node: name,
      },
    }));
    return reply.type("application/json; charset=utf-8").send(`${JSON.stringify(groups, null, 1)}\n`);
  });
};
