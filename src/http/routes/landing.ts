/** `/`: the landing page, with the status of the nodes and of their collectors. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyPluginCallback } from "fastify";
import packageJson from "../../../package.json" with { type: "json" };
import type { Exporter } from "../../exporter/exporter.ts";
import type { Target } from "../../exporter/target.ts";
import { nodeBootstrapped, nodeInfo } from "../../metrics/node.ts";
import { render, script, style } from "../landing/render.ts";
import { type Facts, type NodeStatus, viewOf } from "../landing/view.ts";
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

/** undefined until `npm run docs -- --owner NAME` has set the owner. */
const repository = packageJson.repository.includes("/OWNER/") ? undefined : packageJson.repository;

function factsOf({ page }: Target): Facts {
  const [info] = page.samplesOf(nodeInfo);
  const fact = (name: string) => info?.labels?.[name];
  const bootstrapped = page.samplesOf(nodeBootstrapped).map(({ labels, value }) => [labels?.["chain"], value === 1]);
  return {
    nodeId: fact("node_id"),
    version: fact("version"),
    network: fact("network"),
    bootstrapped: Object.fromEntries(bootstrapped),
  };
}

const statusOf = (target: Target): NodeStatus => ({
  ...target.status(),
  name: target.name,
  states: target.collectorStates(),
  facts: factsOf(target),
});

function landingPage(exporter: Exporter, telemetryPath: string): string {
  const program = {
    ...exporter.build,
    nodeVersion: process.version,
    at: Date.now(),
    runningFor: process.uptime() * 1000,
    hasReloadFailed: exporter.process.hasReloadFailed(),
    telemetryPath,
    readme: repository,
  };
  return render(viewOf(program, exporter.targets().map(statusOf)));
}

/** Cache time of the page. */
const maxAgeMs = 500;
const gzipAsync = promisify(gzip);

export const landingRoutes: FastifyPluginCallback<LandingOptions> = (app, { exporter, telemetryPath }, done) => {
  async function createPage() {
    const plain = Buffer.from(landingPage(exporter, telemetryPath));
    return { plain, gzipped: await gzipAsync(plain, { level: 1 }) };
  }
  let page: ReturnType<typeof createPage> | undefined;
  let madeAt = 0;

  app.get("/", async (request, reply) => {
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
  done();
};
