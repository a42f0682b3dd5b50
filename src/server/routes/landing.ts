/** `/`: the status page. `/status.json`: the same as JSON. */
import { createHash } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import { paths } from "../../config/paths.ts";
import { readAll } from "../../exporter/target.ts";
import { readProgram, reloadSeconds, render, style } from "../landing/render.ts";
import { createCache, sendShared } from "../shared-text.ts";
import type { MetricsOptions } from "./metrics.ts";

const headers = {
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "img-src data:", // the icon
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
};

/** Cache time in milliseconds: ages change without a new sample. */
const maxAgeMs = 500;

export const landingRoutes: FastifyPluginAsync<MetricsOptions> = async (app, { exporter, telemetryPath }) => {
  const page = createCache(() => {
    const targets = exporter.targets();
    const reports = readAll(targets).map((status, i) => ({ status, collectors: targets[i]?.collectorStates() ?? [] }));
    return render(readProgram(exporter, telemetryPath), reports);
  }, maxAgeMs);
  app.get(paths.statusPage, (request, reply) => {
    const { reload } = request.query as { readonly reload?: unknown };
    // without the URL, a page with the anchor of a node is not loaded again
    if (reload !== "off") reply.header("refresh", `${reloadSeconds}; url=./`);
    return sendShared(request, reply.headers(headers).type("text/html; charset=utf-8"), page());
  });
  const json = createCache(() => `${JSON.stringify({ nodes: readAll(exporter.targets()) }, null, 1)}\n`, maxAgeMs);
  app.get(paths.status, (request, reply) => sendShared(request, reply.type("application/json; charset=utf-8"), json()));
};
