/** The web configuration file of the Prometheus exporter-toolkit, as supported by Prometheus 2.42. */
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { createFileReader } from "../../lib/files.ts";
import * as yaml from "../config/load.ts";
import { headerText } from "../config/values.ts";
import { loadBcrypt } from "./basic-auth.ts";
import { readTls, tlsSchema } from "./tls.ts";

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
export type ValidReading = Extract<Awaited<ReturnType<typeof readWebConfig>>, { readonly ok: true }>;
