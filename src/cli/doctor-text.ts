/** Renders the reports of the doctor as text and as JSON. */
import type { NodeReport } from "../doctor/examine.ts";
import type { Finding } from "../doctor/finding.ts";
import { pluralize } from "../lib/text.ts";
import { type Issue, subjectOf } from "../model/issues.ts";
import { needsAttention } from "../model/state-text.ts";
import { paint } from "./colors.ts";
import { headingOf, issueText, nodeOk, symbols } from "./status-text.ts";

const tones = { ok: "ok", note: "none", problem: "bad" } as const;

function findingText({ check, level, what, why, fix }: Finding, hasColor: boolean): string {
  const label = paint(`${symbols[tones[level]]} ${check}`, tones[level], hasColor);
  const sentences = [what, why].filter(Boolean).join(" ");
  return [`  ${label}: ${sentences}`, ...fix.map((way) => `    → ${way}`), ""].join("\n");
}

type Exporter = { readonly version: string; readonly findings: readonly Finding[] };

export const exporterText = ({ version, findings }: Exporter, hasColor: boolean): string =>
  [`Exporter ${version}\n`, ...findings.map((finding) => findingText(finding, hasColor))].join("");

/** Returns the report on one node: its problems as the command status shows them, then the findings. */
export const nodeText = ({ name, url, status, issues, findings }: NodeReport, hasColor: boolean): string =>
  [
    headingOf({ name, url, node: status?.node }),
    status?.node.state === "ok" ? nodeOk(status, hasColor) : "",
    ...issues.map((issue) => issueText(issue, hasColor)),
    ...findings.map((finding) => findingText(finding, hasColor)),
  ].join("");

function findingOf(issue: Issue): Finding {
  const { state, meaning, fix, steps } = issue;
  return {
    ...{ check: "states", level: needsAttention(state) ? "problem" : "note" },
    ...{ what: `${subjectOf(issue)}: ${state.text}.`, why: meaning },
    fix: fix === undefined ? [] : [[fix, steps].join(" ").trim()],
  };
}

/** Returns the report on all nodes. Scripts read its members: members can be added, but not removed. */
export function reportOn(exporter: Exporter, reports: readonly NodeReport[]) {
  const nodes = reports.map(({ name, url, issues, findings }) => ({
    ...{ name, url, findings: [...issues.map(findingOf), ...findings] },
  }));
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
