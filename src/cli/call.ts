import * as z from "zod";
import { contract, isMethodName, lockOf, methodOf, pathOf, type RpcMethodName } from "../api/contract.ts";
import { primaryNetwork } from "../api/ids.ts";
import { indexes } from "../api/index-api.ts";
import { errorMap, formatIssues } from "../config/error-messages.ts";
import { isPlainObject, members } from "../config/schema-walk.ts";
import { suggest } from "../config/suggest.ts";
import { columns } from "../lib/text-table.ts";
import { NodeError } from "../node/errors.ts";
import { createNodeClient } from "../rpc/client.ts";
import { formatJson, parseJson } from "../rpc/json.ts";
import { command } from "./command.ts";
import { exit, noSingleNodeMessage, printErrors } from "./io.ts";
import { type CallRequest, printPages } from "./paginate.ts";

const paginatedMethods = Object.keys(contract).filter((name) => methodOf(name as RpcMethodName).pagination);

const flags = {
  list: z.boolean().optional().describe("List all methods with effect, cost, chain lock and path."),
  chain: z.string().optional().describe("Chain alias or ID, for avm.* and proposervm.*."),
  index: z
    .enum(indexes, { error: ({ input }) => `unknown index "${input}"; allowed: ${indexes.join(", ")}` })
    .optional()
    .meta({ value: "TEXT", description: "Index such as P/block, for index.*." }),
  all: z
    .boolean()
    .optional()
    .describe(`Fetch all pages and print one entry per line, for ${paginatedMethods.join(", ")}.`),
  "allow-write": z.boolean().optional().describe("Allow a method that modifies the node or the chain."),
};
type Flags = z.output<z.ZodObject<typeof flags>>;

function parseCall([method, text = "{}"]: readonly string[], flags: Flags): CallRequest | readonly string[] {
  const names = Object.keys(contract);
  if (method === undefined) return ['METHOD is missing; use "call --list" to list all methods'];
  if (!isMethodName(method))
    return [`${method}: unknown method; ${suggest(method, { names, allowed: ["the methods listed by call --list"] })}`];
  const { effect, pagination, params: schema, endpoint } = methodOf(method);
  if (effect === "write" && !flags["allow-write"])
    return [`${method} modifies the node or the chain; pass --allow-write to confirm`];
  if (flags.all && !pagination)
    return [`--all: ${method} is not paginated; paginated methods: ${paginatedMethods.join(", ")}`];
  const { selector } = endpoint;
  for (const flag of ["chain", "index"] as const)
    if (flags[flag] !== undefined && selector?.of !== flag) return [`--${flag}: ${method} takes no ${flag}`];
  const at = selector && flags[selector.of];
  if (selector && at === undefined && selector.default === undefined)
    return [`${method}: --${selector.of} is missing; allowed: ${selector.values?.join(", ")}`];
  let params: unknown;
  try {
    params = parseJson(text);
  } catch {
    return [`PARAMS: invalid JSON: ${text}`];
  }
  const errors = validateParams(
    schema,
    flags.all && isPlainObject(params) ? { ...pagination?.defaults, ...params } : params,
  );
  return errors.length > 0 ? errors : { name: method, params, at };
}

/** Returns the errors of the parameters, including unknown ones, which the node would ignore. */
function validateParams(schema: z.ZodType, params: unknown): string[] {
  const names = Object.keys(members(schema));
  const unknown = isPlainObject(params) ? Object.keys(params).filter((name) => !names.includes(name)) : [];
  const { error } = schema.safeParse(params, { error: errorMap });
  return [
    ...unknown.map((name) => `PARAMS: ${name}: unknown parameter; ${suggest(name, { names })}`),
    ...formatIssues(schema, error?.issues ?? []).map(({ path, text }) => ["PARAMS", ...path, text].join(": ")),
  ];
}

function describeMethod([name = ""]: readonly string[]): string {
  if (!isMethodName(name)) return 'Run "avalanche-exporter call METHOD --help" for the details of a method.';
  const { summary, effect, cost, endpoint, since, deprecated, exampleParams, quirks = [] } = methodOf(name);
  const facts = { effect, cost, needs: endpoint.flag, since, deprecated, example: JSON.stringify(exampleParams) };
  const rows = Object.entries(facts).flatMap(([fact, text]) => (text ? [[fact, text] as const] : []));
  return [`${name}: ${summary}`, columns(rows), ...quirks.map((quirk) => `  ${quirk}`)].join("\n");
}

function listMethods(): string {
  const rows = Object.keys(contract).map((name) => {
    const method = methodOf(name as RpcMethodName);
    const { effect, cost, endpoint, deprecated } = method;
    const at = endpoint.selector && `{${endpoint.selector.of}}`;
    const lock = lockOf(method, at);
    const facts = [effect, cost, lock && `lock ${lock}`, pathOf(method, at), deprecated && "deprecated"];
    return [name, facts.filter(Boolean).join("  ")] as const;
  });
  return `${columns(rows)}\n`;
}

export const call = command({
  name: "call",
  operands: ["METHOD", "[PARAMS]"],
  words: Object.keys(contract),
  flags,
  examples: [
    "platform.getFeeState",
    `platform.getCurrentSupply '{"subnetID":"${primaryNetwork}"}'`,
    "index.getLastAccepted --index P/block",
    "index.getContainerRange --index P/block --all | jq -r .timestamp",
    "--list",
  ],
  more: describeMethod,
  run: async (io, config, { flags, operands }) => {
    if (flags.list) {
      io.out(listMethods());
      return exit.ok;
    }
    const call = parseCall(operands, flags);
    if (!("name" in call)) return printErrors(io, call);
    if (!config.node) return printErrors(io, [noSingleNodeMessage]);
    const { name, params, at } = call;
    const { pagination } = methodOf(name);
    const client = createNodeClient(config.node);
    try {
      if (flags.all && pagination) await printPages(io, client, call, pagination);
      else io.out(`${formatJson(await client.callWire({ signal: io.stop }, name, params, at))}\n`);
      return exit.ok;
    } catch (error) {
      if (io.stop.aborted) return exit.failed;
      if (!(error instanceof NodeError)) throw error;
      return printErrors(io, [error.message], exit.failed);
    } finally {
      await client.close();
    }
  },
});
