/** The server of an exporter with a web configuration. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { Agent, request } from "undici";
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import { openWeb } from "../../src/app/server/web-config.ts";
import { createAuthority } from "./certificates.ts";
import { onlyCollectors, startExporter, startServer } from "./exporter.ts";
import { temporaryFolder } from "./folder.ts";

export async function startLocked(config: object) {
  const folder = await temporaryFolder();
  if ("tls_server_config" in config) createAuthority(folder).server("server");
  const file = join(folder, "web.yml");
  await writeFile(file, stringify(config));
  const opened = await openWeb(file, pino({ level: "silent" }));
  if (!opened.ok) throw new Error(opened.errors.join("\n"));
  const { web } = opened;
  const { exporter } = await startExporter({
    nodes: { one: { url: "http://127.0.0.1:1" } },
    collectors: onlyCollectors(),
  });
  const reload = async () => [];
  const { url, port } = await startServer(exporter, { web, reload });
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  onTestFinished(async () => {
    web.close();
    await dispatcher.close();
  });
  const ask = async (path: string, headers: Record<string, string> = {}, method: "GET" | "POST" = "GET") => {
    const { statusCode, headers: received, body } = await request(url + path, { dispatcher, headers, method });
    return { status: statusCode, headers: received, text: await body.text() };
  };
  return { url, port, ask };
}
export const tls = { tls_server_config: { cert_file: "server.pem", key_file: "server.key" } };
