/** Reads and validates the web configuration file together with the files that it refers to. */
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as yaml from "../../config/yaml-file.ts";
import { createFileReader } from "../../lib/files.ts";
import { loadBcrypt } from "./basic-auth.ts";
import { webSchema } from "./schema.ts";
import { readTls } from "./tls.ts";

/** A reading of the file: its settings by their names, or its errors. */
export type Reading = Awaited<ReturnType<typeof readWebConfig>>;
export type ValidReading = Extract<Reading, { readonly ok: true }>;

/** Reads the file. `changed` returns whether the content of any file has changed since. `isEmpty`: the file contains no value.
 *  `users`: bcrypt hashes by user name. */
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
