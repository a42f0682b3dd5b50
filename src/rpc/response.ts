/** Parses the text of a response, reads its JSON-RPC envelope and validates the result against the contract. */
import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { mebibyte } from "../api/method.ts";
import { errorAt, fromIssues, fromRpc, type RequestContext } from "./classify.ts";
import { parseJson } from "./json.ts";

const envelope = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.number(), z.string(), z.null()]),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).nullish(),
});

/** Up to this length any JSON text is parsed quickly. */
const maxQuickLength = mebibyte;
/** Values take up to a hundred times the memory of their text. A response with 100,000 short entries has 1,500,000
 *  separators. */
const maxSeparators = 2_000_000;
/** Different names take much longer to parse than the same names in each entry. Entries have up to 20 names. */
const maxNamesPerObject = 30;
/** Some responses are one object with a name for each validator. */
const maxOtherNames = 100_000;

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) found++;
  return found;
}

function hasTooManyValues(text: string): boolean {
  const names = count(text, ":");
  const objects = count(text, "{");
  if (names > maxNamesPerObject * objects + maxOtherNames) return true;
  return names + objects + count(text, "[") + count(text, ",") > maxSeparators;
}

function parseChecked(parse: (text: string) => unknown, text: string, location: string): unknown {
  if (text === "") throw errorAt(location, { kind: "decode" }, "the response is empty");
  if (text.length > maxQuickLength && hasTooManyValues(text)) {
    throw errorAt(location, { kind: "too_large" }, "the response has too many values");
  }
  let fault = "the response is not JSON";
  try {
    return parse(text);
  } catch {
    if (/^\s*</.test(text)) fault += ": node.url seems to lead to a web page or a proxy";
  }
  // without its cause: the message of a syntax error repeats a part of the text
  throw errorAt(location, { kind: "decode" }, fault);
}

/** Returns the result in an envelope. Throws NodeError for an error of the node and for the response to another call. */
function readEnvelope(json: unknown, asked: RequestContext): unknown {
  const { id, location } = asked;
  const parsed = envelope.safeParse(json);
  if (!parsed.success) throw fromIssues(parsed.error, "response", asked);
  const { result, error, id: answered } = parsed.data;
  if (answered !== id && !(error && answered === null)) {
    const fault =
      "the response id does not match the request: check whether something in front of the node caches responses";
    throw errorAt(location, { kind: "schema" }, fault);
  }
  if (error) throw fromRpc(error.message, asked);
  if (result === undefined) throw errorAt(location, { kind: "schema" }, "the response has neither result nor error");
  return result;
}

/** Tests every text in a JSON value, names included. Recursion would fail for a deep one. */
function hasText(value: unknown, test: (text: string) => boolean): boolean {
  const rest = [value];
  while (rest.length > 0) {
    const part = rest.pop();
    if (typeof part === "string" && test(part)) return true;
    if (typeof part !== "object" || part === null) continue;
    if (!Array.isArray(part) && Object.keys(part).some(test)) return true;
    for (const member of Object.values(part)) rest.push(member);
  }
  return false;
}

/** Rejects a result that repeats a credential, since it could become a label. */
function rejectSecrets(text: string, wire: unknown, { location, secrets }: RequestContext) {
  // an escape can stand for any character: search the parsed text
  const isRepeated = text.includes("\\") ? hasText(wire, secrets.containsSecret) : secrets.containsSecret(text);
  const fault = "the response repeats a credential; use one that cannot occur in other responses";
  if (isRepeated) throw errorAt(location, { kind: "schema" }, fault);
}

/** Long responses have their large integers as strings. JSON.parse rounds others, which the schema then rejects. */
const parseQuickly = (text: string): unknown => (text.length > maxQuickLength ? JSON.parse(text) : parseJson(text));

/** Returns the raw and the validated result. A long response is parsed and validated in two turns of the event loop. */
async function read(parse: (text: string) => unknown, text: string, asked: RequestContext) {
  const wire = readEnvelope(parseChecked(parse, text, asked.location), asked);
  rejectSecrets(text, wire, asked);
  if (text.length > maxQuickLength) await setImmediate();
  const { data, error } = asked.method.result.safeParse(wire);
  if (error) throw fromIssues(error, "result", asked);
  return { wire, result: data };
}

/** Returns the validated result. Throws NodeError for any other response. */
export const readResult = async (text: string, asked: RequestContext): Promise<unknown> =>
  (await read(parseQuickly, text, asked)).result;

/** Returns the raw result, with integers beyond 2^53 as bigint. Throws NodeError as readResult does, and for a rounded integer. */
export async function readWire(text: string, asked: RequestContext): Promise<unknown> {
  let isRounded = false;
  const onRounded = () => {
    isRounded = true;
  };
  const { wire } = await read((text) => parseJson(text, onRounded), text, asked);
  if (!isRounded) return wire;
  throw errorAt(asked.location, { kind: "decode" }, "the response has an integer of more than 20 digits");
}
