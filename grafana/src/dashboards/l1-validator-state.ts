/** States of L1 validators, with the colours of the severities of the alerts. */
import * as m from "../../../src/metrics/l1.ts";
import { nodeInfo } from "../../../src/metrics/node.ts";
import { validatorPresent } from "../../../src/metrics/validators.ts";
import { on, runway } from "../formulas.ts";
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

/** L1 validators of this operator: watched ones, and those of monitored nodes. */
const own = `(${ofChosen(m.l1Weight)} and ${on("subnet_id", "node_id")} ${select(validatorPresent)} or ${ofChosen(m.l1Weight)} and ${on("validation_id")} ${select(m.l1Present)} or ${ofChosen(m.l1Weight)} and on (node_id) ${select(nodeInfo)})`;
const ofOwn = (condition: string) => `(${condition}) and on (subnet_id, validation_id) ${own}`;
const isInactive = `${ofChosen(m.l1Active)} == 0`;
const lasts = runway(select, chosen);

/** State of each chosen L1 validator. */
export const validationState = firstOf(
  [validationStates.ownInactive, ofOwn(isInactive)],
  [validationStates.ownLow, ofOwn(`${lasts} < ${thresholds.exhaustionCritical}`)],
  [validationStates.inactive, isInactive],
  [validationStates.low, `${lasts} < ${thresholds.exhaustionWarning}`],
  [validationStates.active, ofChosen(m.l1Active)],
);
