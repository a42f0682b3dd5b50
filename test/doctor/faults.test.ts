/** Output of the doctor if the node is unreachable or is not a node, one fault per kind of failure: golden files; review their
 *  changes. diagnosis.test.ts has the findings on all failures. */
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startNode } from "../support/exporter.ts";
import { serve } from "../support/server.ts";
import { createTime, startFront, startPatient, type Time, textOf, troublesOf } from "./support.ts";

type Config = { readonly node: object };

async function listening(take: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    take(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

const answering = async (status: number, body = "", headers: Record<string, string> = {}) => {
  const { url } = await serve((_request, response) => response.writeHead(status, headers).end(body));
  return { node: { url } };
};

const faults: Readonly<Record<string, (time: Time) => Promise<Config>>> = {
  "connection refused": async () => ({ node: { url: "http://127.0.0.1:1" } }),
  "another protocol": async () => {
    const host = await listening((socket) => socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.2\r\n")));
    return { node: { url: `http://${host}` } };
  },
  "no answer": async () => ({
    node: { url: `http://${await listening((socket) => socket.resume())}`, timeout: "1s" },
  }),
  "TLS without end": async () => ({
    node: { url: `https://${await listening((socket) => socket.resume())}`, timeout: "200ms" },
  }),
  "host name not allowed": async (time) => {
    const { url } = await startPatient(time);
    return { node: { url: url.replace("127.0.0.1", "localhost"), host_header: "node.example" } };
  },
  "file of credentials is missing": async () => {
    const { node } = await answering(200);
    return { node: { ...node, authorization: { type: "Bearer", credentials_file: "/nowhere/token" } } };
  },
  "403 of a proxy": () => answering(403, "403 Forbidden\n"),
  "web page": () => answering(200, "<!doctype html><html><body>Welcome to nginx!</body></html>"),
  "answer without an end": () => answering(200, " ".repeat(40 * 2 ** 20)),
  "Ethereum node": async () => {
    const { url } = await serve(async (request, response) => {
      const { id } = JSON.parse(await text(request));
      const error = { code: -32_601, message: "the method does not exist/is not available" };
      response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
    });
    return { node: { url } };
  },
  "proxy that lets only info through": async (time) => {
    const { url: node } = await startPatient(time);
    const { url } = await serve(async (request, response) => {
      if (request.url !== "/ext/info") return response.writeHead(404).end();
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${node}/ext/info`, { method: "POST", headers, body: await text(request) });
      return response.end(await answer.text());
    });
    return { node: { url } };
  },
  "load balancer": async (time) => {
    const [one, other] = [await startNode({ now: time.now }), await startNode({ now: time.now, seed: 2 })];
    return { node: { url: await startFront([one.url, other.url], time) } };
  },
  "clock behind": async (time) => ({ node: { url: (await startPatient(time, {}, { ahead: 90 })).url } }),
  "clock ahead": async (time) => ({ node: { url: (await startPatient(time, {}, { ahead: -7300 })).url } }),
};

test.each(Object.keys(faults))("%s: the output matches the golden file", async (name) => {
  const time = createTime();
  const config = await faults[name]?.(time);
  const file = name.toLowerCase().replace(/\W+/g, "-");
  await expect(textOf(await troublesOf(config ?? {}, time))).toMatchFileSnapshot(join("golden/faults", `${file}.txt`));
});
