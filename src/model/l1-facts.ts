/** Facts about L1s and their validators. Durations in seconds, ratios as shares (0 to 1). */
import type { Labels } from "../exposition/labels.ts";
import type { SamplesOf } from "../exposition/page.ts";
import { quorum } from "../facts/consensus.ts";
import * as states from "../facts/states.ts";
import * as l1 from "../metrics/l1.ts";
import * as validators from "../metrics/validators.ts";
import type { IsConnected } from "./connections.ts";
import { createLookup, type Lookup, labelsOf } from "./lookup.ts";
import type { View } from "./observer.ts";
import { createRunway } from "./times.ts";
import { type NamedMember, type TopUp, topUpsOf } from "./top-ups.ts";

export type L1Facts = {
  readonly subnetId: string;
  readonly alias: string;
  readonly state: states.L1State | undefined;
  readonly activeRatio: number;
  readonly forecastRatio: number | undefined;
  /** Undefined while the node is behind, as is `haltsIn`. */
  readonly runway: number | undefined;
  /** The L1 validators to top up, the most urgent first; none if the L1 is ok. */
  readonly topUps: readonly TopUp[];
  /** Seconds until the L1 halts without top-ups; 0 if it has halted, undefined if it never does. */
  readonly haltsIn: number | undefined;
};
export type L1ValidatorFacts = {
  readonly subnetId: string;
  readonly validationId: string;
  readonly nodeId: string;
  readonly alias: string;
  /** Undefined while the node is behind, as is the runway. */
  readonly state: states.L1ValidatorState | undefined;
  readonly isConnected: boolean | undefined;
  /** The registered BLS key is that of the queried node; undefined for validators of other nodes. */
  readonly hasOwnKey: boolean | undefined;
  /** nAVAX. */
  readonly balance: bigint | undefined;
  readonly runway: number | undefined;
};

export function l1Facts(samplesOf: SamplesOf, lookup: Lookup, { isCurrent, now }: View): readonly L1Facts[] {
  const forecasts = lookup(l1.l1ForecastRatio, "subnet_id");
  const exhaustions = lookup(l1.l1FirstExhaustion, "subnet_id");
  const halts = lookup(l1.l1Halt, "subnet_id");
  const secondsUntil = (time: number | undefined) => time && Math.max(time - now, 0);
  const membersOf = createMembers(samplesOf, now);
  return samplesOf(l1.l1ActiveRatio).map(({ labels = {}, value }): L1Facts => {
    const { subnet_id: subnetId = "", alias = "" } = labels;
    const activeRatio = Number(value);
    const haltsIn = activeRatio < quorum ? 0 : secondsUntil(halts.number(labels));
    const known = states.l1State({ activeRatio, haltsIn });
    const members = known === "ok" ? [] : membersOf(subnetId);
    return {
      ...{ subnetId, alias, activeRatio, forecastRatio: forecasts.number(labels) },
      topUps: topUpsOf(members),
      ...(isCurrent
        ? { state: known, runway: secondsUntil(exhaustions.number(labels)), haltsIn }
        : { state: undefined, runway: undefined, haltsIn: undefined }),
    };
  });
}

/** Returns a function that returns the validators of an L1. Reads all of them with its first call. */
function createMembers(samplesOf: SamplesOf, now: number) {
  let bySubnet: ReadonlyMap<string, readonly NamedMember[]> | undefined;
  function readAll() {
    const lookup = createLookup(samplesOf);
    const active = lookup(l1.l1Active, "validation_id");
    const runway = createRunway(lookup, now);
    const members = samplesOf(l1.l1Weight).map(({ labels = {}, value }) => ({
      ...{ subnetId: labels["subnet_id"] ?? "", alias: labels["alias"] ?? "" },
      ...{ validationId: labels["validation_id"] ?? "", nodeId: labels["node_id"] ?? "" },
      weight: BigInt(value),
      runway: active.flag(labels) ? Math.max(runway(labels) ?? Number.POSITIVE_INFINITY, 1) : 0,
    }));
    return Map.groupBy(members, ({ subnetId }) => subnetId);
  }
  return (subnetId: string): readonly NamedMember[] => {
    bySubnet ??= readAll();
    return bySubnet.get(subnetId) ?? [];
  };
}

export function l1ValidatorFacts(
  samplesOf: SamplesOf,
  lookup: Lookup,
  view: View,
  isConnectedOn: IsConnected,
): readonly L1ValidatorFacts[] {
  const balances = lookup(l1.l1Balance, "validation_id");
  const active = lookup(l1.l1Active, "validation_id");
  const ownKeys = lookup(l1.l1BlsKeyMatches, "validation_id");
  const runwayOf = createRunway(lookup, view.now);
  const present = lookup(l1.l1Present, "validation_id");
  const watchedNodes = lookup(validators.validatorPresent, "subnet_id", "node_id");
  const isWatched = (labels: Labels) =>
    present.raw(labels) !== undefined || watchedNodes.raw(labels) !== undefined || labels["node_id"] === view.nodeId;
  const existing = labelsOf(samplesOf(l1.l1Weight)).filter(isWatched);
  const missing = labelsOf(samplesOf(l1.l1Present)).filter((labels) => present.flag(labels) === false);
  return [...existing, ...missing].map((labels): L1ValidatorFacts => {
    const { subnet_id: subnetId = "", validation_id: validationId = "", node_id: nodeId = "", alias = "" } = labels;
    const balance = balances.raw(labels);
    const runway = runwayOf(labels);
    const isPresent = present.flag(labels) !== false;
    const isActive = active.flag(labels);
    // the health checks of an L1 do not name its inactive validators
    const isConnected = isPresent && isActive ? isConnectedOn(subnetId, nodeId) : undefined;
    const hasOwnKey = ownKeys.flag(labels);
    const state = states.l1ValidatorState({ isPresent, isActive, isConnected, hasOwnKey, runway });
    const current = view.isCurrent ? { state, runway } : { state: undefined, runway: undefined };
    return {
      ...{ subnetId, validationId, nodeId, alias, isConnected, hasOwnKey, ...current },
      balance: balance === undefined ? undefined : BigInt(balance),
    };
  });
}
