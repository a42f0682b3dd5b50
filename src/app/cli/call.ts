import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import { showUrl } from "../../lib/redaction.ts";
import { errorMap, formatIssues, isPlainObject, members } from "../../lib/schema.ts";
import { formatColumns, formatJson, parseJson, suggest } from "../../lib/text.ts";
import { createNodeClient, type NodeClient } from "../../node-api/client.ts";
import { contract, isMethodName, lockOf, methodOf, pathOf, type RpcMethodName } from "../../node-api/contract.ts";
import { attempt, NodeError, type NodeFailure, plainFixOf, reasonOf, withoutCode } from "../../node-api/errors.ts";
import { primaryNetwork } from "../../node-api/ids.ts";
import { indexes } from "../../node-api/index-api.ts";
import { consequenceOf, howToEnable, type Pagination } from "../../node-api/method.ts";
import { command, selectNode, targetFlag } from "./command.ts";
import { exitCodes, type Io, printErrors, UsageError } from "./io.ts";

const paginatedMethods = Object.keys(contract).filter((name) => methodOf(name as RpcMethodName).pagination);

const flags = {
  list: z.boolean().optional().describe("List all methods with effect, cost, chain lock and path."),
  chain: z.string().optional().describe("Chain alias or ID, for avm.* and proposervm.*."),
  index: z
    .enum(indexes, { error: ({ input }) => `unknown index "${input}"; allowed: ${indexes.join(", ")}` })
    .optional()
    .meta({ placeholder: "TEXT", description: "Index such as P/block, for index.*." }),
  all: z
    .boolean()
    .optional()
    .describe(`Fetch all pages and print one entry per line, for ${paginatedMethods.join(", ")}.`),
  target: targetFlag,
  "allow-write": z.boolean().optional().describe("Allow a method that modifies the node or the chain."),
};
type Flags = z.output<z.ZodObject<typeof flags>>;

/** Returns the methods of this name in any API, otherwise the closest match. */
function suggestMethod(text: string): string {
  const names = Object.keys(contract);
  const inApis = names.filter((name) => name.endsWith(`.${text}`));
  if (inApis.length > 0) return `did you mean ${inApis.join(" or ")}?`;
  return suggest(text, { names, otherwise: "call --list lists all methods" });
}

/** Returns the method with its parameters and the selected chain or index. */
function parseCall([method, text = "{}"]: readonly string[], flags: Flags) {
  if (method === undefined) throw new UsageError('METHOD is missing; use "call --list" to list all methods');
  if (!isMethodName(method)) throw new UsageError(`${method}: unknown method; ${suggestMethod(method)}`);
  const { effect, pagination, params: schema, endpoint, exampleParams } = methodOf(method);
  if (effect === "write" && !flags["allow-write"])
    throw new UsageError(`${method} modifies the node or the chain; pass --allow-write to confirm`);
  if (flags.all && !pagination)
    throw new UsageError(`--all: ${method} is not paginated; paginated methods: ${paginatedMethods.join(", ")}`);
  const { selector: definition } = endpoint;
  for (const flag of ["chain", "index"] as const)
    if (flags[flag] !== undefined && definition?.of !== flag)
      throw new UsageError(`--${flag}: ${method} takes no ${flag}`);
  const selector = definition && flags[definition.of];
  if (definition && selector === undefined && definition.default === undefined)
    throw new UsageError(
      `${method}: --${definition.of} is missing; allowed: ${definition.values?.join(", ") ?? "the ID or an alias of a chain"}`,
    );
  let params: unknown;
  try {
    params = parseJson(text);
  } catch (cause) {
    throw new UsageError(`PARAMS: invalid JSON: ${text}`, { cause });
  }
  const whole = flags.all && isPlainObject(params) ? { ...pagination?.defaults, ...params } : params;
  const errors = validateParams(schema, whole);
  if (errors.length > 0)
    throw new UsageError([...errors, `PARAMS: example: '${JSON.stringify(exampleParams)}'`].join("\n"));
  return { name: method, params, selector };
}

type CallRequest = ReturnType<typeof parseCall>;

/** Returns the errors of the parameters, including unknown ones, which the node would ignore. */
function validateParams(schema: z.ZodType, params: unknown): string[] {
  const names = Object.keys(members(schema));
  const unknown = isPlainObject(params) ? Object.keys(params).filter((name) => !names.includes(name)) : [];
  const { error } = schema.safeParse(params, { error: errorMap });
  return [
    ...unknown.map((name) => `PARAMS: ${name}: unknown parameter; ${suggest(name, { names })}`),
    ...formatIssues(schema, error?.issues).map(({ path, text }) => ["PARAMS", ...path, text].join(": ")),
  ];
}

