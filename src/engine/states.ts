/** States of entities as data. */

/** Colors and symbols, the worst first: `bad` needs action now, `warn` soon, `wait` ends without action. `none`: a part that is
 *  switched off, or that the node cannot see. */
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
/** States by name, in the order of their severity. */
export type StateTable = Readonly<Record<string, StateText>>;

type Untitled = Omit<StateText, "text">;
/** Returns a table of states. The text of a state is its name in queries, with spaces. */
export const stateTable = <const S extends string>(states: Readonly<Record<S, Untitled>>) =>
  Object.fromEntries(
    Object.entries<Untitled>(states).map(([name, state]) => [name, { ...state, text: name.replaceAll("_", " ") }]),
  ) as Readonly<Record<S, StateText>>;
export const ok = { tone: "ok", meaning: "None of the other states, and all that shows it is known." } as const;
/** In place of ok. */
export const registered = {
  tone: "none",
  meaning: "Its registration and its balances are in order. The node shows no chain of it, and does not know more.",
  fix: "To know whether it runs, watch it from a node that runs its chain.",
} as const;

export const needsAttention = ({ tone }: StateText): boolean => tone === "bad" || tone === "warn";

/** Sorts by tone, then by the order of the states in the tables, which is that of severity; otherwise keeps the order. */
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
