/** Words and order of states. */

import { joinList } from "../lib/text.ts";
import { collectionStates } from "./collection.ts";
import { type Input, inputs } from "./evidence.ts";
import { type StateTable, type StateText, stateTables, tones } from "./states.ts";

const unknown: StateText = {
  tone: "wait",
  text: "unknown",
  meaning: "The state is not known: data is missing, or the node is behind.",
};

/** Returns the text of a state; null is an unknown state, for which `missing` lists the inputs without which it would be ok. */
export function stateText(table: StateTable, state: string | null, missing: readonly Input[] = []): StateText {
  const known = table[state ?? ""];
  if (known || missing.length === 0) return known ?? unknown;
  const meaning = `Unknown, and needed for a state: ${joinList(missing.map((input) => inputs[input].text))}.`;
  return { ...unknown, meaning, fix: [...new Set(missing.map((input) => inputs[input].fix))].join(" ") };
}

/** Returns whether a state asks for attention. */
export const needsAttention = ({ tone }: StateText): boolean => tone === "bad" || tone === "warn";

/** States of a node that it has in addition to its own one. */
export const nodeNotes = {
  lacksUpgrade: {
    tone: "warn",
    text: "upgrade missing",
    meaning: "The majority of the stake announces an upgrade that the node does not know.",
    fix: "Upgrade AvalancheGo to its latest release.",
  },
  sharesNode: {
    tone: "warn",
    text: "listed twice",
    meaning: "Another entry of the configuration reaches the same node.",
    fix: "Point one entry at the other node, or remove it.",
  },
} as const satisfies StateTable;

const { network, node, ...ofEntities } = stateTables;
/** All states in the order in which they are shown. */
const order: readonly StateText[] = [network, node, collectionStates, nodeNotes, ...Object.values(ofEntities)].flatMap(
  (table) => Object.values(table),
);

/** Sorts by tone, then by the order of the states, which is that of severity; otherwise keeps the order. */
export function bySeverity<T extends { readonly state: StateText }>(items: readonly T[]): readonly T[] {
  const rank = ({ state }: T) => {
    const position = order.indexOf(state);
    return tones.indexOf(state.tone) * (order.length + 1) + (position < 0 ? order.length : position);
  };
  return items.toSorted((a, b) => rank(a) - rank(b));
}
