/** Renders the status of nodes for a terminal. */

import { formatPercent } from "../../engine/field.ts";
import type { StateText, Tone } from "../../engine/states.ts";
import { stateText } from "../../entities/evidence.ts";
import { type Issue, issuesOf, subjectOf } from "../../entities/issues.ts";
import { nodeStates } from "../../entities/node/state.ts";
import type { StatusDocument } from "../../entities/status.ts";
import { flagsToWatch, maxRows, stopText, tablesOf, titleOf } from "../../entities/status-tables.ts";
import type { Table } from "../../entities/words.ts";
import { formatSpan } from "../../lib/span.ts";
import { paint } from "./io.ts";

export const symbols: Readonly<Record<Tone, string>> = { bad: "✖", warn: "!", wait: "…", none: "–", ok: "✔" };

export type Options = { readonly hasColor: boolean /** Unix seconds. */; readonly now: number };

export const label = ({ tone, text }: StateText) => `${symbols[tone]} ${text}`;

function tableText(table: Table, hasColor: boolean): string {
  const { entity, rows } = table;
  const shown = rows.slice(0, maxRows);
  const [first] = shown;
  if (!first) return "";
  const columns = ["", entity, ...Object.keys(first.cells)];
  const lines = [columns, ...shown.map(({ state, name, cells }) => [label(state), name, ...Object.values(cells)])];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const texts = lines.map((line, row) => {
    const [symbol = "", ...rest] = line.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    const state = shown[row - 1]?.state;
    return `  ${[state ? paint(symbol, state.tone, hasColor) : symbol, ...rest].join("  ")}`.trimEnd();
  });
  const more = rows.length > maxRows ? `  and ${rows.length - maxRows} more in better states\n` : "";
  return `\n${titleOf(table)}\n${texts.join("\n")}\n${more}`;
}

function watchText(status: StatusDocument): string {
  const flags = flagsToWatch(status);
  if (flags.length === 0) return "";
  return `\nNothing is watched. Watch a validator, an L1 or an L1 validator:\n${flags.map((flag) => `  ${flag}\n`).join("")}`;
}

export function issueText(issue: Issue, hasColor: boolean): string {
  const { entity, state, meaning, fix, steps } = issue;
  const shown = label({ ...state, text: issue.label });
  const who = entity === "" ? "" : ` ${subjectOf(issue)}.`;
  const arrow = fix === undefined ? "" : `    → ${fix}${steps && ` ${steps}`}\n`;
  return `  ${paint(shown, state.tone, hasColor)}:${who} ${meaning}\n${arrow}`;
}

type Headed = Pick<StatusDocument, "name" | "url"> & { readonly node: StatusDocument["node"] | undefined };

/** Returns the line with the address of a node, its network, version and ID, as far as they are known. */
export function headingOf({ name, url, node }: Headed): string {
  const about = [node?.network, node?.version, node?.node_id].filter(Boolean).join(", ");
  return `${name === "" ? "Node" : `Node ${name} at`} ${url}${about === "" ? "" : ` (${about})`}\n`;
}

export function nodeOk({ node }: StatusDocument, hasColor: boolean): string {
  const state = stateText(nodeStates, node.state);
  const facts = [
    ...(node.connected_ratio === null ? [] : [`connected to ${formatPercent(node.connected_ratio)} of the stake`]),
    ...(node.pchain_block_age_seconds === null
      ? []
      : [`last P-Chain block ${formatSpan(node.pchain_block_age_seconds)} ago`]),
  ];
  return `  ${paint(label(state), state.tone, hasColor)}${facts.length > 0 ? `: ${facts.join(", ")}` : ""}\n`;
}

/** Returns the status of one node. */
export function statusText(status: StatusDocument, { hasColor, now }: Options): string {
  const { node } = status;
  const stop = stopText(status);
  return [
    headingOf(status),
    node.state === "ok" ? nodeOk(status, hasColor) : "",
    ...issuesOf(status, now).map((issue) => issueText(issue, hasColor)),
    ...tablesOf(status, now).map((table) => tableText(table, hasColor)),
    stop === "" ? "" : `\n${stop}.\n`,
    watchText(status),
  ].join("");
}
