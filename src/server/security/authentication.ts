/** Authentication and response headers, according to the web configuration. */
import type { FastifyInstance } from "fastify";
import type { WebSecurity } from "./security.ts";

/** Adds the headers to each response, and requires authentication for all paths except `publicPaths`. */
export function requireAuthentication(app: FastifyInstance, web: WebSecurity, publicPaths: readonly string[]) {
  web.attach(app.server);
  app.addHook("onRequest", async ({ url, headers, socket }, reply) => {
    reply.headers(web.headers());
    if (publicPaths.includes(url.split("?")[0] ?? "")) return undefined;
    const access = await web.authorize(headers.authorization, socket);
    if (access === "anonymous" || access === "authenticated") return undefined;
    if (access === "overloaded")
      return reply.code(503).header("retry-after", "1").send("too many pending authentication checks: try again\n");
    return reply
      .code(401)
      .header("www-authenticate", 'Basic realm="avalanche-exporter", charset="UTF-8"')
      .send("authentication required\n");
  });
}
