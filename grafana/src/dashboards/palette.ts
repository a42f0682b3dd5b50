/** Meaning of colors, the same on every panel. Text or numbers repeat the meaning of every color. Only line colors of
 *  graphs have no meaning. */
import {
  MappingType,
  type Threshold,
  ThresholdsMode,
  type ValueMapping,
} from "@grafana/grafana-foundation-sdk/dashboard";
import type { Level, State } from "./state-codes.ts";

export const colors: Readonly<Record<Level, string>> = {
  good: "green",
  warning: "orange",
  bad: "red",
  unknown: "purple",
  neutral: "blue",
  none: "text",
};

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

export const valueMappings = (states: Readonly<Record<string, State>>): ValueMapping[] => [
  {
    type: MappingType.ValueToText,
    options: Object.fromEntries(
      Object.values(states).map(({ code, word, level }, index) => [code, { text: word, color: colors[level], index }]),
    ),
  },
];
