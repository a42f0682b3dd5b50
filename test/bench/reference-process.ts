/** Lower bound for an exporter in Node.js: `node:http` that sends the same bytes from memory. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { request } from "undici";
import { optionsOfChild, reportReady } from "./child.ts";

type ReferenceOptions = { readonly url: string };
export type Reference = {
  readonly url: string;
  readonly series: number;
  /** Bytes. */
  readonly plain: number;
  readonly gzip: number;
};

/** The server's own. */
const added = ["date", "connection", "keep-alive"];

async function pageAt(url: string, encoding: string) {
  const { headers, body } = await request(url, { headers: { "accept-encoding": encoding } });
  const own = Object.entries(headers).filter(([name]) => !added.includes(name));
  return { headers: Object.fromEntries(own), body: await buffer(body) };
}

const { url } = optionsOfChild<ReferenceOptions>();
const [plain, gzip] = [await pageAt(url, "identity"), await pageAt(url, "gzip")];
const server = createServer({ keepAliveTimeout: 75_000 }, ({ headers }, response) => {
  const page = headers["accept-encoding"] === "gzip" ? gzip : plain;
  response.writeHead(200, page.headers);
  response.end(page.body);
}).listen(0, "127.0.0.1");
await once(server, "listening");
reportReady({
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`,
  series: plain.body.toString().match(/^[^#\n]/gm)?.length ?? 0,
  plain: plain.body.length,
  gzip: gzip.body.length,
} satisfies Reference);
