/** Parses the text of a response, checks its JSON-RPC envelope and validates the result against the contract. */
import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { mebibyte } from "../api/method.ts";
import { errorAt, fromIssues, fromRpc, type RequestContext } from "./classify.ts";
import { parseJson } from "./json.ts";

const envelope = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.number(), z.string(), z.null()]),
  result: z.unknown().optional(),
  error: z.object({ message: z.string(), code: z.unknown().optional() }).nullish(),
});

/** Up to this length any JSON text is parsed quickly. */
const maxQuickLength = mebibyte;
/** Limits the keys of objects: different keys take much longer to parse than the same keys in each object. The objects of a list
 *  have up to 20 keys. */
const maxNamesPerObject = 30;
/** Limits the keys of a response that is one object with a key for each validator. */
const maxOtherNames = 100_000;

function countOccurrences(text: string, character: string): number {
  let found = 0;
  for (let index = text.indexOf(character); index !== -1; index = text.indexOf(character, index + 1)) found++;
  return found;
}

function hasTooManyValues(text: string, maxValues: number): boolean {
  const names = countOccurrences(text, ":");
  const objects = countOccurrences(text, "{");
  if (names > maxNamesPerObject * objects + maxOtherNames) return true;
  return names + objects + countOccurrences(text, "[") + countOccurrences(text, ",") > maxValues;
}

function parseChecked(parse: (text: string) => unknown, text: string, { location, method }: RequestContext): unknown {
  if (text.length > maxQuickLength && hasTooManyValues(text, method.maxValues))
    throw errorAt(location, "too_large", "the response has too many values");
  try {
    return parse(text);
  } catch {
    // handled below, without the cause: the message of a syntax error repeats a part of the text
  }
  throw errorAt(location, "not_json");
}

/** Returns the result in an envelope. Throws NodeError for an error of the node and for the response to another call. */
function parseEnvelope(json: unknown, context: RequestContext): unknown {
  const { id, location } = context;
  const parsed = envelope.safeParse(json);
  if (!parsed.success) throw fromIssues(parsed.error, "response", context);
  const { result, error, id: responseId } = parsed.data;
  if (responseId !== id && !(error && responseId === null))
    throw errorAt(location, "schema", "the response id does not match the request");
  if (error) throw fromRpc(error, context);
  if (result === undefined) throw errorAt(location, "schema", "the response has neither result nor error");
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
  if (isRepeated) throw errorAt(location, "schema", "the response repeats a credential: use one that no response has");
}

/** Returns the validated result; as it was sent if `isRaw` is true. Throws NodeError for any other response. A long response is parsed
 *  and validated in two turns of the event loop, and its bare integers beyond 2^53 are not supported: no list has any, and the schema
 *  rejects a rounded one. */
export async function parseResponse(text: string, context: RequestContext, isRaw = false): Promise<unknown> {
  const isLong = text.length > maxQuickLength;
  const wire = parseEnvelope(parseChecked(isLong && !isRaw ? JSON.parse : parseJson, text, context), context);
  rejectSecrets(text, wire, context);
  if (isLong) await setImmediate();
  const { data, error } = context.method.result.safeParse(wire);
  if (error) throw fromIssues(error, "result", context);
  return isRaw ? wire : data;
}
