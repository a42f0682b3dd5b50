/** The lines about the states of one node and its collectors: at most one a minute of a kind, the others at level debug. A state that
 *  lasts has its line in the end. Pure. */
type Count = { readonly at: number; readonly omitted: number };
/** The lines about a subject: the node or a collector. */
export type StateLog = {
  readonly last: string;
  /** The last state with a line above debug. */
  readonly shown: string;
  /** By kind: time of the last line above debug, and number of lines at debug since. */
  readonly counts: ReadonlyMap<string, Count>;
};
/** A state as a text. `isHeld`: the line of another subject explains it. `now` in monotonic milliseconds. */
type Seen = { readonly state: string; readonly kind: string; readonly isHeld?: boolean; readonly now: number };

const minLineIntervalMs = 60_000;

/** Creates the log of a subject with its expected state, which has no line at first. */
export const createStateLog = (state: string): StateLog => ({ last: state, shown: state, counts: new Map() });

/** Returns the log after a state, whether the state has a line, and the number of lines of its kind that were omitted before. */
export function logState({ last, shown, counts }: StateLog, { state, kind, isHeld = false, now }: Seen) {
  const { at, omitted } = counts.get(kind) ?? { at: Number.NEGATIVE_INFINITY, omitted: 0 };
  const isChange = state !== last;
  const isShown = state !== shown && !isHeld && now - at >= minLineIntervalMs;
  const count = isShown ? { at: now, omitted: 0 } : { at, omitted: omitted + Number(isChange && !isHeld) };
  const log: StateLog = { last: state, shown: isShown ? state : shown, counts: new Map([...counts, [kind, count]]) };
  return { log, line: isShown ? "shown" : isChange ? "debug" : undefined, omitted: isShown ? omitted : 0 } as const;
}
