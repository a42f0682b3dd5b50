/** `/sd`: the nodes of the configuration, in the format of Prometheus's `http_sd_configs`. */
import type { FastifyPluginAsync } from "fastify";
import { paths } from "../../config/paths.ts";
import { isAuthority } from "../../config/values.ts";
import type { Exporter } from "../../exporter/exporter.ts";
import { sendText } from "../responses.ts";

export type DiscoveryOptions = {
  readonly exporter: Exporter;
  /** Returns the configured URL at which Prometheus reaches the exporter, if there is one. */
  readonly externalUrl: () => string | undefined;
};

export const discoveryRoutes: FastifyPluginAsync<DiscoveryOptions> = async (app, { exporter, externalUrl }) => {
  app.get(paths.discovery, ({ headers, protocol }, reply) => {
    // the address at which the client has just reached the exporter
    const url = externalUrl() ?? (isAuthority(headers.host ?? "") ? `${protocol}://${headers.host}` : "");
    if (url === "") return sendText(reply, 400, "missing or invalid Host header: send one, or set web.external_url");
    const [, scheme, address = "", prefix = ""] = /^(\w+):..([^/]+)(.*)/.exec(url) ?? [];
    const named = exporter.targets().filter(({ name }) => name !== "");
    const groups = named.map(({ name }) => ({
      targets: [address],
      labels: {
        ...(scheme === "https" && { __scheme__: scheme }),
        __metrics_path__: decodeURI(prefix) + paths.probe,
        __param_target: name,
        node: name,
      },
    }));
    return reply.type("application/json; charset=utf-8").send(`${JSON.stringify(groups, null, 1)}\n`);
  });
};
