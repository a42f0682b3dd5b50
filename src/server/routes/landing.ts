/** `/`: the landing page, with the status of the nodes and of their collectors. */

import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyPluginAsync } from "fastify";
import { paths } from "../../config/paths.ts";
import type { Exporter } from "../../exporter/exporter.ts";
import { render, script, style } from "../landing/render.ts";
import { readView } from "../landing/view.ts";
import { acceptsGzip } from "../reply.ts";

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
  vary: "Accept-Encoding",
};

/** Cache time of the page. */
const maxAgeMs = 500;
const gzipAsync = promisify(gzip);

export const landingRoutes: FastifyPluginAsync<LandingOptions> = async (app, { exporter, telemetryPath }) => {
  async function createPage() {
    const plain = Buffer.from(render(readView(exporter, telemetryPath)));
    return { plain, gzipped: await gzipAsync(plain, { level: 1 }) };
  }
  let page: ReturnType<typeof createPage> | undefined;
  let madeAt = 0;

  app.get(paths.statusPage, async (request, reply) => {
    const now = performance.now();
    if (!page || now - madeAt >= maxAgeMs) {
      page = createPage();
      madeAt = now;
    }
    const { plain, gzipped } = await page;
    const isGzipped = acceptsGzip(request.headers["accept-encoding"]);
    if (isGzipped) reply.header("content-encoding", "gzip");
    return reply
      .headers(headers)
      .type("text/html; charset=utf-8")
      .send(isGzipped ? gzipped : plain);
  });
};
