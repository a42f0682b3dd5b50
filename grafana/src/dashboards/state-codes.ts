/** State codes that queries compute, with text and color; a higher code is worse. */

export type Level = "good" | "warning" | "bad" | "unknown" | "neutral" | "none";
export type State = { readonly code: number; readonly word: string; readonly level: Level };

/** The colors are those of the severities of the alerts: bad is critical. */
export const validatorStates = {
  earning: { code: 0, word: "EARNING", level: "good" },
  unknown: { code: 1, word: "NO FRESH DATA", level: "unknown" },
  lost: { code: 2, word: "REWARD LOST", level: "warning" },
  ended: { code: 3, word: "NOT IN SET", level: "warning" },
  atRisk: { code: 4, word: "AT RISK", level: "warning" },
  highRisk: { code: 5, word: "HIGH RISK", level: "bad" },
  offline: { code: 6, word: "OFFLINE", level: "bad" },
  gone: { code: 7, word: "MISSING", level: "bad" },
} as const satisfies Readonly<Record<string, State>>;

/** Connections of the observers of a validator. */
export const connectionStates = {
  no: { code: 0, word: "OFFLINE", level: "bad" },
  partly: { code: 1, word: "PARTLY", level: "neutral" },
  yes: { code: 2, word: "CONNECTED", level: "good" },
} as const satisfies Readonly<Record<string, State>>;

export const l1States = {
  healthy: { code: 0, word: "HEALTHY", level: "good" },
  unknown: { code: 1, word: "NO FRESH DATA", level: "unknown" },
  balanceLow: { code: 2, word: "BALANCE LOW", level: "warning" },
  inactive: { code: 3, word: "VALIDATOR INACTIVE", level: "warning" },
  atRisk: { code: 4, word: "QUORUM AT RISK", level: "warning" },
  ownLow: { code: 5, word: "OWN BALANCE LOW", level: "bad" },
  ownInactive: { code: 6, word: "OWN INACTIVE", level: "bad" },
  haltAhead: { code: 7, word: "HALT AHEAD", level: "bad" },
  lost: { code: 8, word: "QUORUM LOST", level: "bad" },
  stalled: { code: 9, word: "STALLED", level: "bad" },
} as const satisfies Readonly<Record<string, State>>;

export const nodeStates = {
  keepsUp: { code: 0, word: "KEEPS UP", level: "good" },
  bootstrapping: { code: 1, word: "BOOTSTRAPPING", level: "unknown" },
  unhealthy: { code: 2, word: "UNHEALTHY", level: "warning" },
  behind: { code: 3, word: "BEHIND", level: "bad" },
  nodeDown: { code: 4, word: "NODE DOWN", level: "bad" },
  exporterDown: { code: 5, word: "EXPORTER DOWN", level: "bad" },
} as const satisfies Readonly<Record<string, State>>;

export const collectorStates = {
  failing: { code: 0, word: "FAILING", level: "bad" },
  good: { code: 1, word: "OK", level: "good" },
  unavailable: { code: 2, word: "UNAVAILABLE", level: "unknown" },
} as const satisfies Readonly<Record<string, State>>;

export const targetStates = {
  up: { code: 0, word: "UP", level: "good" },
  failing: { code: 1, word: "DATA MISSING", level: "warning" },
  changed: { code: 2, word: "NODE CHANGED", level: "warning" },
  unreachable: { code: 3, word: "UNREACHABLE", level: "bad" },
} as const satisfies Readonly<Record<string, State>>;

export const yesNoStates = (word: string, otherwise: string, otherLevel: Level = "bad") => ({
  no: { code: 0, word: otherwise, level: otherLevel },
  yes: { code: 1, word, level: "good" as const },
});