/** Returns the documentation of a method, or undefined for an unknown one. */
function describeMethod([name = ""]: readonly string[]): string | undefined {
  if (!isMethodName(name)) return undefined;
  const { summary, effect, cost, endpoint, exampleParams, quirks = [] } = methodOf(name);
  const { flag } = endpoint;
  const needs = flag && withoutCode([flag, consequenceOf(flag)].filter(Boolean).join(": "));
  const facts = { effect, cost, needs, example: JSON.stringify(exampleParams) };
  const rows = Object.entries(facts).flatMap(([fact, text]) => (text ? [[fact, text] as const] : []));
  return [`${name}: ${summary}`, formatColumns(rows), ...quirks.map((quirk) => `  ${quirk}`)].join("\n");
}

function listMethods(): string {
  const rows = Object.keys(contract).map((name) => {
    const method = methodOf(name as RpcMethodName);
    const { effect, cost, endpoint } = method;
    const selector = endpoint.selector && `{${endpoint.selector.of}}`;
    const lock = lockOf(method, selector);
    const facts = [effect, cost, lock && `lock ${lock}`, pathOf(method, selector)];
    return [name, facts.filter(Boolean).join("  ")] as const;
  });
  return `${formatColumns(rows)}\n`;
}

/** Fetches all pages, and prints one entry per line. Duplicate text entries of overlapping pages are printed once. Throws if a call
 *  fails. A page after the first one that is unavailable is the end. */
export async function printPages(
  io: Io,
  client: Pick<NodeClient, "callWire">,
  { name, params, selector }: CallRequest,
  { defaults, items: itemsOf, next: nextOf }: Pagination,
): Promise<void> {
  let request: Readonly<Record<string, unknown>> | undefined = { ...defaults, ...(params as object) };
  const seen = new Set<unknown>();
  for (let pages = 0; request; pages++) {
    const { value: page, error } = await attempt(client.callWire({ signal: io.stop }, name, request, selector));
    if (error?.unavailable && pages > 0) return; // the previous page was the last one
    if (error) throw error;
    const items = itemsOf(page as never);
    const fresh = items.filter((item) => typeof item !== "string" || !seen.has(item));
    for (const item of fresh) if (typeof item === "string") seen.add(item);
    io.out(fresh.map((item) => `${formatJson(item, 0)}\n`).join(""));
    await setTimeout(); // lets the output be written before the next call
    const next = nextOf(request as never, page as never);
    request = formatJson(next ?? null) === formatJson(request) ? undefined : next;
  }
}

/** Returns the steps against a failure; undefined for an error of the node, whose text explains itself. */
function fixFor(failure: NodeFailure, url: string): string | undefined {
  if (reasonOf(failure) === "rpc_error") return undefined;
  const { flag } = failure;
  return flag === undefined ? plainFixOf(failure, url) : withoutCode(howToEnable(flag)); // no collector is involved
}

export const call = command({
  name: "call",
  operands: ["METHOD", "[PARAMS]"],
  operandValues: Object.keys(contract),
  flags,
  examples: [
    "platform.getFeeState",
    `platform.getCurrentSupply '{"subnetID":"${primaryNetwork}"}'`,
    "index.getLastAccepted --index P/block",
    "index.getContainerRange --index P/block --all | jq -r .timestamp",
    "--list",
  ],
  uses: (key) => key === "" || key.startsWith("node."),
  about: describeMethod,
  details: 'Run "avalanche-exporter call METHOD --help" for the details of a method.',
  run: async (io, config, { flags, operands }) => {
    if (flags.list) {
      io.out(listMethods());
      return exitCodes.ok;
    }
    const call = parseCall(operands, flags);
    const { node } = selectNode(config, flags.target);
    const { name, params, selector } = call;
    const { pagination } = methodOf(name);
    const client = createNodeClient(node);
    try {
      if (flags.all && pagination) await printPages(io, client, call, pagination);
      else io.out(`${formatJson(await client.callWire({ signal: io.stop }, name, params, selector))}\n`);
      return exitCodes.ok;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      const { failure, message } = error;
      const fix = fixFor(failure, showUrl(node.url));
      return printErrors(io, [fix === undefined ? message : `${message}; ${fix}`], exitCodes.failed);
    } finally {
      await client.close();
    }
  },
});
