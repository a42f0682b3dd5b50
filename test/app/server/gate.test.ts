/** Conversations of random requests on one connection: each response belongs to its request. */

import { writeFile } from "node:fs/promises";
import { connect as connectPlain } from "node:net";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import bcrypt from "bcrypt";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { openWeb } from "../../../src/app/server/web-config.ts";
import { createAuthority } from "../../support/certificates.ts";
import { onlyCollectors, startExporter, startServer } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { fc, runs } from "../../support/random.ts";
import { basic } from "../../support/web.ts";

type Answer = readonly [status: number, body: string];
type Exchange = { readonly sent: string; readonly answer?: Answer; readonly isLast?: boolean };

const right = `authorization: ${basic("alice:secret")}`;
const request = (line: string, ...headers: readonly string[]) => `${[line, ...headers].join("\r\n")}\r\n\r\n`;
/** The response of /sd has the host of the request. */
const ofHost = (host: string): Answer => [200, host];
const get = (host: string, ...headers: readonly string[]) =>
  request("GET /sd HTTP/1.1", `host: ${host}`, right, ...headers);
const badRequest: Answer = [400, "bad request\n"];
const denied: Answer = [405, "method not allowed\n"];
const post = (host: string, ...headers: readonly string[]) =>
  request("POST /sd HTTP/1.1", `host: ${host}`, right, ...headers);

/** Requests by kind. Node.js without listeners answers many of them itself. */
const kinds: Readonly<Record<string, (host: string) => Exchange>> = {
  usual: (host) => ({ sent: get(host), answer: ofHost(host) }),
  "with an empty line in front": (host) => ({ sent: `\r\n${get(host)}`, answer: ofHost(host) }),
  "with empty lines in front": (host) => ({ sent: `\r\n\r\n\n${get(host)}`, answer: ofHost(host) }),
  "with a wrong password": (host) => ({
    sent: request("GET /sd HTTP/1.1", "host: x", `authorization: ${basic(`alice:${host}`)}`),
    answer: [401, "authentication required\n"],
  }),
  "with a long head": (host) => ({ sent: get(host, `cookie: ${"c".repeat(10_000)}`), answer: ofHost(host) }),
  HEAD: (host) => ({ sent: get(host).replace("GET", "HEAD"), answer: [200, ""] }),
  "of an upgrade": (host) => ({
    sent: get(host, "connection: upgrade", "upgrade: h2c"),
    answer: ofHost(host),
    isLast: true,
  }),
  "that expects 100": (host) => ({ sent: get(host, "expect: 100-continue"), answer: ofHost(host), isLast: true }),
  "that expects more": (host) => ({ sent: get(host, "expect: more"), answer: [417, "unknown expectation\n"] }),
  "with an empty body": (host) => ({ sent: post(host, "content-length: 0"), answer: denied }),
  "that closes": (host) => ({ sent: get(host, "connection: close"), answer: ofHost(host), isLast: true }),
  "with a body": (host) => ({
    sent: `${post(host, "content-length: 40")}${get("other").slice(0, 40)}`,
    answer: denied,
    isLast: true,
  }),
  "with chunks": (host) => ({
    sent: `${post(host, "transfer-encoding: chunked")}${"1\r\na\r\n".repeat(3000)}0\r\n\r\n`,
    answer: denied,
    isLast: true,
  }),
  "that expects 100 for its body": (host) => ({
    sent: post(host, "content-length: 9", "expect: 100-continue"),
    answer: denied,
    isLast: true,
  }),
  "without Host": () => ({ sent: request("GET /sd HTTP/1.1", right), answer: badRequest, isLast: true }),
  "with two Host headers": (host) => ({ sent: get(host, "host: other"), answer: badRequest, isLast: true }),
  "without Host, by HTTP/1.0": () => ({
    sent: request("GET /-/healthy HTTP/1.0"),
    answer: [200, "healthy\n"],
    isLast: true,
  }),
  "with a body in chunks, by HTTP/1.0": () => ({
    sent: request("POST /sd HTTP/1.0", "connection: keep-alive", "transfer-encoding: chunked"),
    answer: badRequest,
    isLast: true,
  }),
  "without a version": () => ({ sent: "GET /-/healthy\r\n\r\n", answer: badRequest, isLast: true }),
  "with an invalid line": () => ({ sent: "nonsense\r\n\r\n", answer: badRequest, isLast: true }),
  "with line feeds only": (host) => ({ sent: get(host).replaceAll("\r", ""), answer: badRequest, isLast: true }),
  "with a huge head": (host) => ({
    sent: get(host, `cookie: ${"c".repeat(33_000)}`),
    answer: [431, "the request headers are larger than 32 KiB: remove cookies\n"],
    isLast: true,
  }),
  CONNECT: () => ({ sent: request("CONNECT x:1 HTTP/1.1", "host: x"), isLast: true }),
};

