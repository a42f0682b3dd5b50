/** Ready buffers on their way to a scraper. */
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { gzipStream, join, type Text } from "../prometheus/text.ts";

const contentType = "text/plain; version=0.0.4; charset=utf-8";

type Sendable = {
  readonly headers: OutgoingHttpHeaders;
  readonly buffers: readonly Buffer[];
  /** Bytes. */
  readonly length: number;
};
export type Body = { readonly parts: readonly Text[]; readonly plain: Sendable; readonly gzip: Sendable };

export const wantsGzip = (accept: string | undefined) => /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept ?? "");

/** What is made of the same parts is made once for each key, and sent to all who ask for it. */
export function createBodies<K extends object>() {
  const bodies = new WeakMap<K, Body>();
  return (key: K, parts: readonly Text[]): Body => {
    const last = bodies.get(key);
    if (last?.parts.length === parts.length && parts.every((part, i) => part === last.parts[i])) return last;
    const body = createBody(parts);
    bodies.set(key, body);
    return body;
  };
}

function createBody(parts: readonly Text[]): Body {
  const whole = join(parts);
  const sendable = (buffers: readonly Buffer[], encoding: OutgoingHttpHeaders): Sendable => {
    const length = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
    const headers = { "content-type": contentType, vary: "Accept-Encoding", ...encoding, "content-length": length };
    return { buffers, headers, length };
  };
  return {
    parts,
    plain: sendable(whole.plain, {}),
    gzip: sendable(gzipStream(whole), { "content-encoding": "gzip" }),
  };
}

/** Bytes. */
const large = 256 * 1024;

/** Sends to one after the other: where many ask at once for megabytes, of which the system takes a millisecond to copy each,
 *  every one has a turn of the event loop of its own, and other work passes between. */
export function createSender() {
  let turn: Promise<unknown> = Promise.resolve();
  return async (response: ServerResponse, page: Sendable) => {
    if (page.length >= large) {
      turn = turn.then(() => setImmediate());
      await turn;
    }
    send(response, page);
  };
}

/** Head and ready buffers in one writev: nothing is copied. It ends when all is with the system: a response that has ended
 *  counts as idle, and a server that closes would cut what a slow reader has not taken yet. */
function send(response: ServerResponse, { headers, buffers }: Sendable) {
  response.writeHead(200, headers);
  response.cork();
  buffers.forEach((buffer, i) => {
    response.write(buffer, i === buffers.length - 1 ? () => response.end() : undefined);
  });
  response.uncork();
}
