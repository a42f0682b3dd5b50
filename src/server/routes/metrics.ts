/** `/metrics` and `/probe`. No request waits for a node. Scrapes within a second share a page. */
import type { FastifyPluginAsync } from "fastify";
import { paths } from "../../config/paths.ts";
import type { Exporter } from "../../exporter/exporter.ts";
import type { Target } from "../../exporter/target.ts";
import { sendText } from "../responses.ts";
import { createCache, sendShared } from "../shared-text.ts";

export type MetricsOptions = { readonly exporter: Exporter; readonly telemetryPath: string };

const contentType = "text/plain; version=0.0.4; charset=utf-8";
/** Cache time in milliseconds. */
const maxAgeMs = 1000;

const textOf = async ({ page, metrics }: Target) => page.text() + (await metrics.text());

export const metricsRoutes: FastifyPluginAsync<MetricsOptions> = async (app, { exporter, telemetryPath }) => {
  const all = createCache(async () => {
    const target = exporter.target("");
    return (target ? await textOf(target) : "") + (await exporter.process.text());
  }, maxAgeMs);
  app.get(telemetryPath, (request, reply) => sendShared(request, reply.type(contentType), all()));

  const probes = new WeakMap<Target, typeof all>();
  app.get(paths.probe, async (request, reply) => {
    const { target: name } = request.query as { readonly target?: unknown };
    if (typeof name !== "string" || name === "")
      return sendText(reply, 400, "missing parameter target: use /probe?target=NAME with a name listed by /sd");
    const target = exporter.target(name);
    if (!target) return sendText(reply, 404, "unknown target: /sd lists the configured nodes");
    const probe = probes.get(target) ?? createCache(() => textOf(target), maxAgeMs);
    probes.set(target, probe);
    return sendShared(request, reply.type(contentType), probe());
  });
};
