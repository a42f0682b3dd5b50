/** Renders the status of nodes, and the explanation of one watched entity, for a terminal. */
import { formatPercent } from "../../engine/field.ts";
import { needsAttention, type StateText, type Tone } from "../../engine/states.ts";
import { explainAddress } from "../../entities/address/address.ts";
import { stateText } from "../../entities/evidence.ts";
import { type Issue, issuesOf, labelOf, subjectOf } from "../../entities/issues.ts";
import { explainL1 } from "../../entities/l1/words.ts";
import { explainL1Validator } from "../../entities/l1-validator/words.ts";
import { nodeStates } from "../../entities/node/state.ts";
import type { StatusDocument } from "../../entities/status.ts";
import { contextOf, flagsToWatch, maxRows, stopText, tablesOf, titleOf } from "../../entities/status-tables.ts";
import { explainSubnet } from "../../entities/subnet/subnet.ts";
import { explainValidator } from "../../entities/validator/words.ts";
import type { Subject, Table } from "../../entities/words.ts";
import { formatSpan } from "../../lib/duration.ts";
import { keyOf } from "./command.ts";
import { paint } from "./io.ts";

export const symbols: Readonly<Record<Tone, string>> = { bad: "✖", warn: "!", wait: "…", none: "–", ok: "✔" };

export type Options = {
  readonly hasColor: boolean;
  /** Whether settings are shown as keys of the configuration file, and not as flags. */
  readonly hasFile?: boolean;
  /** Unix seconds. */
  readonly now: number;
};

const label = ({ tone, text }: StateText) => `${symbols[tone]} ${text}`;

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

function watchText(status: StatusDocument, hasFile: boolean): string {
  const flags = flagsToWatch(status).map((flag) => `  ${hasFile ? keyOf(flag) : flag}\n`);
  return flags.length === 0
    ? ""
    : `\nNothing is watched. Watch a validator, an L1 or an L1 validator:\n${flags.join("")}`;
}

export function issueText(issue: Issue, hasColor: boolean): string {
  const { entity, state, meaning, fix, steps } = issue;
  const shown = label({ ...state, text: issue.label });
  const who = entity === "" ? "" : ` ${subjectOf(issue)}.`;
  const arrow = fix === undefined ? "" : `    → ${fix}${steps && ` ${steps}`}\n`;
  return `  ${paint(shown, state.tone, hasColor)}:${who} ${meaning}\n${arrow}`;
}

/** Returns the line with the address of a node, its network, version and ID, as far as they are known. */
export function headingOf(name: string, url: string, node: StatusDocument["node"] | undefined): string {
  const about = [node?.network, node?.version, node?.node_id].filter(Boolean).join(", ");
  return `${name === "" ? "Node" : `Node ${name} at`} ${url}${about === "" ? "" : ` (${about})`}\n`;
}

export function nodeOk({ node, chains }: StatusDocument, hasColor: boolean): string {
  const { connected_ratio: connected } = node;
  const age = chains.find(({ chain }) => chain === "P")?.block_age_seconds ?? node.pchain_block_age_seconds;
  const state = stateText(nodeStates, node.state);
  const facts = [
    connected === null ? "" : `connected to ${formatPercent(connected)} of the stake`,
    age === null ? "" : `last P-Chain block ${formatSpan(age)} ago`,
  ].filter(Boolean);
  return `  ${paint(label(state), state.tone, hasColor)}${facts.length > 0 ? `: ${facts.join(", ")}` : ""}\n`;
}

/** Returns the status of one node. */
export function statusText(status: StatusDocument, { hasColor, hasFile = false, now }: Options): string {
  const { name, url, node } = status;
  const stop = stopText(status);
  return [
    headingOf(name, url, node),
    node.state === "ok" ? nodeOk(status, hasColor) : "",
    ...issuesOf(status, now).map((issue) => issueText(issue, hasColor)),
    ...tablesOf(status, now).map((table) => tableText(table, hasColor)),
    stop === "" ? "" : `\n${stop}.\n`,
    watchText(status, hasFile),
  ].join("");
}

