/** Sends a reply over the connection. */
import type { ServerResponse } from "node:http";
import { bodyText, type Reply } from "./faults.ts";

export type Pause = (milliseconds: number) => Promise<void>;
type Drip = { readonly bytes: number; readonly ms: number };

async function sendSlowly(response: ServerResponse, body: Buffer, { bytes, ms }: Drip, pause: Pause) {
  for (let at = 0; at < body.length && !response.destroyed; at += bytes) {
    response.write(body.subarray(at, at + bytes));
    await pause(ms);
  }
  response.end();
}

export async function deliver(reply: Reply, response: ServerResponse, pause: Pause) {
  const { status, headers, body, delay, delivery } = reply;
  if (delay > 0) await pause(delay);
  if (response.destroyed || delivery === "hang") return;
  if (delivery === "reset") {
    response.socket?.resetAndDestroy();
    return;
  }
  const text = bodyText(body);
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) });
  if (delivery === "whole") {
    response.end(text);
    return;
  }
  const bytes = Buffer.from(text);
  if (delivery === "cut") response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  else await sendSlowly(response, bytes, delivery, pause);
}
