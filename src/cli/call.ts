import type * as z from "zod";
import { columns } from "../config/columns.ts";
import { suggest } from "../config/suggest.ts";
import { isTree, members } from "../config/walk.ts";
import { mistakesIn, wording } from "../config/wording.ts";
import { contract, isName, laneOf, methodOf, type Name, pathOf } from "../contract/contract.ts";
import { primaryNetwork } from "../contract/ids.ts";
import { indexes } from "../contract/index-api.ts";
import { NodeError } from "../node/errors.ts";
import { formatJson, parseJson } from "../node/json.ts";
import { command } from "./command.ts";
import { exit, type Io, noNode, refuse } from "./io.ts";

type Asked = { readonly name: Name; readonly params: unknown; readonly at: string | undefined };
type Flags = {
  readonly chain?: string;
  readonly index?: string;
  readonly all?: boolean;
  readonly "allow-write"?: boolean;
};

const paged = Object.keys(contract).filter((name) => methodOf(name as Name).pages);

/** The call that the words ask for, or what is wrong with them. */
function understand([method, text = "{}"]: readonly string[], flags: Flags): Asked | readonly string[] {
  if (method === undefined) return ["METHOD is missing: call --list shows them all"];
  if (!isName(method))
    return [
      `${method}: unknown method; ${suggest(method, { names: Object.keys(contract), allowed: ["see call --list"] })}`,
    ];
  const entry = methodOf(method);
  if (entry.effect === "write" && !flags["allow-write"]) {
    return [`${method} changes the node or the chain: give --allow-write if that is what you want`];
  }
  if (flags.all && !entry.pages) return [`--all: ${method} has no pages; those of ${paged.join(", ")} have`];
  const { choice } = entry.on;
  for (const flag of ["chain", "index"] as const) {
    if (flags[flag] !== undefined && choice?.of !== flag) return [`--${flag}: ${method} has no choice of ${flag}`];
  }
  const at = choice && flags[choice.of];
  if (choice && at === undefined && choice.default === undefined) {
    return [`${method}: --${choice.of} is missing; allowed: ${choice.values?.join(", ")}`];
  }
  if (choice?.values && at !== undefined && !(choice.values as readonly string[]).includes(at)) {
    return [`--${choice.of}: "${at}" is not one of ${choice.values.join(", ")}`];
  }
  let params: unknown;
  try {
    params = parseJson(text);
  } catch {
    return [`PARAMS: not JSON: ${text}`];
  }
  const mistakes = mistakesOf(
    entry.params,
    flags.all && isTree(params) ? { ...entry.pages?.first, ...params } : params,
  );
  return mistakes.length > 0 ? mistakes : { name: method, params, at };
}

/** The node ignores parameters that it does not know, and answers about something else. */
function mistakesOf(schema: z.ZodType, params: unknown): string[] {
  const names = Object.keys(members(schema));
  const unknown = isTree(params) ? Object.keys(params).filter((name) => !names.includes(name)) : [];
  const strangers = unknown.map((name) => `PARAMS: ${name}: unknown parameter; ${suggest(name, { names })}`);
  const { error } = schema.safeParse(params, { error: wording });
  const faults = mistakesIn(schema, error?.issues ?? []).map(
    ({ path, text }) => `PARAMS: ${[...path.map(String), text].join(": ")}`,
  );
  return [...strangers, ...faults];
}

/** What the contract knows of a method, for a person. */
function describe([name = ""]: readonly string[]): string {
  if (!isName(name)) return "For one method: avalanche-exporter call METHOD --help";
  const { summary, effect, cost, on, since, deprecated, sample, quirks = [] } = methodOf(name);
  const rows = [
    ["effect", effect],
    ["cost", cost],
    ["needs", on.flag],
    ["since", since],
    ["deprecated", deprecated],
    ["example", JSON.stringify(sample.params)],
  ].flatMap(([fact = "", text]) => (text ? [[fact, text] as const] : []));
  return [`${name}: ${summary}`, columns(rows), ...quirks.map((quirk) => `  ${quirk}`)].join("\n");
}

function list(io: Io) {
  const rows = Object.keys(contract).map((name) => {
    const method = methodOf(name as Name);
    const { choice } = method.on;
    const path = pathOf(method, choice && `{${choice.of}}`);
    const lock = laneOf(method, choice && `{${choice.of}}`);
    const facts = [method.effect, method.cost, lock && `lock ${lock}`, path, method.deprecated && "deprecated"];
    return [name, facts.filter(Boolean).join("  ")] as const;
  });
  io.out(`${columns(rows)}\n`);
  return exit.ok;
}

export const call = command({
  name: "call",
  operands: ["METHOD", "[PARAMS]"],
  words: Object.keys(contract),
  flags: {
    list: { kind: "boolean", description: "List all methods with effect, cost, lock and path." },
    chain: { kind: "string", description: "For avm.* and proposervm.*: the chain, by alias or ID." },
    index: { kind: "string", description: "For index.*: the index, such as P/block.", values: indexes },
    all: { kind: "boolean", description: `All pages, one entry a line: of ${paged.join(", ")}.` },
    "allow-write": { kind: "boolean", description: "Allow a method that changes the node or the chain." },
  },
  examples: [
    "platform.getFeeState",
    `platform.getCurrentSupply '{"subnetID":"${primaryNetwork}"}'`,
    "index.getLastAccepted --index P/block",
    "index.getContainerRange --index P/block --all | jq -r .timestamp",
    "--list",
  ],
  shortHelp: true,
  more: describe,
  run: async (io, config, { flags, operands }) => {
    if (flags.list) return list(io);
    const asked = understand(operands, flags);
    if (!("name" in asked)) return refuse(io, asked);
    if (!config.node) return refuse(io, [noNode]);
    const { createNodeClient } = await import("../node/client.ts");
    const client = createNodeClient(config.node);
    try {
      const { pages } = methodOf(asked.name);
      if (flags.all && pages) await (await import("./pages.ts")).printPages(io, client, asked, pages);
      else io.out(`${formatJson(await client.callWire({ signal: io.stop }, asked.name, asked.params, asked.at))}\n`);
      return exit.ok;
    } catch (error) {
      if (io.stop.aborted) return exit.failed;
      if (!(error instanceof NodeError)) throw error;
      io.err(`${error.message}\n`);
      return exit.failed;
    } finally {
      await client.close();
    }
  },
});
