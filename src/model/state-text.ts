/** Words, tones and order of states. */

/** Color and symbol of a state, the worst first. `none`: a part that is switched off. */
const tones = ["bad", "warn", "wait", "none", "ok"] as const;
export type Tone = (typeof tones)[number];
export type StateText = {
  readonly tone: Tone;
  readonly text: string;
  /** A sentence. */
  readonly meaning: string;
  /** What to do, in sentences; absent for states without a problem. */
  readonly fix?: string;
};
export type StateTable = Readonly<Record<string, StateText>>;

const unknown: StateText = {
  tone: "wait",
  text: "unknown",
  meaning: "The state is not known: data is missing, or the node is behind.",
};

/** Returns the text of a state; null is an unknown state. */
export const stateText = (table: StateTable, state: string | null): StateText => table[state ?? ""] ?? unknown;

/** Returns whether a state asks for attention. */
export const needsAttention = ({ tone }: StateText): boolean => tone === "bad" || tone === "warn";

/** Sorts by tone, then by the order of the states in their tables, which is the order of severity; otherwise keeps the order. */
export function bySeverity<T extends { readonly state: StateText }>(
  items: readonly T[],
  ...tables: readonly StateTable[]
): readonly T[] {
  const order = tables.flatMap((table) => Object.values(table));
  const rank = ({ state }: T) => {
    const at = order.indexOf(state);
    return tones.indexOf(state.tone) * (order.length + 1) + (at < 0 ? order.length : at);
  };
  return items.toSorted((a, b) => rank(a) - rank(b));
}
