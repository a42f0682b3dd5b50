/** Meaning of colors, the same on every panel. Text or numbers repeat the meaning of every color. */
import type { StateTable } from "../../../engine/states.ts";

export type Level = "good" | "warning" | "bad" | "unknown" | "neutral" | "none" | "absent";
export const colors: Readonly<Record<Level, string>> = {
  good: "green",
  warning: "orange",
  bad: "red",
  unknown: "purple",
  neutral: "blue",
  none: "text",
  absent: "#4d525a",
};

/** Level that applies from a value on. */
type Step = readonly [from: number, level: Level];
/** Returns threshold steps; `first` applies below the first step. */
export const steps = (first: Level, ...more: readonly Step[]) => ({
  mode: "absolute",
  steps: [{ value: null, color: colors[first] }, ...more.map(([value, level]) => ({ value, color: colors[level] }))],
});
export type Levels = ReturnType<typeof steps>;
/** Returns the steps of a value that is bad while it is low. */
export const badBelow = (critical: number, warning: number) => steps("bad", [critical, "warning"], [warning, "good"]);
/** Returns the steps of a value that is bad while it is high. */
export const badAbove = (warning: number, critical: number) => steps("good", [warning, "warning"], [critical, "bad"]);

const levelOfTone = { bad: "bad", warn: "warning", wait: "unknown", ok: "good", none: "none" } as const;
export const colorOf = ({ tone }: StateTable[string]) => colors[levelOfTone[tone]];

const mapping = (words: readonly (readonly [value: string, text: string, color: string])[]) => ({
  type: "value",
  options: Object.fromEntries(words.map(([value, text, color], index) => [value, { text, color, index }])),
});
export type Mapping = { readonly type: string; readonly options: object };
/** Maps the label `state` to its word and color. */
export const stateMapping = (states: StateTable) =>
  mapping(Object.entries(states).map(([name, state]) => [name, state.text, colorOf(state)]));
/** Returns the options of a value that is shown in words: for `first`, the next number, and so on. */
export const words = (first: number, ...all: readonly (readonly [text: string, level: Level])[]) => ({
  unit: "none",
  mappings: [mapping(all.map(([text, level], i) => [String(first + i), text, colors[level]]))],
});
/** Maps the values of a label to their colors. */
export const colored = (levels: Readonly<Record<string, Level>>) =>
  mapping(Object.entries(levels).map(([value, level]) => [value, value, colors[level]]));
/** Maps one text to another one, and all others to a third one. */
export const textIf = (value: string, text: string, otherwise: string): readonly Mapping[] => [
  mapping([[value, text, colors.none]]),
  { type: "regex", options: { pattern: ".+", result: { text: otherwise, color: colors.none, index: 98 } } },
];
/** Maps a range of values to a text. */
export const textBetween = (from: number, to: number, text: string): Mapping => ({
  type: "range",
  options: { from, to, result: { text, color: colors.none, index: 98 } },
});
