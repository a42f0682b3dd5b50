/** `/-/healthy`, `/-/ready` and `/-/reload`. */
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { paths } from "../../config/paths.ts";
import type { Exporter } from "../../exporter/exporter.ts";
import { sendText } from "../responses.ts";

export type LifecycleOptions = {
  readonly exporter: Exporter;
  /** Reloads the configuration and resolves to its errors. Returns undefined if reloading by HTTP is disabled. */
  readonly reload: () => Promise<readonly string[]> | undefined;
};

export const probePaths: readonly string[] = [paths.healthy, paths.ready];

/** The exporter is ready after this time even if no node responds: an unreachable node must not block a rollout. */
const readinessGraceMs = 5000;

/** Browsers send one of the two headers with each POST of a web page. The Host header proves nothing: any name can resolve
 *  to this address. */
const isFromWebPage = ({ origin, "sec-fetch-site": site = "none" }: FastifyRequest["headers"]) =>
  origin !== undefined || site !== "none";

export const lifecycleRoutes: FastifyPluginAsync<LifecycleOptions> = async (app, { exporter, reload }) => {
  const startedAt = performance.now();
  const isReady = () => exporter.ready() || performance.now() - startedAt >= readinessGraceMs;

  app.get(paths.healthy, (_request, reply) => sendText(reply, 200, "healthy"));
  app.get(paths.ready, (_request, reply) =>
    isReady() ? sendText(reply, 200, "ready") : sendText(reply, 503, "not ready: first collection in progress"),
  );
  app.post(paths.reload, async ({ headers }, reply) => {
    if (isFromWebPage(headers))
      return sendText(reply, 403, "requests from web pages are not allowed: send the request without an Origin header");
    const errors = await reload();
    if (!errors)
      return sendText(reply, 403, "the lifecycle API is disabled: start with --web.enable-lifecycle, or send SIGHUP");
    return errors.length === 0 ? sendText(reply, 200, "reloaded") : sendText(reply, 400, errors.join("\n"));
  });
};
