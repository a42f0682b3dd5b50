/** The web configuration file of the Prometheus exporter-toolkit, as supported by Prometheus 2.42: TLS, users and headers of the server,
 *  whose changes are applied while it runs. */
import type { Server } from "node:net";
import { dirname } from "node:path";
import { Server as TlsServer } from "node:tls";
import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import * as z from "zod";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { createFileReader } from "../../lib/files.ts";
import { headerText } from "../../lib/schema.ts";
import { errorCode } from "../../node-api/errors.ts";
import * as yaml from "../config/load.ts";
import { type Client, createBasicAuth, loadBcrypt } from "./basic-auth.ts";
import { isClientAllowed, readTls, tlsSchema } from "./tls.ts";

const http = z.strictObject({
  http2: z
    .boolean()
    .refine((wanted) => !wanted, "HTTP/2 is not supported: remove it or set it to false")
    .optional(),
  headers: z
    .strictObject({
      "Content-Security-Policy": headerText.optional(),
      "Strict-Transport-Security": headerText.optional(),
      "X-Content-Type-Options": z.enum(["nosniff"]).optional(),
      "X-Frame-Options": z.enum(["deny", "sameorigin"]).optional(),
      "X-XSS-Protection": headerText.optional(),
    })
    .default({}),
});

const maxBcryptCost = 15;
const bcryptHash = z.string().superRefine((hash, { addIssue }) => {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash) ?? [];
  if (cost === undefined) addIssue("is not a bcrypt hash: create one with htpasswd -nBC 10");
  else if (Number(cost) < 4) addIssue(`has bcrypt cost ${Number(cost)}: the minimum is 4`);
  else if (Number(cost) > maxBcryptCost)
    addIssue(`has bcrypt cost ${Number(cost)}: the maximum is ${maxBcryptCost} (about two seconds per check)`);
});
const userName = z.string().regex(/^[^:]*$/, "a user name must not contain a colon");

const webSchema = z.strictObject({
  tls_server_config: tlsSchema.optional(),
  http_server_config: http.prefault({}),
  basic_auth_users: z.record(userName, bcryptHash).default({}),
});

/** Reads and validates the file, together with the files that it refers to. Returns its settings, or its errors. `changed` returns whether
 *  the content of any file has changed since. `isEmpty`: the file contains no value. `users`: bcrypt hashes by user name. */
export async function readWebConfig(name: string, readFile = createFileReader()) {
  const seen = new Map<string, Awaited<ReturnType<yaml.ReadText>>>();
  const read: yaml.ReadText = async (file) => {
    const content = await yaml.readText(file, readFile);
    seen.set(file, content);
    return content;
  };
  const changed = async () => {
    const now = await Promise.all([...seen.keys()].map((file) => yaml.readText(file, readFile)));
    return !isDeepStrictEqual(now, [...seen.values()]);
  };
  const textOf = (file: string) => {
    const content = seen.get(file);
    return content && "text" in content ? content.text : "";
  };
  const refused = (errors: readonly string[]) =>
    ({ changed, ok: false, errors: errors.map(yaml.toSingleLine) }) as const;

  const file = await yaml.readYamlFile(name, undefined, read);
  if (file.errors.length > 0) return refused(file.errors);
  const { data, issues } = await yaml.validateTree(webSchema, file.tree, dirname(name), read);
  if (!data || issues.length > 0) return refused(yaml.formatErrors(issues, file));
  const { tls_server_config: config, http_server_config: http, basic_auth_users: users } = data;
  if (Object.keys(users).length > 0) {
    const failure = await loadBcrypt().then(() => undefined, String);
    if (failure !== undefined) return refused([`${name}: basic_auth_users: ${failure}`]);
  }
  const tls = config && readTls(config, textOf);
  if (Array.isArray(tls)) return refused(yaml.formatErrors(tls, file));
  const headers = Object.entries(http.headers).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const settings = { tls, headers: Object.fromEntries(headers), users: new Map(Object.entries(users)) };
  return { changed, ok: true, settings, isEmpty: file.isEmpty } as const;
}

/** A reading of the file without errors. */
type ValidReading = Extract<Awaited<ReturnType<typeof readWebConfig>>, { readonly ok: true }>;

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
