/** HTTP API under /control by which tests move the clock and inject faults. */
import * as z from "zod";
import { formatDuration, maxDurationMs } from "../lib/duration.ts";
import { duration, errorMap, formatIssues, formatPath, headerText, isPlainObject } from "../lib/schema.ts";
import { formatColumns, suggest } from "../lib/text.ts";
import { contract, isMethodName, type RpcMethodName } from "../node-api/contract.ts";
import { time } from "../node-api/wire.ts";
import type { Clock } from "./clock.ts";
import type { createFaults, Fault } from "./faults.ts";
import type { Incoming } from "./respond.ts";

type Faults = Pick<ReturnType<typeof createFaults>, "add" | "clear" | "all">;
type Parts = { readonly clock: Clock; readonly faults: Faults };
type Answer = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string };

const maxWaitMs = 2 ** 31 - 1;
const maxBytes = 100_000_000;

const ms = z.int().min(0).max(maxWaitMs);
const bytes = z.int().min(1).max(maxBytes);
const seconds = z.int().min(0);
const field = z.string();
type Shape<F extends Fault> = { readonly [M in Exclude<keyof F, "kind">]: z.ZodType<F[M]> };
/** Parameters of each kind of fault. */
const shapes: { readonly [F in Fault as F["kind"]]: Shape<F> } = {
  delay: { ms },
  busy: { ms },
  hang: {},
  reset: {},
  cut: {},
  drip: { ms, bytes },
  status: { status: z.int().min(200).max(599), text: z.string() },
  redirect: { to: headerText },
  html: {},
  empty: {},
  truncated: {},
  "wrong-id": {},
  "wrong-jsonrpc": {},
  "no-result": {},
  error: { message: z.string() },
  oversize: { bytes },
  "api-off": {},
  bootstrapping: {},
  "method-unknown": {},
  identity: { nodeId: headerText },
  missing: { field },
  mistyped: { field },
  negative: { field },
  overflow: { field },
  "null-list": { field },
};
function unknownName(name: unknown, names: readonly string[]): string {
  if (name === undefined) return "is missing";
  return typeof name === "string" ? `"${name}" is unknown; ${suggest(name, { names })}` : "expected text";
}
/** Returns the schema for the given kind, so that errors refer to it. */
function faultSchema(given: unknown) {
  const kind = isPlainObject(given) ? given["kind"] : undefined;
  if (typeof kind === "string" && Object.hasOwn(shapes, kind))
    return z.strictObject({ kind: z.literal(kind), ...shapes[kind as Fault["kind"]] }) as unknown as z.ZodType<Fault>;
  return z.looseObject({ kind: z.custom<never>(() => false, { error: unknownName(kind, Object.keys(shapes)) }) });
}

const every = "*";
const method = z.custom<RpcMethodName | typeof every>(
  (name) => name === every || (typeof name === "string" && isMethodName(name)),
  {
    error: ({ input }) => unknownName(input, [every, ...Object.keys(contract)]),
  },
);
const ruleSchema = (given: unknown) =>
  z.strictObject({
    method,
    fault: faultSchema(isPlainObject(given) ? given["fault"] : undefined),
    times: z.exactOptional(z.int().min(1)),
    after: z.exactOptional(seconds),
    flaps: z.exactOptional(z.strictObject({ every: z.int().min(1), lasts: seconds })),
  });

const moveErrorText = 'expected either {"advance": "90s"} or {"to": "2026-11-25T16:00:00Z"}';
const timeSchema = () =>
  z
    .strictObject({ advance: z.exactOptional(duration(1)), to: z.exactOptional(time) })
    .refine(({ advance, to }) => (advance === undefined) !== (to === undefined), { error: moveErrorText });

const json = (status: number, body: object): Answer => ({
  status,
  headers: { "content-type": "application/json" },
  body: `${JSON.stringify(body)}\n`,
});
const badRequest = (...errors: string[]) => json(400, { errors });

/** Parses the body, or returns the error response. */
function read<T>(
  schemaOf: (given: unknown) => z.ZodType<T>,
  text: string,
): { readonly value: T } | { readonly refused: Answer } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { refused: badRequest("the body is not JSON") };
  }
  const schema = schemaOf(given);
  const { data, error } = schema.safeParse(given, { error: errorMap });
  if (!error) return { value: data };
  const found = formatIssues(schema, error.issues);
  return {
    refused: badRequest(...found.map(({ path, text }) => [formatPath(path), text].filter(Boolean).join(": "))),
  };
}

const timeOf = ({ now, scale }: Clock) => json(200, { time: new Date(now()).toISOString(), scale });

function move({ clock }: Parts, text: string): Answer {
  const asked = read(timeSchema, text);
  if ("refused" in asked) return asked.refused;
  const { advance, to } = asked.value;
  const by = to === undefined ? (advance ?? 0) : to.getTime() - clock.now();
  if (by < 0) return badRequest(`to: it is ${new Date(clock.now()).toISOString()} already, and time cannot go back`);
  if (by > maxDurationMs) return badRequest(`to: is too far ahead: at most ${formatDuration(maxDurationMs)} at once`);
  clock.advance(by);
  return timeOf(clock);
}

const faultsOf = ({ faults }: Parts) => json(200, { faults: faults.all() });

function addFault(parts: Parts, text: string): Answer {
  const asked = read(ruleSchema, text);
  if ("refused" in asked) return asked.refused;
  parts.faults.add(asked.value);
  return faultsOf(parts);
}
function clearFaults(parts: Parts): Answer {
  parts.faults.clear();
  return faultsOf(parts);
}

type Action = (parts: Parts, body: string) => Answer;
const actions: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  "/control/time": { GET: ({ clock }) => timeOf(clock), POST: move },
  "/control/faults": { GET: faultsOf, POST: addFault, DELETE: clearFaults },
};

/** Whether the client is on this machine and uses a local host name, which excludes web pages (DNS rebinding). */
const isLocal = (from: string, host: string) =>
  /^(::ffff:)?127\.|^::1$/.test(from) && /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host);

export const isControl = (path: string): boolean => Object.hasOwn(actions, path);

/** `from` is the address of the client. */
export function control(
  { method, path, host = "", contentType = "", body }: Incoming,
  from: string | undefined,
  parts: Parts,
): Answer {
  if (!isLocal(from ?? "", host))
    return json(403, { errors: [`${path} is only available on this machine: call 127.0.0.1`] });
  const known = actions[path] ?? {};
  const action = Object.hasOwn(known, method) ? known[method] : undefined;
  if (!action) return json(405, { errors: [`${path} takes ${Object.keys(known).join(", ")}, not ${method}`] });
  if (method === "POST" && !/^application\/json\b/i.test(contentType))
    return json(415, { errors: ["the Content-Type must be application/json"] });
  return action(parts, body);
}

/** Help on the endpoints. */
export const controlHelp = `Endpoints of --control (loopback only):
${formatColumns([
  ["GET /control/time", "Show the simulated time."],
  ["POST /control/time", 'Advance the simulated time: {"advance": "90s"} or {"to": "2026-11-25T16:00:00Z"}.'],
  ["GET /control/faults", "List the active faults, including those of the scenario."],
  ["POST /control/faults", 'Add a fault: {"method": "*", "fault": {"kind": "delay", "ms": 500}}.'],
  ["", '"times" removes the fault after that many calls; "after" delays it; "flaps" toggles it periodically.'],
  ["DELETE /control/faults", "Remove all faults."],
])}`;
