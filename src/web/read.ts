/** The web configuration file and the files that it names, read and checked as a whole. */
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { onOneLine, type Read, readYamlFile, resolveFiles, toLines } from "../config/document.ts";
import { readText } from "../config/source.ts";
import { mistakesIn, wording } from "../config/wording.ts";
import { type TlsConfig, type WebConfig, webSchema } from "./schema.ts";
import { mistakesInPems, type Pems, type Tls, tlsOf } from "./tls.ts";

export type Settings = {
  readonly tls: Tls | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Their bcrypt hashes. */
  readonly users: ReadonlyMap<string, string>;
};
/** `changed` is whether any of the files would be read otherwise now; `isEmpty`, whether the file holds no value at all. */
export type Reading = { readonly changed: () => Promise<boolean> } & (
  | { readonly ok: true; readonly settings: Settings; readonly isEmpty: boolean }
  | { readonly ok: false; readonly errors: readonly string[] }
);

export async function readWebConfig(name: string): Promise<Reading> {
  const seen = new Map<string, Awaited<ReturnType<Read>>>();
  const read: Read = async (file) => {
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
  if (file.errors.length > 0) return { changed, ok: false, errors: file.errors.map(onOneLine) };
  const files = await resolveFiles(webSchema, file.source.tree, dirname(name), read);
  const parsed = webSchema.safeParse(files.tree, { error: wording });
  const mistakes = [...files.mistakes, ...mistakesIn(webSchema, parsed.error?.issues ?? [])];
  const refused = () => ({ changed, ok: false, errors: toLines(mistakes, file).map(onOneLine) }) as const;
  if (!parsed.success || mistakes.length > 0) return refused();

  const { tls_server_config: tls } = parsed.data;
  const pems = tls && pemsOf(tls, textOf);
  if (pems) mistakes.push(...mistakesInPems(tls, pems));
  if (mistakes.length > 0) return refused();
  return { changed, ok: true, settings: settingsOf(parsed.data, pems), isEmpty: file.source.isEmpty };
}

const pemsOf = (tls: TlsConfig, textOf: (file: string) => string): Pems => ({
  cert: textOf(tls.cert_file),
  key: textOf(tls.key_file),
  ca: tls.client_ca_file === undefined ? undefined : textOf(tls.client_ca_file),
});

function settingsOf(config: WebConfig, pems: Pems | undefined): Settings {
  const headers = Object.entries(config.http_server_config.headers).flatMap(([name, value]) =>
    value ? [[name, value] as const] : [],
  );
  return {
    tls: config.tls_server_config && pems && tlsOf(config.tls_server_config, pems),
    headers: Object.fromEntries(headers),
    users: new Map(Object.entries(config.basic_auth_users)),
  };
}
