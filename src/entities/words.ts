/** Words about entities, for the page, `status` and `status ID`. */
import { bySeverity, type StateTable, type StateText } from "../engine/states.ts";
import { percent } from "../lib/text.ts";
import { defaultQuorum } from "../protocol/consensus.ts";
import { haltedAfter } from "../protocol/networks.ts";
import { type Input, type Place, stateText } from "./evidence.ts";

export const haltedAfterMinutes = haltedAfter / 60;
export const slowBelow = `its limit (${percent(defaultQuorum.healthy)} by default)`;
export const haltedBelow = `its limit (${percent(defaultQuorum.acceptance)} by default)`;
export const topUp = "Top up its balance (IncreaseL1ValidatorBalanceTx). Any account can pay.";
export const offline = {
  tone: "bad",
  meaning: "The node has no connection to the validator. If it is the node itself: the node is isolated.",
  fix: "Check that the node of the validator runs and can be reached at its staking port 9651.",
} as const;
export const notRunning = {
  tone: "bad",
  meaning:
    "The node of the validator runs, and does not run the chain of its subnet or L1: it makes no blocks and signs no messages.",
  fix: "Start the node of the validator with `--track-subnets` and the virtual machine of the chain, and read its log.",
} as const;
/** Part of HELP texts. */
export const oneIfCurrent = "1 if current, otherwise 0.";

/** Maximum number of names in a sentence. */
export const maxNames = 5;
const maxIdLength = 20;
/** Returns the beginning of a long ID. */
export const shortId = (id: string): string => (id.length > maxIdLength ? `${id.slice(0, 16)}…` : id);
export const nameOf = (alias: string, id: string): string => (alias === "" ? shortId(id) : alias);
export const withAlias = (id: string, alias: string): string => (alias === "" ? id : `${id} (${alias})`);

/** Returns the fix for an entity that the node `own` watches on the wrong network. */
const placeFix = ({ network, name }: Place, own: string): string =>
  name === ""
    ? `It is on ${network} (node.url): set nodes.${own}.watch without it.`
    : `It is on ${network} (node ${name}): move it to nodes.${name}.watch.`;

/** Parts of the status of a node that the words about its entities use. */
export type Context = {
  /** Name of the node. */
  readonly node: string;
  /** Unix seconds. */
  readonly now: number;
  /** The fix of unknown states, in place of those of their inputs, if the collection is the cause. */
  readonly unknownFix: string | undefined;
  readonly subnetName: (id: string) => string;
  readonly chainName: (id: string) => string;
  /** Returns the error of a health check; empty without one. */
  readonly errorOf: (check: string) => string;
  /** Returns a sentence about the chains of a subnet without this node; empty if it validates none. */
  readonly stopText: (subnet: string) => string;
};

type Stated = {
  readonly state: string | null;
  readonly missing: readonly Input[];
  readonly since_timestamp_seconds: number | null;
  readonly found_on?: Place | null;
};
type Shown<J> = {
  cells(one: J, texts?: { readonly [N in keyof J]?: string }): Readonly<Record<string, string>>;
  readonly fields: { readonly state: { readonly states: StateTable } };
};
type Description<J> = {
  /** Alias, or the ID if there is none. */
  readonly name: string;
  /** Cells in place of those of their units. */
  readonly cells?: { readonly [N in keyof J]?: string };
  /** Predicate with the number of its state, such as "halts in 50 s, at 2026-11-24 08:30 UTC, without top-ups". */
  readonly outlook?: string | undefined;
  /** The first steps of its fix, with full IDs. */
  readonly steps?: string | undefined;
};
export type Row = Pick<Description<never>, "name" | "outlook" | "steps"> & {
  readonly state: StateText;
  /** By the titles of the columns, in their order. */
  readonly cells: Readonly<Record<string, string>>;
  /** The fix of this entity, in place of that of its state. */
  readonly fix: string | undefined;
  /** Unix seconds; null if it is unknown. */
  readonly since: number | null;
};
export type Table = {
  /** The kind of entity, in the singular. */
  readonly entity: string;
  /** The worst first; their cells have the same columns. */
  readonly rows: readonly Row[];
};
export type Detail = readonly [name: string, value: string] | undefined;
/** Returns undefined for an unknown value. */
export const detailOf = <T>(name: string, value: T | null, format: (value: T) => string): Detail =>
  value === null ? undefined : [name, format(value)];
/** Returns the version of the node of a validator, and whether it tracks its subnet or L1. */
export const nodeDetails = ({ version, tracks }: Readonly<{ version: string | null; tracks: boolean | null }>) => [
  detailOf("Version", version, String),
  detailOf("Tracks", tracks, (is) => `${is ? "" : "not "}its subnet or L1`),
];
/** One entity as `status ID` shows it. */
export type Subject = Pick<Row, "state" | "fix" | "since"> & {
  readonly title: string;
  readonly details: readonly Detail[];
};

/** Returns what is shown of the state of an entity. */
const stateOf = (one: Stated, states: StateTable, { node, unknownFix }: Context) => ({
  state: stateText(states, one.state, one.missing),
  fix: one.found_on ? placeFix(one.found_on, node) : one.missing.length > 0 ? unknownFix : undefined,
  since: one.since_timestamp_seconds,
});

/** Returns a function that returns the table of entities of one kind, whose name is in the singular. */
export const tableOf =
  <J extends Stated>(
    entity: string,
    { cells, fields }: Shown<J>,
    describe: (one: J, context: Context) => Description<J>,
  ) =>
  (all: readonly J[], context: Context): Table => {
    const { states } = fields.state;
    const rows = all.map((one): Row => {
      const { name, cells: texts, outlook, steps } = describe(one, context);
      return { name, cells: cells(one, texts), outlook, steps, ...stateOf(one, states, context) };
    });
    return { entity, rows: bySeverity(rows, states) };
  };

type Explanation<J> = {
  /** Returns its IDs, and its alias. */
  readonly names: (one: J) => readonly string[];
  readonly title: (one: J, context: Context) => string;
  readonly details: (one: J, context: Context) => readonly Detail[];
};
/** Returns the functions with which `status ID` finds and shows one entity. */
export const explanationOf = <J extends Stated>({ fields }: Shown<J>, { names, title, details }: Explanation<J>) => ({
  names,
  subject: (one: J, context: Context): Subject => ({
    title: title(one, context),
    ...stateOf(one, fields.state.states, context),
    details: details(one, context),
  }),
});
