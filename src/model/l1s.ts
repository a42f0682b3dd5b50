/** Facts about L1s and their validators. */
import type { Observations } from "../exposition/store.ts";
import { quorum } from "../facts/consensus.ts";
import type { L1Facts, L1ValidatorFacts, TopUp } from "../facts/entities.ts";
import { forecastRatio, forecastSeconds, type L1Member, shareOf } from "../facts/l1.ts";
import * as states from "../facts/states.ts";
import { earliestExhaustion } from "../facts/validator-fee.ts";
import * as l1 from "../metrics/l1.ts";
import { presence } from "../metrics/validators.ts";
import type { IsConnected } from "./chains.ts";
import { keyOf, type Observer } from "./known.ts";

/** Maximum number of L1 validators that are named. */
const maxTopUps = 3;

/** Returns the validators to top up: the inactive ones by weight, then those whose balances run out first. */
export function topUpsOf(ending: readonly L1Member[], now: number): readonly TopUp[] {
  const members = ending.map(({ exhaustion, ...member }) => {
    // an idle P-Chain deactivates a validator late
    return { ...member, balance_runway_seconds: exhaustion === 0 ? 0 : Math.max(exhaustion - now, 1) };
  });
  return members
    .filter(({ balance_runway_seconds: runway }) => runway < forecastSeconds)
    .toSorted((a, b) => a.balance_runway_seconds - b.balance_runway_seconds || Number(b.weight - a.weight))
    .slice(0, maxTopUps)
    .map(({ weight: _, ...member }) => member);
}

const outdated = {
  state: undefined,
  weight_active: undefined,
  validators_active: undefined,
  weight_active_ratio: undefined,
  weight_active_forecast_ratio: undefined,
  balance_runway_seconds: undefined,
  exhaustion_timestamp_seconds: undefined,
  halt_seconds: undefined,
  halt_timestamp_seconds: undefined,
  top_up: [],
};

/** Returns the facts about each tracked L1. */
export function l1Facts(of: Observations, { isCurrent, now }: Observer): readonly L1Facts[] {
  const secondsUntil = (time: number | undefined) => (time ? Math.max(time - now, 0) : undefined);
  return of(l1.l1Set).flatMap(({ value }): L1Facts | readonly never[] => {
    const { subnet_id, alias, weight, weight_active, validators_active, exhaustion, halt, ending } = value;
    const ratio = shareOf(weight_active, weight);
    if (ratio === undefined) return [];
    if (!isCurrent) return { subnet_id, alias, ...outdated };
    const halt_seconds = ratio < quorum ? 0 : secondsUntil(halt);
    const state = states.l1State({ activeRatio: ratio, haltsIn: halt_seconds });
    return {
      ...{ subnet_id, alias, state, weight_active, validators_active, halt_seconds },
      weight_active_ratio: ratio,
      weight_active_forecast_ratio: ending && forecastRatio(weight, ending, now + forecastSeconds),
      balance_runway_seconds: secondsUntil(exhaustion),
      exhaustion_timestamp_seconds: exhaustion,
      halt_timestamp_seconds: halt || undefined,
      top_up: state === "ok" ? [] : topUpsOf(ending ?? [], now),
    };
  });
}

/** Returns the facts about each watched L1 validator. */
export function l1ValidatorFacts(
  of: Observations,
  observer: Observer,
  isConnectedOn: IsConnected,
): readonly L1ValidatorFacts[] {
  const { nodeId, now, isCurrent } = observer;
  const ownKeys = new Map(of(l1.blsKey).map(({ value }) => [value.validation_id, value.matches]));
  const watchedNodes = new Set(of(presence).map(({ value }) => keyOf(value)));
  const ids = new Set(of(presence).map(({ value }) => value.node_id));
  const isWatched = (one: l1.L1Validator) =>
    one.isWatched || one.node_id === nodeId || (ids.has(one.node_id) && watchedNodes.has(keyOf(one)));

  function factsOf(one: l1.L1Validator): L1ValidatorFacts {
    const { subnet_id, validation_id, node_id, alias, balance, fees } = one;
    const isActive = balance === undefined ? undefined : balance > 0n;
    const exhaustion = balance === undefined ? undefined : earliestExhaustion(balance, fees);
    const runway = exhaustion !== undefined && Number.isFinite(exhaustion) ? exhaustion - now : undefined;
    // the health checks of an L1 do not name its inactive validators
    const connected = isActive ? isConnectedOn(subnet_id, node_id) : undefined;
    const bls_key_matches = ownKeys.get(validation_id);
    const conditions = { isPresent: true, isActive, isConnected: connected, hasOwnKey: bls_key_matches, runway };
    return {
      ...{ subnet_id, validation_id, node_id, alias, connected, bls_key_matches },
      state: isCurrent ? states.l1ValidatorState(conditions) : undefined,
      balance_avax: balance === undefined ? undefined : Number(balance) / 1e9,
      balance_runway_seconds: isCurrent ? runway : undefined,
    };
  }
  const missing = of(l1.validation).flatMap(({ value: { validation_id, alias, isPresent } }): L1ValidatorFacts[] => {
    const unknown = { connected: undefined, bls_key_matches: undefined, balance_avax: undefined };
    const facts = {
      ...unknown,
      balance_runway_seconds: undefined,
      state: isCurrent ? ("missing" as const) : undefined,
    };
    return isPresent ? [] : [{ subnet_id: "", validation_id, node_id: "", alias, ...facts }];
  });
  const existing = of(l1.l1Validator).flatMap(({ value }) => (isWatched(value) ? factsOf(value) : []));
  return [...existing, ...missing];
}
