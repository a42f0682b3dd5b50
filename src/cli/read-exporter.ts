/** Reads the status from a running exporter. */
import { Agent, fetch, type RequestInit, type Response } from "undici";
import * as z from "zod";
import { mebibyte } from "../api/method.ts";
import { paths } from "../config/paths.ts";
import { readBody } from "../lib/body.ts";
import { readTextFile } from "../lib/files.ts";
import { showUrl } from "../lib/redaction.ts";
import { type StatusDocument, statusSchema } from "../model/status.ts";
import { errorCode } from "../rpc/errors.ts";

const maxSeconds = 10;
const maxBytes = 64 * mebibyte;
const responseSchema = z.object({ nodes: z.array(statusSchema) });

type Source = {
  /** URL of the exporter, with a user and a password if it requires them. */
  readonly url: string;
  /** File with certificates of authorities. */
  readonly caFile: string | undefined;
};

/** Codes of TLS for a certificate that no known authority has signed. */
const untrusted = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

function describeFailure(error: unknown, shown: string): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return `--url: ${shown} sent no complete response within ${maxSeconds} seconds`;
  const code = errorCode(error instanceof Error ? (error.cause ?? error) : error) ?? "";
  if (untrusted.test(code))
    return `--url: the certificate of ${shown} is signed by an unknown authority; pass its certificate with --ca-file`;
  return `--url: no exporter responds at ${shown}${code === "" ? "" : ` (${code})`}`;
}

/** Returns the address of /status.json, and the headers with the credentials of the URL. */
function requestOf(url: string) {
  const address = new URL(url);
  const { username, password } = address;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  address.username = "";
  address.password = "";
  address.pathname = `${address.pathname.replace(/\/+$/, "")}${paths.status}`;
  const headers = { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
  return { address, headers: username === "" ? {} : headers };
}

/** Returns the parsed body; undefined if it is not JSON. */
async function readJson({ body }: Response, shown: string): Promise<unknown> {
  const { text, isWhole } = await readBody(body ?? [], maxBytes).catch((error) => {
    throw new Error(describeFailure(error, shown), { cause: error });
  });
  if (!isWhole) throw new Error(`--url: the response of ${shown} is larger than ${maxBytes / mebibyte} MiB`);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the status of each node of an exporter, without a call to a node. Throws an error for people. */
export async function readExporter({ url, caFile }: Source, stop: AbortSignal): Promise<readonly StatusDocument[]> {
  const { address, headers } = requestOf(url);
  const shown = showUrl(url);
  const ca = caFile === undefined ? undefined : await readTextFile(caFile);
  const dispatcher = new Agent({ connect: { ...(ca !== undefined && { ca }) } });
  const signal = AbortSignal.any([stop, AbortSignal.timeout(1000 * maxSeconds)]);
  try {
    const response = await fetch(address, { signal, headers, dispatcher } satisfies RequestInit).catch((error) => {
      throw new Error(describeFailure(error, shown), { cause: error });
    });
    if (response.status === 401)
      throw new Error(`--url: ${shown} requires credentials; pass them as https://USER:PASSWORD@HOST`);
    if (!response.ok) throw new Error(`--url: ${showUrl(address.href)} responds with HTTP ${response.status}`);
    const { success, data } = responseSchema.safeParse(await readJson(response, shown));
    if (!success) throw new Error(`--url: ${showUrl(address.href)} is not the status of an exporter of this version`);
    return data.nodes;
  } finally {
    await dispatcher.destroy();
  }
}
