/** What the exporter serves with: TLS, users and headers, from a file that is read anew when it changes. */
import type { ServerOptions } from "node:https";
import type { Server } from "node:net";
import { setTimeout } from "node:timers/promises";
import { Server as TlsServer } from "node:tls";
import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import { codeOf } from "../node/errors.ts";
import { type Reading, readWebConfig, type Settings } from "./read.ts";
import { admits, clientRequest, type Tls } from "./tls.ts";
import { type Access, type Client, createUsers } from "./users.ts";

export type Web = {
  /** For `node:https`; undefined where there is no TLS. */
  readonly https: ServerOptions | undefined;
  /** For each server that is made with `https`, before it listens: checks client certificates, and keeps it up to date. */
  readonly attach: (server: Server) => void;
  /** By the request's Authorization header; "open" where there are no users. */
  readonly authorize: (authorization: string | undefined, client: Client) => Promise<Access>;
  /** To be sent with every answer. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly close: () => void;
};
export type OpenedWeb =
  | { readonly ok: true; readonly web: Web }
  | { readonly ok: false; readonly errors: readonly string[] };

/** Milliseconds. Certificates are swapped by symbolic links, of which no watcher tells reliably. */
const lookEvery = 1000;
/** For so long a change must last: a file that is being written may be empty, and then everyone would be let in. */
const lasting = 500;
const handshakeTimeout = 10_000;

export async function openWeb(file: string, log: Logger): Promise<OpenedWeb> {
  const first = await readWebConfig(file);
  if (!first.ok) return { ok: false, errors: first.errors };
  let { settings } = first;
  let authorize = createUsers(settings.users);
  const servers = new Set<TlsServer>();

  function use(next: Settings) {
    if (!isDeepStrictEqual(next.users, settings.users)) authorize = createUsers(next.users);
    const { tls } = next;
    if (tls && !isDeepStrictEqual(tls, settings.tls)) for (const server of servers) renew(server, tls);
    settings = next;
  }
  const end = follow(file, first, { log, now: () => settings, use });

  return {
    ok: true,
    web: {
      https: settings.tls && { ...settings.tls.context, ...clientRequest(settings.tls), handshakeTimeout },
      attach(server) {
        if (!settings.tls || !(server instanceof TlsServer)) return;
        renew(server, settings.tls);
        servers.add(server);
        server.on("close", () => servers.delete(server));
        server.on("tlsClientError", (error, { authorizationError }) =>
          log.debug({ reason: authorizationError ?? codeOf(error) }, "a client is turned away"),
        );
        // before the listener that reads requests
        server.prependListener("secureConnection", (socket) => {
          if (settings.tls && !admits(settings.tls, socket)) socket.destroy();
        });
      },
      authorize: (authorization, client) => authorize(authorization, client),
      headers: () => settings.headers,
      close: end,
    },
  };
}

/** For connections from now on. What is asked of clients node:tls takes from the server's properties, which it does not
 *  document: `admits` does not depend on them. */
function renew(server: TlsServer, tls: Tls) {
  server.setSecureContext(tls.context);
  Object.assign(server, clientRequest(tls));
}

type Following = {
  readonly log: Logger;
  readonly now: () => Settings;
  readonly use: (next: Settings) => void;
};

/** Looks for changes until it is ended. What is wrong is logged once, and the settings stay. */
function follow(file: string, first: Reading, { log, now, use }: Following): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const pause = (ms: number) => setTimeout(ms, undefined, { ref: false, signal }).catch(() => {});
  let reading = first;
  let told: readonly string[] = [];

  async function look() {
    if (!(await reading.changed())) return;
    const next = await readWebConfig(file);
    await pause(lasting);
    if (signal.aborted || (await next.changed())) return;
    reading = next;
    const errors = next.ok
      ? [...needsRestart(file, next.settings, now()), ...wasEmptied(file, next, now())]
      : next.errors;
    if (next.ok && errors.length === 0) {
      use(next.settings);
      log.info("the web configuration was read anew");
    } else if (!isDeepStrictEqual(errors, told)) {
      log.error({ errors }, "the web configuration is wrong: the one before stays");
    }
    told = errors;
  }
  async function lookOnAndOn() {
    while (!signal.aborted) {
      await pause(lookEvery);
      if (!signal.aborted) await look();
    }
  }
  void lookOnAndOn();
  return () => ended.abort();
}

/** A full disk or a stray redirection empties a file, and then every client would be let in. */
function wasEmptied(
  file: string,
  { settings, isEmpty }: Extract<Reading, { ok: true }>,
  now: Settings,
): readonly string[] {
  if (!isEmpty || isDeepStrictEqual(settings, now)) return [];
  return [`${file}: the file is empty: write {} to serve without TLS, users and headers`];
}

function needsRestart(file: string, next: Settings, now: Settings): readonly string[] {
  if ((next.tls === undefined) === (now.tls === undefined)) return [];
  return [`${file}: TLS cannot be switched ${next.tls ? "on" : "off"} while the exporter runs: restart it`];
}
