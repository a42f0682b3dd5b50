/** What the exporter makes of each fault of the matrix, as a table of the README. */
import { type Data, type NodeFault, nodeFaults, processFaults } from "../../test/e2e/faults/catalogue.ts";
import { code, table } from "./markdown.ts";

const names = (of: readonly string[]) => [...new Set(of.map((name) => code(name.replace(/\{.*/, ""))))].join(", ");

function left(data: Data, when: string): string {
  switch (data.is) {
    case "whole":
      return "all of it";
    case "gone":
      return `gone ${when}`;
    case "partly gone":
      return data.loses.length > 0 ? `that of ${names(data.loses)} is gone ${when}` : "what it says";
    case "kept":
      return `all but ${names(data.keeps)} is gone ${when}`;
    case "what that node says":
      return "what that node says";
    case "what either node says":
      return "what either node says, never both in one round";
    case "what it says":
      return "what it says";
    case "there at times":
      return "there while the node is, and until stale-after";
  }
}
const unavailable = ["bootstrapping", "method_unavailable"];

function row({ name, shows, data }: NodeFault): string[] {
  const fails = shows.some((reason) => !unavailable.includes(reason));
  return [name, shows.map(code).join(", ") || "no failure", left(data, fails ? "after stale-after" : "at once")];
}

export const faultTable = (): string =>
  table(
    ["What happens", "Reason", "The node's data"],
    [...nodeFaults.map(row), ...Object.values(processFaults).map(({ name, shows, data }) => [name, shows, data])],
  );
