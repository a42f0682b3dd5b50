/** States of L1 validators, with the colors of the severities of the alerts. */
import * as m from "../../../src/metrics/l1.ts";
import { runway } from "../formulas.ts";
import { createSelect } from "../promql.ts";
import { ourValidations } from "../rules/recording.ts";
import { thresholds } from "../thresholds.ts";
import { chosen, ofChosen } from "./l1-queries.ts";
import { firstOf, select } from "./queries.ts";
import type { State } from "./state-codes.ts";

export const validationStates = {
  active: { code: 0, word: "ACTIVE", level: "good" },
  low: { code: 1, word: "BALANCE LOW", level: "warning" },
  inactive: { code: 2, word: "INACTIVE", level: "warning" },
  ownLow: { code: 3, word: "BALANCE LOW", level: "bad" },
  ownInactive: { code: 4, word: "INACTIVE", level: "bad" },
} as const satisfies Readonly<Record<string, State>>;

/** Restricts a condition to L1 validators of this operator: watched ones, and those of monitored nodes. */
const ofOurs = (condition: string) =>
  `${condition} and on (subnet_id, validation_id) ${createSelect()(ourValidations)}`;
const isInactive = `${ofChosen(m.l1Active)} == 0`;
const lasts = runway(select, chosen);

/** State of each chosen L1 validator. */
export const validationState = firstOf(
  [validationStates.ownInactive, ofOurs(isInactive)],
  [validationStates.ownLow, ofOurs(`${lasts} < ${thresholds.exhaustionCritical}`)],
  [validationStates.inactive, isInactive],
  [validationStates.low, `${lasts} < ${thresholds.exhaustionWarning}`],
  [validationStates.active, ofChosen(m.l1Active)],
);
