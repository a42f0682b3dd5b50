/** Access to the server: TLS, users and headers of the web configuration, whose changes are applied while it runs. */
import type { Server } from "node:net";
import { Server as TlsServer } from "node:tls";
import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { createFileReader } from "../../lib/files.ts";
import { errorCode } from "../../node-api/errors.ts";
import { type Client, createBasicAuth } from "./basic-auth.ts";
import { isClientAllowed } from "./tls.ts";
import { readWebConfig, type ValidReading } from "./web-config.ts";

/** Poll interval. File watchers do not report changes of symbolic links reliably. */
const pollMs = 1000;
/** Debounce of a change: a file that is being written can be empty, which would disable authentication. */
const settleMs = 500;
const handshakeTimeout = 10_000;

/** Reads the file and applies its changes until `close`. */
export async function openWeb(file: string, log: Logger, clock: Clock = systemClock) {
  const readFile = createFileReader(); // one thread at most for a file that hangs
  const first = await readWebConfig(file, readFile);
  if (!first.ok) return { ok: false, errors: first.errors } as const;
  let { settings } = first;
  let authorize = createBasicAuth(settings.users);
  let tlsServer: TlsServer | undefined;
  const closing = new AbortController();

  /** Applies changes of the files. An error is logged once, and the previous settings are kept. */
  async function watchFiles(signal: AbortSignal) {
    let { changed } = first;
    let logged: readonly string[] = [];
    const pause = (ms: number) => clock.sleep(ms, signal).catch(() => {});
    for (await pause(pollMs); !signal.aborted; await pause(pollMs)) {
      if (!(await changed())) continue;
      const next = await readWebConfig(file, readFile);
      await pause(settleMs);
      if (signal.aborted || (await next.changed())) continue;
      ({ changed } = next);
      const errors = next.ok ? reloadErrors(file, next, settings) : next.errors;
      if (next.ok && errors.length === 0) {
        settings = next.settings;
        authorize = createBasicAuth(settings.users);
        if (settings.tls) tlsServer?.setSecureContext(settings.tls.context);
        log.info("web configuration reloaded");
      } else if (!isDeepStrictEqual(errors, logged)) {
        log.error({ errors }, "reloading the web configuration failed: keeping the previous one");
      }
      logged = errors;
    }
  }
  void watchFiles(closing.signal);

  const web = {
    /** Options for `node:https`; undefined without TLS. */
    https: settings.tls && {
      ...settings.tls.context,
      handshakeTimeout,
      requestCert: settings.tls.client_auth_type !== "NoClientCert",
      rejectUnauthorized: settings.tls.client_auth_type === "RequireAndVerifyClientCert", // the client gets the reason
    },
    /** Checks the client certificates of the server made with `https`, and renews its own. Call it before the server listens. */
    attach(server: Server) {
      if (!settings.tls || !(server instanceof TlsServer)) return;
      server.setSecureContext(settings.tls.context);
      tlsServer = server;
      server.on("tlsClientError", (error, { authorizationError }) =>
        log.debug({ reason: authorizationError ?? errorCode(error) }, "client rejected during the TLS handshake"),
      );
      // ahead of the listener that reads requests
      server.prependListener("secureConnection", (socket) => {
        if (settings.tls && !isClientAllowed(settings.tls, socket)) socket.destroy();
      });
    },
    /** Checks the request's Authorization header. Returns "anonymous" without users. */
    authorize: (authorization: string | undefined, client: Client) => authorize(authorization, client),
    headers: () => settings.headers,
    close: () => closing.abort(),
  };
  return { ok: true, web } as const;
}
export type WebSecurity = Extract<Awaited<ReturnType<typeof openWeb>>, { readonly ok: true }>["web"];

/** Returns errors of a valid file that cannot be applied while the exporter runs. */
function reloadErrors(file: string, { settings: next, isEmpty }: ValidReading, now: ValidReading["settings"]) {
  const messages: string[] = [];
  if ((next.tls === undefined) !== (now.tls === undefined))
    messages.push(`${file}: TLS cannot be ${next.tls ? "enabled" : "disabled"} while the exporter runs: restart it`);
  else if (next.tls?.client_auth_type !== now.tls?.client_auth_type)
    messages.push(`${file}: client_auth_type cannot change while the exporter runs: restart it`);
  // a full disk or a stray redirection empties a file, which would disable authentication
  if (isEmpty && !isDeepStrictEqual(next, now))
    messages.push(`${file}: the file is empty: write {} to serve without TLS, users and headers`);
  return messages;
}
