/** Who may ask, and the headers that every answer has: what the web configuration says. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Web } from "../web/web.ts";

/** `unguarded` are the paths that ask for no password. */
export function guard(app: FastifyInstance, web: Web, unguarded: readonly string[]) {
  web.attach(app.server);
  app.addHook("onRequest", async ({ url, headers }, reply) => {
    for (const [name, value] of Object.entries(web.headers())) reply.raw.setHeader(name, value);
    if (unguarded.includes(url.split("?")[0] ?? "")) return;
    return refusal(await web.authorize(headers.authorization), reply);
  });
}

function refusal(access: Awaited<ReturnType<Web["authorize"]>>, reply: FastifyReply) {
  switch (access) {
    case "open":
    case "known":
      return undefined;
    case "unknown":
      return reply
        .code(401)
        .header("www-authenticate", 'Basic realm="avalanche-exporter", charset="UTF-8"')
        .send("a user of the web configuration and the password are needed\n");
    case "busy":
      return reply.code(503).header("retry-after", "1").send("too many passwords to check at once: try again\n");
  }
}
