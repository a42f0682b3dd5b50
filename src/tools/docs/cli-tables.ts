/** Tables of the command line: commands, settings, exit statuses, and the methods of `call`. */
import { exitStatuses, summaries } from "../../app/cli/usage.ts";
import { collapseCollectors, configFile, entriesOf, variableOf } from "../../app/config/options.ts";
import { configSchema } from "../../app/config/schema.ts";
import { formatPath } from "../../app/config/schema-walk.ts";
import type { Collector } from "../../engine/collector.ts";
import { contract, lockOf, methodOf, pathOf, type RpcMethodName } from "../../node-api/contract.ts";
import { code, table } from "./markdown.ts";

export const commandTable = (): string =>
  table(
    ["Command", "Description"],
    Object.entries(summaries).map(([name, summary]) => [code(`avalanche-exporter ${name}`), summary]),
  );

export const exitStatusTable = (): string =>
  table(
    ["Status", "Commands", "Meaning"],
    exitStatuses.map(({ status, commands, meaning }) => [
      String(status),
      commands.length === 0 ? "all" : commands.map(code).join(", "),
      meaning.replace(/--\w+/g, code),
    ]),
  );

export function configTable(collectors: readonly Collector[]): string {
  const entries = collapseCollectors([configFile, ...entriesOf(configSchema(collectors))]);
  const rows = entries.map(({ path, kind, flag, isFileOnly, defaultText, description }) => [
    isFileOnly ? "" : code(`--${flag}`) + (kind === "boolean" ? `, ${code(`--no-${flag}`)}` : ""),
    code(formatPath(path)),
    isFileOnly ? "" : code(variableOf(flag)),
    code(defaultText),
    description,
  ]);
  return table(["Flag", "Configuration key", "Environment variable", "Default", "Meaning"], rows);
}

const areas: Readonly<Record<string, readonly string[]>> = {
  "P-Chain": ["platform"],
  "X-Chain": ["avm", "wallet"],
  "Container index": ["index"],
  Administration: ["admin"],
  Node: ["info", "health"],
  "C-Chain": ["avax"],
  "Block proposals": ["proposervm"],
  "EVM chains": ["eth", "validators"],
};

function methodRow(name: RpcMethodName): string[] {
  const method = methodOf(name);
  const { endpoint, effect, cost, summary } = method;
  const selector = endpoint.selector && `<${endpoint.selector.of}>`;
  const lock = lockOf(method, selector);
  return [
    code(name),
    code(pathOf(method, selector)),
    effect,
    cost,
    lock === undefined ? "none" : lock === selector ? code(lock) : lock,
    endpoint.flag ? code(endpoint.flag) : "",
    summary,
  ];
}

/** Returns a heading and a table of the methods for each area. `Lock`: the chain whose lock it takes. */
export function methodTable(): string {
  const names = Object.keys(contract) as RpcMethodName[];
  return Object.entries(areas)
    .map(([area, services]) => {
      const rows = names.filter((name) => services.includes(name.slice(0, name.indexOf(".")))).map(methodRow);
      return `### ${area}\n\n${table(["Method", "Path", "Effect", "Cost", "Lock", "Needs", "Summary"], rows)}\n`;
    })
    .join("\n");
}
