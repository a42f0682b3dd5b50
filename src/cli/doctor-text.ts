/** Renders findings as text and as JSON. */
import type { Level } from "../doctor/check.ts";
import type { CheckedFinding, NodeReport } from "../doctor/run-checks.ts";
import { pluralize } from "../lib/text.ts";
import { formatColumns } from "../lib/text-table.ts";
import { paint } from "./colors.ts";

const tones = { ok: "ok", note: "warn", problem: "bad" } as const;
const levelColumnWidth = "problem".length;
/** Replaces a blank at which lines must not be broken. */
const noBreakSpace = "\u00a0";

/** Keeps commands on one line, so that they can be copied. */
const keepCodeOnOneLine = (text: string) =>
  text.replace(/`[^`]*`/g, (command) => command.replaceAll(" ", noBreakSpace));

type Row = readonly [left: string, right: string];

/** Returns the rows of a finding. Each fix has an arrow in the left column, which ends at `margin`. */
function rowsOf({ check, level, what, why, fix }: CheckedFinding, margin: number): Row[] {
  const rows: Row[] = [[`${level.padEnd(levelColumnWidth)}  ${check}`, what]];
  if (why !== "") rows.push(["", why]);
  for (const way of fix) rows.push(["→".padStart(margin), way]);
  return rows.map(([left, right]) => [left, keepCodeOnOneLine(right)]);
}

const colored = (text: string) =>
  text
    .replace(/^ {2}(ok|note|problem)\b/gm, (all, level: Level) => all.replace(level, paint(level, tones[level])))
    .replace(/`[^`]*`/g, (command) => paint(command, "code"));

export type Exporter = { readonly version: string; readonly findings: readonly CheckedFinding[] };

function block(heading: string, findings: readonly CheckedFinding[], color: boolean): string {
  const margin = levelColumnWidth + 2 + Math.max(0, ...findings.map(({ check }) => check.length)) + 2;
  const text = formatColumns(findings.flatMap((finding) => rowsOf(finding, margin))).replaceAll(noBreakSpace, " ");
  if (!color) return `${heading}\n${text}\n`;
  return `${paint(heading, "title")}\n${colored(text)}\n`;
}

export const exporterText = ({ version, findings }: Exporter, color: boolean): string =>
  block(`Exporter ${version}`, findings, color);

export const sectionText = ({ name, url, findings }: NodeReport, color: boolean): string =>
  block(name === "" ? `Node ${url}` : `Node ${name} at ${url}`, findings, color);

/** Returns the report on all nodes. Scripts read its members: members can be added, but not removed. */
export function reportOn(exporter: Exporter, nodes: readonly NodeReport[]) {
  const all = [exporter, ...nodes].flatMap(({ findings }) => findings);
  const { problem = [], note = [] } = Object.groupBy(all, ({ level }) => level);
  return { ok: problem.length === 0, problems: problem.length, notes: note.length, exporter, nodes };
}
type Report = ReturnType<typeof reportOn>;

export const summaryText = ({ problems, notes }: Report): string => {
  const and = notes > 0 ? `, ${pluralize(notes, "note")}` : "";
  if (problems > 0) return `${pluralize(problems, "problem")}${and}.\n`;
  return `No problems found${and}.\n`;
};
