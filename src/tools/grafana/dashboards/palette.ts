/** Meaning of colors, the same on every panel. Text or numbers repeat the meaning of every color. */
import {
  MappingType,
  type Threshold,
  ThresholdsMode,
  type ValueMapping,
} from "@grafana/grafana-foundation-sdk/dashboard";

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
/** Hues of lines in graphs, one per query: blue, and purple on the test network. */
export const lineHues = ["blue", "super-light-blue", "dark-blue"] as const;
export const testLineHues = ["purple", "super-light-purple", "dark-purple"] as const;

/** Level that applies from a value on. */
export type Step = readonly [from: number, level: Level];
/** Returns threshold steps; `first` applies below the first step. */
export const thresholdSteps = (first: Level, ...steps: readonly Step[]) => ({
  mode: ThresholdsMode.Absolute,
  steps: [
    { value: null, color: colors[first] },
    ...steps.map(([value, level]): Threshold => ({ value, color: colors[level] })),
  ],
});
export type ThresholdSteps = ReturnType<typeof thresholdSteps>;
/** Returns the steps of a value that is bad while it is low. */
export const badBelow = (critical: number, warning: number) =>
  thresholdSteps("bad", [critical, "warning"], [warning, "good"]);
/** Returns the steps of a value that is bad while it is high. */
export const badAbove = (warning: number, critical: number) =>
  thresholdSteps("good", [warning, "warning"], [critical, "bad"]);

/** Words and tones of states, such as those of src/engine/states.ts. */
export type States = Readonly<Record<string, { readonly text: string; readonly tone: "bad" | "warn" | "wait" | "ok" }>>;
const levelOfTone = { bad: "bad", warn: "warning", wait: "unknown", ok: "good" } as const;
export const colorOf = ({ tone }: States[string]) => colors[levelOfTone[tone]];

const mapping = (words: readonly (readonly [value: string, text: string, color: string])[]): ValueMapping[] => [
  {
    type: MappingType.ValueToText,
    options: Object.fromEntries(words.map(([value, text, color], index) => [value, { text, color, index }])),
  },
];
/** Maps the label `state` to its word and color. */
export const stateMappings = (states: States) =>
  mapping(Object.entries(states).map(([name, state]) => [name, state.text, colorOf(state)]));
type Word = readonly [text: string, level: Level];
/** Maps the values from the first one on to words. */
export const wordMappingsFrom = (first: number, ...words: readonly Word[]) =>
  mapping(words.map(([text, level], i) => [String(first + i), text, colors[level]]));
/** Returns the options of a value that is shown in words: for 0, for 1, and so on. */
export const inWords = (...words: readonly Word[]) => ({ unit: "none", mappings: wordMappingsFrom(0, ...words) });
/** Maps values of a label to colors. */
export const levelMappings = (levels: Readonly<Record<string, Level>>) =>
  mapping(Object.entries(levels).map(([value, level]) => [value, value, colors[level]]));
