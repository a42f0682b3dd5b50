/** The usual way: the client library with the same series, rendered for each scrape and compressed on request. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Gauge, Registry } from "@prometheus-io/client";
import { request } from "undici";
import { parseExposition } from "../support/exposition.ts";
import { optionsOfChild, reportReady } from "./child.ts";
import type { ReferenceOptions } from "./reference-process.ts";

const { url } = optionsOfChild<ReferenceOptions>();
const { body } = await request(url, { headers: { "accept-encoding": "identity" } });
const registry = new Registry();
for (const [family, { samples }] of parseExposition(await buffer(body))) {
  const labelNames = [...new Set(samples.flatMap(({ labels }) => Object.keys(labels)))];
  const gauge = new Gauge({ name: family, help: family, labelNames, registers: [registry] });
  for (const { labels, value } of samples) gauge.set(labels, Number(value));
}
const compress = promisify(gzip);
const server = createServer(async ({ headers }, response) => {
  const text = Buffer.from(await registry.metrics());
  const isPacked = headers["accept-encoding"] === "gzip";
  const page = isPacked ? await compress(text) : text;
  response.writeHead(200, {
    "content-type": registry.contentType,
    "content-length": page.length,
    ...(isPacked && { "content-encoding": "gzip" }),
  });
  response.end(page);
}).listen(0, "127.0.0.1");
await once(server, "listening");
reportReady({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics` });
