/** Explains one watched entity on a terminal. */
import { needsAttention } from "../../engine/states.ts";
import { stateText } from "../../entities/evidence.ts";
import { labelOf } from "../../entities/issues.ts";
import { explainL1 } from "../../entities/l1/words.ts";
import { explainL1Validator } from "../../entities/l1-validator/fields.ts";
import { nodeStates } from "../../entities/node/state.ts";
import type { StatusDocument } from "../../entities/status.ts";
import { contextOf } from "../../entities/status-tables.ts";
import { explainSubnet } from "../../entities/subnet/subnet.ts";
import { explainValidator } from "../../entities/validator/fields.ts";
import { placeFix, type Subject } from "../../entities/words.ts";
import { paint } from "./io.ts";
import { label, type Options } from "./status-text.ts";

/** Returns the names of each watched entity: IDs, and the alias. */
const namesIn = ({ validators, subnets, l1s, l1_validators }: StatusDocument): readonly (readonly string[])[] => [
  ...validators.map(explainValidator.names),
  ...subnets.map(explainSubnet.names),
  ...l1s.map(explainL1.names),
  ...l1_validators.map(explainL1Validator.names),
];
/** Returns the names of watched entities for an error: aliases, otherwise IDs. */
export const watchedNames = (all: readonly StatusDocument[]): readonly string[] => [
  ...new Set(all.flatMap(namesIn).map((names) => names.findLast((name) => name !== "") ?? "")),
];
/** Returns the IDs and aliases that a text names: the one that it is, otherwise all that it is the beginning of. */
export function namedBy(all: readonly StatusDocument[], text: string): readonly string[] {
  const known = [...new Set(all.flatMap(namesIn).flat())];
  const beginning = text.replace(/(…|\.\.\.)$/, "");
  return known.includes(text) ? [text] : known.filter((name) => beginning !== "" && name.startsWith(beginning));
}

/** Returns all entities of a status that an ID or an alias names. The ID of an L1 names its watched validators, too. */
function subjectsOf(status: StatusDocument, id: string, now: number): readonly Subject[] {
  const context = contextOf(status, now);
  const is = (names: readonly string[]) => names.includes(id);
  const { validators, subnets, l1s, l1_validators } = status;
  return [
    ...validators.filter((one) => is(explainValidator.names(one))).map((one) => explainValidator.subject(one, context)),
    ...subnets.filter((one) => is(explainSubnet.names(one))).map((one) => explainSubnet.subject(one, context)),
    ...l1s.filter((one) => is(explainL1.names(one))).map((one) => explainL1.subject(one, context)),
    ...l1_validators
      .filter((one) => is([...explainL1Validator.names(one), one.subnet_id]))
      .map((one) => explainL1Validator.subject(one, context)),
  ];
}

function subjectText(
  { title, state, since, place, details }: Subject,
  name: string,
  { hasColor, now }: Options,
): string {
  const known = details.filter((detail) => detail !== undefined);
  const width = Math.max(...known.map(([name]) => name.length));
  const lines = known.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join("");
  const advice = place ? placeFix(place, name) : state.fix;
  const fix = advice === undefined ? "" : `  → ${advice}\n`;
  const shown = label({ ...state, text: labelOf(state, [since], now) });
  const meaning = state.tone === "ok" ? "" : `: ${state.meaning}`;
  return `${title}\n  ${paint(shown, state.tone, hasColor)}${meaning}\n${lines}${fix}`;
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
  const text = subjects.map((one) =>
    subjectText({ ...one, details: [...first, ...one.details] }, status.name, { hasColor, now }),
  );
  return { text: text.join("\n"), isOk: subjects.every(({ state }) => state.tone === "ok") };
}
