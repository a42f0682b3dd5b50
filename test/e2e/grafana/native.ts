/** Server of a node's own metrics: the simulated node has none. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isCounter, native, seriesOf } from "../../tools/grafana/sources.ts";

const values: Readonly<Record<string, string>> = { chain: "C", op: "accepted", le: "+Inf" };

/** Resolves to a listening server, which its caller closes. Counters grow by one per second. */
export async function startNativeMetrics() {
  const start = Date.now();
  const server = createServer((_, response) => {
    const seconds = Math.floor((Date.now() - start) / 1000);
    const lines = native.flatMap(seriesOf).map(({ name, labels }) => {
      const texts = labels.map((label) => `${label}="${values[label]}"`);
      return `${name.replace(".+", "evm")}{${texts.join(",")}} ${isCounter(name) ? seconds : 1}\n`;
    });
    response.setHeader("content-type", "text/plain; version=0.0.4");
    response.end(lines.join(""));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
