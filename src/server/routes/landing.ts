/** `/`: the landing page, with the status of the nodes and of their collectors. `/status.json`: the same as JSON. */
import { createHash } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import { paths } from "../../config/paths.ts";
import type { Exporter } from "../../exporter/exporter.ts";
import { readAll } from "../../exporter/target.ts";
import { render, script, style } from "../landing/render.ts";
import { readView } from "../landing/view.ts";
import { createCache, sendShared } from "../shared-text.ts";

export type LandingOptions = { readonly exporter: Exporter; readonly telemetryPath: string };

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const headers = {
  "content-security-policy": [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(script)}`,
    "connect-src 'self'", // the script reloads the page
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

export const landingRoutes: FastifyPluginAsync<LandingOptions> = async (app, { exporter, telemetryPath }) => {
  const page = createCache(() => render(readView(exporter, telemetryPath)), maxAgeMs);
  app.get(paths.statusPage, (request, reply) =>
    sendShared(request, reply.headers(headers).type("text/html; charset=utf-8"), page()),
  );
  const renderStatus = () => `${JSON.stringify({ nodes: readAll(exporter.targets()) }, null, 1)}\n`;
  const text = createCache(renderStatus, maxAgeMs);
  app.get(paths.status, (request, reply) => sendShared(request, reply.type("application/json; charset=utf-8"), text()));
};
