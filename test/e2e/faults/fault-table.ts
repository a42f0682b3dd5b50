/** The table of faults and their effect. */
import { code, table } from "../../../src/tools/docs/markdown.ts";
import { type Data, type NodeFault, nodeFaults, processFaults } from "./catalog.ts";

const names = (of: readonly string[]) => [...new Set(of.map((name) => code(name.replace(/\{.*/, ""))))].join(", ");

function left(data: Data, when: string): string {
  switch (data.is) {
    case "gone":
      return `dropped ${when}`;
    case "partly gone":
      return data.loses.length > 0 ? `${names(data.loses)} dropped ${when}` : "exported as returned";
    case "values of that node":
      return "that of the new node";
    case "values of either node":
      return "that of either node, never of both in one run";
    case "there at times":
      return "available while the node is, and until `stale_after`";
  }
}
const unavailable = ["bootstrapping", "method_unavailable"];

function row({ name, shows, data }: NodeFault): string[] {
  const fails = shows.some((reason) => !unavailable.includes(reason));
  return [name, shows.map(code).join(", ") || "none", left(data, fails ? "after `stale_after`" : "immediately")];
}

export const faultTable = (): string =>
  table(
    ["Fault", "Reason", "Data of the node"],
    [...nodeFaults.map(row), ...Object.values(processFaults).map(({ name, shows, data }) => [name, shows, data])],
  );
