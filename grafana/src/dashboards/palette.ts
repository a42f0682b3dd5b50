/** Meaning of colours, the same on every panel. Text or numbers repeat the meaning of every colour. Only line colours of
 *  graphs have no meaning. */
import {
  MappingType,
  type Threshold,
  ThresholdsMode,
  type ValueMapping,
} from "@grafana/grafana-foundation-sdk/dashboard";
import type { Level, State } from "./verdicts.ts";

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
export const levels = (first: Level, ...steps: readonly Step[]) => ({
  mode: ThresholdsMode.Absolute,
  steps: [
    { value: null, color: colors[first] },
    ...steps.map(([value, level]): Threshold => ({ value, color: colors[level] })),
  ],
});
export type Levels = ReturnType<typeof levels>;

export const words = (states: Readonly<Record<string, State>>): ValueMapping[] => [
  {
    type: MappingType.ValueToText,
    options: Object.fromEntries(
      Object.values(states).map(({ code, word, level }, index) => [code, { text: word, color: colors[level], index }]),
    ),
  },
];
