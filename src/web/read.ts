/** Reads and validates the web configuration file together with the files that it refers to. */
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ConfigIssue } from "../config/error-messages.ts";
import {
  formatErrors,
  type ReadText,
  readText,
  readYamlFile,
  toSingleLine,
  validateTree,
} from "../config/yaml-file.ts";
import { webSchema } from "./schema.ts";
import { readTls, type Tls } from "./tls.ts";

export type Settings = {
  readonly tls: Tls | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** bcrypt hashes by user name. */
  readonly users: ReadonlyMap<string, string>;
};
export type ValidReading = { readonly ok: true; readonly settings: Settings; readonly isEmpty: boolean };
/** `changed` returns whether the content of any file has changed. `isEmpty`: the file contains no value. */
export type Reading = { readonly changed: () => Promise<boolean> } & (
  | ValidReading
  | { readonly ok: false; readonly errors: readonly string[] }
);

export async function readWebConfig(name: string): Promise<Reading> {
  const seen = new Map<string, Awaited<ReturnType<ReadText>>>();
  const read: ReadText = async (file) => {
    const content = await readText(file);
    seen.set(file, content);
    return content;
  };
  const changed = async () => {
    const now = await Promise.all([...seen].map(async ([file, then]) => isDeepStrictEqual(await readText(file), then)));
    return now.includes(false);
  };
  const textOf = (file: string) => {
    const content = seen.get(file);
    return content && "text" in content ? content.text : "";
  };

  const file = await readYamlFile(name, undefined, read);
  if (file.errors.length > 0) return { changed, ok: false, errors: file.errors.map(toSingleLine) };
  const { data, issues } = await validateTree(webSchema, file.tree, dirname(name), read);
  const refused = (issues: readonly ConfigIssue[]) =>
    ({ changed, ok: false, errors: formatErrors(issues, file).map(toSingleLine) }) as const;
  if (!data || issues.length > 0) return refused(issues);
  const { tls_server_config: config, http_server_config: http, basic_auth_users: users } = data;
  const tls = config && readTls(config, textOf);
  if (Array.isArray(tls)) return refused(tls);
  const headers = Object.entries(http.headers).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const settings = { tls, headers: Object.fromEntries(headers), users: new Map(Object.entries(users)) };
  return { changed, ok: true, settings, isEmpty: file.isEmpty };
}
