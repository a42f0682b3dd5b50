/** `/`: the landing page. */
import type { FastifyPluginCallback } from "fastify";
import type { Exporter } from "../../exporter/exporter.ts";
import { acceptsGzip } from "../accept-encoding.ts";

export type LandingOptions = { readonly exporter: Exporter; readonly telemetryPath: string };

export const landingRoutes: FastifyPluginCallback<LandingOptions> = (app, options, done) => {
  /** Loads the page's modules with its first request: most exporters never get one. */
  async function open() {
    const { createLandingPage, pageHeaders } = await import("../landing-page.ts");
    return { page: createLandingPage(options), headers: pageHeaders };
  }
  let landing: Awaited<ReturnType<typeof open>> | undefined;

  app.get("/", async (request, reply) => {
    landing ??= await open(); // a failure is not kept: the next request tries again
    const isPacked = acceptsGzip(request.headers["accept-encoding"]);
    if (isPacked) reply.header("content-encoding", "gzip");
    const body = await landing.page(isPacked);
    return reply.headers(landing.headers).type("text/html; charset=utf-8").send(body);
  });
  done();
};
