/** The state of the collection: whether the collectors of a node succeed. */
import type { RunStatus } from "../engine/after-run.ts";
import type { StateText } from "../engine/states.ts";
import { maxClockDifference } from "../protocol/ages.ts";

/** In the order of severity. */
export const collectionStates = {
  failing: {
    tone: "bad",
    text: "failing",
    meaning: "The server at this URL responds, but required collectors fail.",
    fix: "Run `avalanche-exporter doctor`.",
  },
  partial: {
    tone: "warn",
    text: "partly failing",
    meaning: "Collectors fail that are not required.",
    fix: "Run `avalanche-exporter doctor`.",
  },
  multiple_nodes: {
    tone: "warn",
    text: "multiple nodes",
    meaning: "Responses come from several nodes.",
    fix: "Point the exporter at one node, not at a load balancer.",
  },
  clocks_differ: {
    tone: "warn",
    text: "clocks differ",
    meaning: `The clocks of the exporter and of the node differ by more than ${maxClockDifference} seconds. Times count by the clock of the node.`,
    fix: "Synchronize both clocks: run `timedatectl status` on both machines.",
  },
  starting: { tone: "wait", text: "starting", meaning: "First collection in progress." },
  idle: { tone: "none", text: "idle", meaning: "No collectors are enabled." },
  ok: { tone: "ok", text: "ok", meaning: "None of the other states." },
} as const satisfies Readonly<Record<string, StateText>>;
type CollectionState = keyof typeof collectionStates;
export type Collection = {
  readonly state: CollectionState;
  /** Names of the collectors that cause the state. */
  readonly collectors: readonly string[];
  /** The error of the first one that fails. */
  readonly cause?: string | undefined;
};

type CollectorState = {
  readonly collector: string;
  readonly required: boolean;
  readonly state: {
    readonly kind: RunStatus["kind"];
    readonly error?: { readonly message: string; readonly nextTry?: string | undefined };
  };
};

/** Returns the state of the collection from the states of all collectors that run, and the difference of the clocks in seconds. */
export function collectionOf(collectors: readonly CollectorState[], clockDifference = 0): Collection {
  const namesOf = (some: readonly CollectorState[]) => some.map(({ collector }) => collector);
  const of = (kind: CollectorState["state"]["kind"]) => collectors.filter(({ state }) => state.kind === kind);
  const [failed, multiple, starting] = [of("failed"), of("multipleNodes"), of("starting")];
  const required = failed.filter((one) => one.required);
  if (collectors.length === 0) return { state: "idle", collectors: [] };
  const causeOf = ([first]: readonly CollectorState[]) => {
    const { message, nextTry } = first?.state.error ?? {};
    return nextTry === undefined ? message : `${message}; next try ${nextTry}`;
  };
  if (required.length > 0) return { state: "failing", collectors: namesOf(required), cause: causeOf(required) };
  if (failed.length > 0) return { state: "partial", collectors: namesOf(failed), cause: causeOf(failed) };
  if (multiple.length > 0) return { state: "multiple_nodes", collectors: namesOf(multiple) };
  if (Math.abs(clockDifference) > maxClockDifference) return { state: "clocks_differ", collectors: [] };
  return starting.length > 0 ? { state: "starting", collectors: namesOf(starting) } : { state: "ok", collectors: [] };
}
