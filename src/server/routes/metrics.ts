/** `/metrics` and `/probe`. No request waits for a node. The first scrape of a second, or after a change, joins the texts. */
import type { FastifyPluginAsync } from "fastify";
import { paths } from "../../config/paths.ts";
import type { Exporter } from "../../exporter/exporter.ts";
import type { Target } from "../../exporter/target.ts";
import { sendText } from "../reply.ts";
import { createJoiner, sendShared } from "../shared-text.ts";

export type MetricsOptions = { readonly exporter: Exporter; readonly telemetryPath: string };

const contentType = "text/plain; version=0.0.4; charset=utf-8";
const partsOf = async ({ page, metrics }: Target) => [page.text(), await metrics.text()];

export const metricsRoutes: FastifyPluginAsync<MetricsOptions> = async (app, { exporter, telemetryPath }) => {
  const joinAll = createJoiner();
  app.get(telemetryPath, async (request, reply) => {
    const target = exporter.target("");
    const parts = target ? await partsOf(target) : [];
    return sendShared(request, reply.type(contentType), joinAll([...parts, await exporter.process.text()]));
  });

  const joiners = new WeakMap<Target, ReturnType<typeof createJoiner>>();
  app.get(paths.probe, async (request, reply) => {
    const { target: name } = request.query as { readonly target?: unknown };
    if (typeof name !== "string" || name === "")
      return sendText(reply, 400, "missing parameter target: use /probe?target=NAME with a name listed by /sd");
    const target = exporter.target(name);
    if (!target) return sendText(reply, 404, "unknown target: /sd lists the configured nodes");
    const join = joiners.get(target) ?? createJoiner();
    joiners.set(target, join);
    return sendShared(request, reply.type(contentType), join(await partsOf(target)));
  });
};
