/** Evidence for the state ok: an entity without a problem is ok only if its inputs are known, and has no state otherwise. */
import * as z from "zod";
import { fieldsOf, later } from "../engine/field.ts";
import type { StateTable, StateText } from "../engine/states.ts";
import { joinList } from "../lib/text.ts";

const healthApi = "Enable the collector health, and start the node with `--api-health-enabled=true`.";
const infoApi = "Enable the collector node, and start the node with `--api-info-enabled=true`.";
export const failingCalls = "Run `avalanche-exporter doctor`: it names the calls that fail.";
/** Inputs of states: a noun phrase, and the way to get the input. */
const inputs = {
  connections: { text: "the connections of the node", fix: healthApi },
  checks: { text: "the health checks", fix: healthApi },
  identity: { text: "the ID and the network of the node", fix: infoApi },
  block: {
    text: "the age of the last block",
    fix: "Enable the collectors p-fee, evm and health. node.network sets the network if the info API is disabled.",
  },
  set: { text: "the validator set", fix: failingCalls },
  proposers: {
    text: "the validators that can make the next block",
    fix: "Send a transaction, and look again. The collectors health and epochs read them, with the info API.",
  },
  uptime: {
    text: "the uptime",
    fix: "After a restart, wait two minutes: validators have not reported it yet. Otherwise enable the collectors peers and health.",
  },
  requirement: {
    text: "the required uptime",
    fix: "Enable the collector upgrades, and start the node with `--api-info-enabled=true`.",
  },
  chain: {
    text: "a chain of its subnet or L1 that works on this node",
    fix: "See the state of the chain: while the node bootstraps it, wait.",
  },
  balance: { text: "the balance", fix: failingCalls },
  fee: { text: "the validator fee", fix: `Enable the collector p-validator-fee. ${failingCalls}` },
  key: { text: "the BLS key of the node", fix: infoApi },
} as const;
export type Input = keyof typeof inputs;

/** A state, and the inputs without which there is none. */
export type Judged<S extends string> = { readonly state: S | undefined; readonly missing: readonly Input[] };
/** Returns the state of a problem, or `otherwise` if there is none and all inputs of `evidence` are known. An input that does not matter has
 *  any value but undefined. */
export function judge<I extends Input, S extends string, O extends string = "ok">(
  evidence: readonly I[],
  problem: S | undefined,
  known: Readonly<Record<I, unknown>>,
  otherwise: O | "ok" = "ok",
): Judged<S | O | "ok"> {
  if (problem !== undefined) return { state: problem, missing: [] };
  const missing = evidence.filter((input) => known[input] === undefined);
  return { state: missing.length === 0 ? otherwise : undefined, missing };
}
/** The state of an entity that has not been read. */
export const unread: Judged<never> = { state: undefined, missing: ["set"] };

type Judgement = { readonly judged: Judged<string> };
const field = fieldsOf<Judgement>();
/** Fields of each entity that has a state. */
export const judgedFields = {
  /** When the exporter first saw the present state; null if it is unknown, or has lasted since the first look. */
  since_timestamp_seconds: later(z.number().nullable().default(null)),
  /** The inputs without which the state would be ok. */
  missing: field.parts(z.array(z.enum(Object.keys(inputs) as Input[])).default([]), {
    of: ({ judged }) => [...judged.missing],
  }),
};
/** The other network of the process that has a watched entity which this one lacks, with the name of its node. */
const place = z.object({ network: z.string(), name: z.string() });
export type Place = z.output<typeof place>;
/** Field of entities that are looked for on other networks; null without one. */
export const found_on = later(place.nullable().default(null));

const unknown: StateText = {
  tone: "wait",
  text: "unknown",
  meaning: "The state is not known: data is missing, or the node is behind.",
};
/** Returns the text of a state; null is an unknown state, for which `missing` lists the inputs without which it would be ok. */
export function stateText(table: StateTable, state: string | null, missing: readonly Input[] = []): StateText {
  const known = table[state ?? ""];
  if (known || missing.length === 0) return known ?? unknown;
  const meaning = `Unknown, and needed for a state: ${joinList(missing.map((input) => inputs[input].text))}.`;
  return { ...unknown, meaning, fix: [...new Set(missing.map((input) => inputs[input].fix))].join(" ") };
}
