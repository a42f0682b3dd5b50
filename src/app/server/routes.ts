/** The paths of the server. No request waits for a node. Requests within a short time share a response. */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import { hasOwner, repositoryUrl } from "../../repository.ts";
import type { Exporter } from "../exporter.ts";
import { readAll } from "../exporter.ts";
import { isAuthority, paths } from "../server-address.ts";
import type { Target } from "../target.ts";
import { reloadSeconds, render, style } from "./page.ts";
import { createCache, sendShared, sendText } from "./responses.ts";

export type RouteOptions = {
  readonly exporter: Exporter;
  readonly telemetryPath: string;
  /** Returns the configured URL at which Prometheus reaches the exporter, if there is one. */
  readonly externalUrl: () => string | undefined;
  /** Reloads the configuration and resolves to its errors. Returns undefined if reloading by HTTP is disabled. */
  readonly reload: () => Promise<readonly string[]> | undefined;
};

export const routes: FastifyPluginAsync<RouteOptions> = async (app, options) => {
  addMetrics(app, options);
  addStatus(app, options);
  addDiscovery(app, options);
  addLifecycle(app, options);
};

const contentType = "text/plain; version=0.0.4; charset=utf-8";
/** Cache time in milliseconds. */
const maxMetricsAgeMs = 1000;

const textOf = async ({ exposition, metrics }: Target) => exposition.text() + (await metrics.text());

/** Adds `/metrics` and `/probe`. */
function addMetrics(app: FastifyInstance, { exporter, telemetryPath }: RouteOptions) {
  const all = createCache(async () => {
    const target = exporter.target("");
    return (target ? await textOf(target) : "") + (await exporter.process.text());
  }, maxMetricsAgeMs);
  app.get(telemetryPath, (request, reply) => sendShared(request, reply.type(contentType), all()));

  const probes = new WeakMap<Target, typeof all>();
  app.get(paths.probe, async (request, reply) => {
    const { target: name } = request.query as { readonly target?: unknown };
    if (typeof name !== "string" || name === "")
      return sendText(reply, 400, "missing parameter target: use /probe?target=NAME with a name listed by /sd");
    const target = exporter.target(name);
    if (!target) return sendText(reply, 404, "unknown target: /sd lists the configured nodes");
    const probe = probes.get(target) ?? createCache(() => textOf(target), maxMetricsAgeMs);
    probes.set(target, probe);
    return sendShared(request, reply.type(contentType), probe());
  });
}

const pageHeaders = {
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
const maxPageAgeMs = 500;

/** Adds `/`, the status page, and `/status.json`, the same as JSON. */
function addStatus(app: FastifyInstance, { exporter, telemetryPath }: RouteOptions) {
  const page = createCache(() => {
    const targets = exporter.targets();
    const reports = readAll(targets).map((status, i) => ({ status, collectors: targets[i]?.collectorStates() ?? [] }));
    const program = {
      ...exporter.build,
      at: Date.now(),
      hasReloadFailed: exporter.process.hasReloadFailed(),
      telemetryPath,
      repository: hasOwner ? repositoryUrl : undefined,
    };
    return render(program, reports);
  }, maxPageAgeMs);
  app.get(paths.statusPage, (request, reply) => {
    const { reload } = request.query as { readonly reload?: unknown };
    // without the URL, a page with the anchor of a node is not loaded again
    if (reload !== "off") reply.header("refresh", `${reloadSeconds}; url=./`);
    return sendShared(request, reply.headers(pageHeaders).type("text/html; charset=utf-8"), page());
  });
  const json = createCache(() => `${JSON.stringify({ nodes: readAll(exporter.targets()) }, null, 1)}\n`, maxPageAgeMs);
  app.get(paths.status, (request, reply) => sendShared(request, reply.type("application/json; charset=utf-8"), json()));
}

/** Adds `/sd`: the nodes of the configuration, in the format of Prometheus's `http_sd_configs`. */
function addDiscovery(app: FastifyInstance, { exporter, externalUrl }: RouteOptions) {
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
}

/** Paths that need no password. */
export const probePaths: readonly string[] = [paths.healthy, paths.ready];

/** The exporter is ready after this time even if no node responds: an unreachable node must not block a rollout. */
const readinessGraceMs = 5000;

/** Browsers send one of the two headers with each POST of a web page. The Host header proves nothing: any name can resolve
 *  to this address. */
const isFromWebPage = ({ origin, "sec-fetch-site": site = "none" }: FastifyRequest["headers"]) =>
  origin !== undefined || site !== "none";

/** Adds `/-/healthy`, `/-/ready` and `/-/reload`. */
function addLifecycle(app: FastifyInstance, { exporter, reload }: RouteOptions) {
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
}