const conversation = fc.record({
  names: fc.array(fc.constantFrom(...Array<string>(8).fill("usual"), ...Object.keys(kinds)), {
    minLength: 1,
    maxLength: 12,
  }),
  packets: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }),
});

/** Returns the responses in the bytes of a connection, and whether each one announces its end. */
function readAnswers(bytes: string, exchanges: readonly Exchange[]) {
  let rest = bytes;
  return exchanges.flatMap(({ sent }) => {
    const end = rest.indexOf("\r\n\r\n") + 4;
    const head = rest.slice(0, end);
    const length = sent.startsWith("HEAD") ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    const [body, status] = [rest.slice(end, end + length), Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1])];
    rest = rest.slice(end + length);
    const text = status === 200 ? (/"targets": \[\s*"(.*)"/.exec(body)?.[1] ?? body) : body;
    return head === "" ? [] : [{ answer: [status, text], isLast: /^connection: close/im.test(head) }];
  });
}

async function start(hasTls: boolean) {
  const folder = await temporaryFolder();
  if (hasTls) createAuthority(folder).server("server");
  const file = join(folder, "web.yml");
  const tls = hasTls && { tls_server_config: { cert_file: "server.pem", key_file: "server.key" } };
  await writeFile(file, stringify({ ...tls, basic_auth_users: { alice: await bcrypt.hash("secret", 4) } }));
  const opened = await openWeb(file, pino({ level: "silent" }));
  if (!opened.ok) throw new Error(opened.errors.join("\n"));
  onTestFinished(opened.web.close);
  const { exporter } = await startExporter({
    nodes: { one: { url: "http://127.0.0.1:1" } },
    collectors: onlyCollectors(),
  });
  const { port } = await startServer(exporter, { web: opened.web });
  return () =>
    hasTls ? connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false }) : connectPlain(port, "127.0.0.1");
}

test.each([false, true])(
  "fifty connections at once get the response of each of their requests, in order, and close as announced; with TLS: %j",
  async (hasTls) => {
    const connect = await start(hasTls);
    async function converse({ names, packets }: { names: string[]; packets: number[] }, id: number) {
      const exchanges = names.map((name, i) => kinds[name]?.(`c${id}-${i}.test`) ?? { sent: "" });
      const socket = connect().on("error", () => {});
      const chunks: Buffer[] = [];
      const closed = new Promise((resolve) => socket.on("data", (chunk) => chunks.push(chunk)).once("close", resolve));
      const sent = exchanges.map((one) => one.sent).join("");
      for (let at = 0, i = 0; at < sent.length; i++) {
        const size = Math.ceil((sent.length * (packets[i % packets.length] ?? 1)) / 400);
        socket.write(sent.slice(at, at + size));
        at += size;
        await setImmediate();
      }
      socket.end(); // half-closed
      const last = exchanges.findIndex(({ isLast }) => isLast);
      const answered = last < 0 ? exchanges : exchanges.slice(0, last + 1);
      const expected = answered.flatMap(({ answer, isLast = false }) => (answer ? [{ answer, isLast }] : []));
      await closed;
      const answers = readAnswers(Buffer.concat(chunks).toString(), answered);
      expect({ names, answers }).toEqual({ names, answers: expected });
    }
    await fc.assert(
      fc.asyncProperty(fc.array(conversation, { minLength: 50, maxLength: 50 }), (all) =>
        Promise.all(all.map(converse)).then(() => {}),
      ),
      { numRuns: runs(4), endOnFailure: true },
    );
  },
);
