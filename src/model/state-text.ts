/** Words and order of states. */
import { type Input, inputs } from "../facts/evidence.ts";
import { type StateTable, type StateText, tones } from "../facts/states.ts";
import { joinList } from "../lib/text.ts";

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

/** Sorts by tone, then by the order of the states in their tables, which is the order of severity; otherwise keeps the order. */
export function bySeverity<T extends { readonly state: StateText }>(
  items: readonly T[],
  ...tables: readonly StateTable[]
): readonly T[] {
  const order = tables.flatMap((table) => Object.values(table));
  const rank = ({ state }: T) => {
    const position = order.indexOf(state);
    return tones.indexOf(state.tone) * (order.length + 1) + (position < 0 ? order.length : position);
  };
  return items.toSorted((a, b) => rank(a) - rank(b));
}
