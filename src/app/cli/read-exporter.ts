/** Reads the status from a running exporter. */
import { Agent, fetch } from "undici";
import * as z from "zod";
import { type StatusDocument, statusSchema } from "../../entities/status.ts";
import { readBody } from "../../lib/files.ts";
import { cleanText, showUrl } from "../../lib/redaction.ts";
import { suggest } from "../../lib/text.ts";
import { errorCode } from "../../node-api/errors.ts";
import { mebibyte } from "../../node-api/method.ts";
import { readText } from "../config/load.ts";
import { defaultPort, paths } from "../server-address.ts";
import { CommandError } from "./io.ts";

const maxSeconds = 10;
const maxBytes = 64 * mebibyte;
const responseSchema = z.object({ nodes: z.array(statusSchema) });

export const exampleUrl = `http://127.0.0.1:${defaultPort}`;

/** Flags of `status` for a running exporter. */
export const exporterFlags = {
  url: z
    .string()
    .optional()
    .meta({ placeholder: "URL", description: `Read the status from a running exporter, such as ${exampleUrl}.` }),
  "ca-file": z.string().optional().meta({
    placeholder: "FILE",
    description: "Certificate of the authority that signed the certificate of the exporter at --url.",
  }),
  "user-file": z.string().optional().meta({
    placeholder: "FILE",
    description: "File with USER:PASSWORD, if the exporter at --url requires them.",
  }),
};
type Flags = z.output<z.ZodObject<typeof exporterFlags>> & { readonly target?: string | undefined };

/** Returns an error message for an invalid URL of an exporter, otherwise undefined. It does not repeat the text. */
export function urlError(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return `is not a URL such as ${exampleUrl}`;
  if (url.username === "" && url.password === "") return undefined;
  return "must not contain a user or password, because the list of processes shows them; use --user-file";
}

/** What to check, by the code of a failed connection. */
const hints: readonly (readonly [RegExp, string])[] = [
  [/^(UND_ERR_SOCKET|ECONNRESET|HPE_)/, "; if it has TLS, use https"],
  [/^ERR_SSL_/, "; if it has no TLS, use http"],
];
/** Codes of TLS for a certificate that no known authority has signed. */
const untrusted = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

function describeFailure(error: unknown, shown: string): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return `--url: ${shown} sent no complete response within ${maxSeconds} seconds`;
  const code = errorCode(error instanceof Error ? (error.cause ?? error) : error) ?? "";
  if (untrusted.test(code))
    return `--url: the certificate of ${shown} is signed by an unknown authority; pass its certificate with --ca-file`;
  const hint = hints.find(([pattern]) => pattern.test(code))?.[1] ?? "";
  return `--url: no exporter responds at ${shown}${code === "" ? "" : ` (${code})`}${hint}`;
}

/** Returns the text of the file that a flag names. */
async function readFileOf(flag: string, file: string): Promise<string> {
  const content = await readText(file);
  if ("message" in content) throw new CommandError(`${flag}: ${content.message}`);
  return content.text;
}

async function credentialsOf(file: string) {
  const text = (await readFileOf("--user-file", file)).trim();
  if (!text.includes(":")) throw new CommandError(`--user-file: ${file} does not contain USER:PASSWORD`);
  return { authorization: `Basic ${Buffer.from(text).toString("base64")}` };
}

/** Parses JSON and cleans its texts, since another program can respond. Returns undefined if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === "string" ? cleanText(value) : value));
  } catch {
    return undefined;
  }
}

/** Returns the node with the name. */
function selectStatus(all: readonly StatusDocument[], name: string): readonly StatusDocument[] {
  const found = all.filter((one) => one.name === name);
  const names = all.map((one) => one.name).filter((one) => one !== "");
  if (found.length === 0) throw new CommandError(`--target: unknown node "${name}"; ${suggest(name, { names })}`);
  return found;
}

/** Returns the status of the nodes of an exporter, or of the node `target`, without a call to a node. */
export async function readExporter(url: string, flags: Flags, stop: AbortSignal): Promise<readonly StatusDocument[]> {
  const { "ca-file": caFile, "user-file": userFile, target } = flags;
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, "")}${paths.status}`;
  const shown = showUrl(url);
  const ca = caFile === undefined ? undefined : await readFileOf("--ca-file", caFile);
  const headers = userFile === undefined ? {} : await credentialsOf(userFile);
  const dispatcher = new Agent({ connect: { ...(ca !== undefined && { ca }) } });
  const signal = AbortSignal.any([stop, AbortSignal.timeout(1000 * maxSeconds)]);
  const fail = (error: unknown): never => {
    stop.throwIfAborted();
    throw new CommandError(describeFailure(error, shown), { cause: error });
  };
  try {
    const response = await fetch(address, { signal, headers, dispatcher }).catch(fail);
    if (response.status === 401)
      throw new CommandError(
        userFile === undefined
          ? `--url: ${shown} requires credentials; put USER:PASSWORD into a file, and pass it with --user-file`
          : `--user-file: ${shown} rejects the user or the password in ${userFile}; correct them`,
      );
    if (!response.ok)
      throw new CommandError(
        `--url: ${showUrl(address.href)} responds with HTTP ${response.status}; use the address of an exporter, such as ${exampleUrl}, not that of /metrics or of a node`,
      );
    const { text, isWhole } = await readBody(response.body ?? [], maxBytes).catch(fail);
    if (!isWhole) throw new CommandError(`--url: the response of ${shown} is larger than ${maxBytes / mebibyte} MiB`);
    const { success, data } = responseSchema.safeParse(parseJson(text));
    if (!success)
      throw new CommandError(`--url: ${showUrl(address.href)} is not the status of an exporter of this version`);
    return target === undefined ? data.nodes : selectStatus(data.nodes, target);
  } finally {
    await dispatcher.destroy();
  }
}