/** Returns the names of each watched entity: IDs, and the alias. */
const namesIn = ({ validators, subnets, l1s, l1_validators, addresses }: StatusDocument) => [
  ...validators.map(explainValidator.names),
  ...subnets.map(explainSubnet.names),
  ...l1s.map(explainL1.names),
  ...l1_validators.map(explainL1Validator.names),
  ...addresses.map(explainAddress.names),
];
/** Returns the names of watched entities for an error: aliases, otherwise IDs. */
export const watchedNames = (all: readonly StatusDocument[]): readonly string[] => [
  ...new Set(all.flatMap(namesIn).map((names) => names.findLast((name) => name !== "") ?? "")),
];
/** Returns the IDs and aliases that a text names: the one that it is, otherwise all that it is the beginning of. The
 *  case of its letters does not matter for a beginning, as in an EVM address. */
export function namedBy(all: readonly StatusDocument[], text: string): readonly string[] {
  const known = [...new Set(all.flatMap(namesIn).flat())];
  const beginning = text.replace(/(…|\.\.\.)$/, "").toLowerCase();
  if (known.includes(text)) return [text];
  return known.filter((name) => beginning !== "" && name.toLowerCase().startsWith(beginning));
}

/** Returns all entities of a status that an ID or an alias names. The ID of an L1 names its watched validators, too. */
function subjectsOf(status: StatusDocument, id: string, now: number): readonly Subject[] {
  const context = contextOf(status, now);
  const is = (names: readonly string[]) => names.includes(id);
  const { validators, subnets, l1s, l1_validators, addresses } = status;
  return [
    ...validators.filter((one) => is(explainValidator.names(one))).map((one) => explainValidator.subject(one, context)),
    ...subnets.filter((one) => is(explainSubnet.names(one))).map((one) => explainSubnet.subject(one, context)),
    ...l1s.filter((one) => is(explainL1.names(one))).map((one) => explainL1.subject(one, context)),
    ...l1_validators
      .filter((one) => is([...explainL1Validator.names(one), one.subnet_id]))
      .map((one) => explainL1Validator.subject(one, context)),
    ...addresses.filter((one) => is(explainAddress.names(one))).map((one) => explainAddress.subject(one, context)),
  ];
}

function subjectText({ title, state, since, fix = state.fix, details }: Subject, { hasColor, now }: Options): string {
  const known = details.filter((detail) => detail !== undefined);
  const width = Math.max(...known.map(([name]) => name.length));
  const lines = known.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join("");
  const advice = fix === undefined ? "" : `  → ${fix}\n`;
  const shown = label({ ...state, text: labelOf(state, [since], now) });
  const meaning = state.tone === "ok" ? "" : `: ${state.meaning}`;
  return `${title}\n  ${paint(shown, state.tone, hasColor)}${meaning}\n${lines}${advice}`;
}

type ExplainOptions = Options & { readonly isOneOfSeveral?: boolean };
/** Returns the explanation of the entities that an ID or an alias names, and whether all are ok; undefined without such
 *  an entity. */
export function explain(status: StatusDocument, id: string, { hasColor, now, isOneOfSeveral = false }: ExplainOptions) {
  const subjects = subjectsOf(status, id, now);
  if (subjects.length === 0) return undefined;
  const observer = stateText(nodeStates, status.node.state);
  const first = [
    isOneOfSeveral ? ([["Seen by", status.name || status.url]] as const) : [],
    needsAttention(observer) ? ([["Observer", `${observer.text}: ${observer.meaning}`]] as const) : [],
  ].flat();
  const text = subjects.map((one) => subjectText({ ...one, details: [...first, ...one.details] }, { hasColor, now }));
  return { text: text.join("\n"), isOk: subjects.every(({ state }) => state.tone === "ok" || state.tone === "none") };
}
