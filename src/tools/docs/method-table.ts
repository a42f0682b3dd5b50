import { contract, lockOf, methodOf, pathOf, type RpcMethodName } from "../../node-api/contract.ts";
import { code, table } from "./markdown.ts";

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
const columns = ["Method", "Path", "Effect", "Cost", "Lock", "Needs", "Summary"];

function row(name: RpcMethodName): string[] {
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

/** Every method of the contract as Markdown: a heading and a table for each area. `Lock`: the chain whose lock it takes. */
export function methodTable(): string {
  const names = Object.keys(contract) as RpcMethodName[];
  return Object.entries(areas)
    .map(([area, services]) => {
      const rows = names.filter((name) => services.includes(name.slice(0, name.indexOf(".")))).map(row);
      return `### ${area}\n\n${table(columns, rows)}\n`;
    })
    .join("\n");
}
