/** What a node says may hold anything: what was sent to it as a secret, or what makes a terminal do things. */
import { readFile } from "node:fs/promises";
import type { TransportOptions } from "../node/transport.ts";
import type { Finding } from "./finding.ts";

type Clean = (finding: Finding) => Finding;

/** Shorter ones would be found in every word. */
const shortest = 4;
const longest = 1000;

const textOf = (file: string) => readFile(file, "utf8").catch(() => "");

async function secretsOf({ authorization, basic_auth, headers = {}, tls_config }: TransportOptions): Promise<string[]> {
  const own = Object.values(headers);
  const files = [authorization?.credentials_file, basic_auth?.password_file, ...own.flatMap(({ files = [] }) => files)];
  const texts = [
    authorization?.credentials,
    basic_auth?.password,
    ...own.flatMap(({ secrets = [] }) => secrets),
    ...(tls_config?.key?.split("\n") ?? []),
    ...(await Promise.all(files.flatMap((file) => (file === undefined ? [] : [textOf(file)])))),
  ];
  const { username = "" } = basic_auth ?? {};
  const plain = texts.map((text) => text?.trim() ?? "").filter((text) => text.length >= shortest);
  const encoded = (text: string) => Buffer.from(`${username}:${text}`).toString("base64");
  return plain.flatMap((text) => [text, encoded(text), encodeURIComponent(text)]);
}

/** Read once: the doctor's work is short. */
export async function createClean(node: TransportOptions): Promise<Clean> {
  const secrets = await secretsOf(node);
  function clean(text: string): string {
    const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, "<secret>"), text);
    const plain = hidden.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "�");
    return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
  }
  return ({ level, what, why, fix }) => ({ level, what: clean(what), why: clean(why), fix: fix.map(clean) });
}
