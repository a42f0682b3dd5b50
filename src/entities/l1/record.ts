/** Facts about tracked subnets, L1s and the validators of L1s. */

import { signers } from "../../collectors/epochs.ts";
import { validatorFees } from "../../collectors/fees.ts";
import * as l1 from "../../collectors/l1-validators.ts";
import { subnetKind } from "../../collectors/subnets.ts";
import { l1Manager } from "../../collectors/validator-manager.ts";
import { presence, validatorSet } from "../../collectors/validator-set.ts";
import type { Observations } from "../../engine/store.ts";
import { type Connections, quorumOn } from "../chain/record.ts";
import { l1Problem, l1ValidatorProblem, subnetState } from "../conditions.ts";
import type { ChainFacts, L1Facts, L1ValidatorFacts, SubnetFacts, TopUp } from "../entities.ts";
import { type Judged, judge, unread as notRead, outdated } from "../evidence.ts";
import { keyOf, type Observer } from "../observer.ts";
import { isBelow } from "../protocol/consensus.ts";
import {
  activeShareAt,
  type EndingMember,
  endingUntil,
  exhaustionOf,
  firstExhaustion,
  forecastSeconds,
  haltTime,
  type L1Member,
  shareOf,
  sumOfWeights,
} from "../protocol/l1.ts";
import { type Fees, topUpUntil } from "../protocol/validator-fee.ts";
import { churnAt } from "../protocol/validator-manager.ts";
import type { L1ValidatorState } from "../states.ts";
import { knowsConnection } from "../validator/record.ts";

/** Maximum number of L1 validators that are listed. */
const maxTopUps = 100;
const day = 86_400;
const toAvax = (nano: number | bigint) => Number(nano) / 1e9;

/** Returns the present fee of L1 validators: all of them pay the same. */
const feesIn = (of: Observations): Fees => of(validatorFees)[0]?.value ?? {};

/** Returns the AVAX with which a balance lasts for 30 days; undefined if the fee is unknown. */
function topUpFor30Days(balance: bigint, fees: Fees, now: number): number | undefined {
  const amountFor = topUpUntil(now + 30 * day, now, fees);
  return amountFor && toAvax(amountFor(balance));
}

/** Returns the validators to top up: the inactive ones by weight, then those whose balances run out first. */
export function topUpsOf(ending: readonly EndingMember[], fees: Fees, now: number): readonly TopUp[] {
  const members = ending.map(({ exhaustion, balance, ...member }) => {
    // an idle P-Chain deactivates a validator late
    const balance_runway_seconds = exhaustion === 0 ? 0 : Math.max(exhaustion - now, 1);
    const top_up_avax = topUpFor30Days(balance, fees, now);
    return { ...member, balance_avax: toAvax(balance), balance_runway_seconds, top_up_avax };
  });
  return members
    .filter(({ balance_runway_seconds: runway }) => runway < forecastSeconds)
    .toSorted((a, b) => a.balance_runway_seconds - b.balance_runway_seconds || Number(b.weight - a.weight))
    .slice(0, maxTopUps)
    .map(({ weight: _, ...member }) => member);
}

/** Returns the AVAX with which all balances last for so many days; undefined if the fee is unknown. */
function totalTopUp(days: number, members: readonly L1Member[], fees: Fees, now: number): number | undefined {
  const amountFor = topUpUntil(now + days * day, now, fees);
  const add = (sum: number, { balance }: L1Member) => (balance === undefined ? sum : sum + (amountFor?.(balance) ?? 0));
  return amountFor && toAvax(members.reduce(add, 0));
}

/** Returns the lowest share of the weight that can sign messages of an L1 in a direction, over its chains that the node runs. A validator
 *  can while it is connected; with another BLS key than the registered one it cannot. */
function signingShare(of: Observations, subnet: string, direction: "out" | "in", { nodeId, isIsolated }: Observer) {
  if (isIsolated !== false) return undefined;
  const hasWrongKey = of(l1.blsKey).some(({ value }) => value.subnet_id === subnet && !value.matches);
  const shares = of(signers).flatMap(({ value: { subnet_id, online, ...sets } }) => {
    const canSign = (id: string) => (id === nodeId ? !hasWrongKey : online.has(id));
    return subnet_id === subnet ? (activeShareAt(sets[direction], canSign) ?? []) : [];
  });
  return shares.length === 0 ? undefined : Math.min(...shares);
}

/** Returns what the validator manager of an L1 shows; undefined values if it was not read. */
function managerFacts(of: Observations, subnet_id: string, members: readonly L1Member[], now: number) {
  const manager = of(l1Manager).find(({ value }) => value.subnet_id === subnet_id)?.value;
  const churn = manager?.churn && churnAt(manager.churn, now);
  return {
    manager_weight: manager?.weight,
    // the manager does not know the validators from before the conversion
    manager_weight_difference:
      manager && manager.weight - sumOfWeights(members.filter(({ validation_id }) => validation_id !== "")),
    manager_churn_used_ratio: churn?.used,
    manager_churn_left: churn?.left,
  };
}

/** Returns the facts about each tracked L1. */
export function l1Facts(
  of: Observations,
  observer: Observer,
  chains: readonly ChainFacts[],
  { runsChain }: Connections,
): readonly L1Facts[] {
  const { isBehind, now } = observer;
  const fees = feesIn(of);
  const secondsUntil = (time: number | undefined) => (time ? Math.max(time - now, 0) : undefined);
  return of(l1.l1Set).flatMap(({ value: { subnet_id, alias, members } }): L1Facts | readonly never[] => {
    const active = members.filter(({ balance }) => balance !== 0n);
    const [weight, weight_active] = [sumOfWeights(members), sumOfWeights(active)];
    const ratio = shareOf(weight_active, weight);
    if (ratio === undefined) return [];
    const quorum = quorumOn(of, subnet_id);
    const labels = { subnet_id, alias, needed_ratio: quorum.acceptance };
    if (isBehind) return { ...labels, ...outdated, weight_signing_ratio: {}, top_up: [] };
    const exhaustion = firstExhaustion(members, fees);
    const halt = haltTime(members, fees, quorum.acceptance);
    const ending = endingUntil(members, fees, now + forecastSeconds);
    const halt_seconds = isBelow(ratio, quorum.acceptance) ? 0 : secondsUntil(halt);
    const hasHaltedChain = chains.some((chain) => chain.subnet_id === subnet_id && chain.state === "halted");
    const problem = l1Problem({ activeRatio: ratio, quorum, hasHaltedChain, haltsIn: halt_seconds });
    return {
      ...{ ...labels, validators_active: active.length, halt_seconds },
      ...judge("l1", problem, { set: true, block: isBehind, connections: runsChain(subnet_id), fee: ending }),
      weight_active_ratio: ratio,
      weight_active_forecast_ratio: ending && shareOf(weight - sumOfWeights(ending), weight),
      balance_runway_seconds: secondsUntil(exhaustion),
      weight_signing_ratio: {
        out: signingShare(of, subnet_id, "out", observer),
        in: signingShare(of, subnet_id, "in", observer),
      },
      ...managerFacts(of, subnet_id, members, now),
      top_up: topUpsOf(ending ?? [], fees, now),
      top_up_30_days_avax: totalTopUp(30, members, fees, now),
      top_up_90_days_avax: totalTopUp(90, members, fees, now),
    };
  });
}

const unplaced = { subnet_id: "", node_id: "" };
/** Returns the facts about each watched L1 validator, also while nothing is known about it. */
export function l1ValidatorFacts(
  of: Observations,
  observer: Observer,
  { isConnected, runsChain }: Connections,
): readonly L1ValidatorFacts[] {
  const { nodeId, now, isIsolated, isBehind, watched } = observer;
  const fees = feesIn(of);
  const ownKeys = new Map(of(l1.blsKey).map(({ value }) => [value.validation_id, value.matches]));
  const watchedNodes = new Set(of(presence).map(({ value }) => keyOf(value)));
  const ids = new Set(of(presence).map(({ value }) => value.node_id));
  const isWatched = (one: l1.L1Validator) =>
    one.isWatched || one.node_id === nodeId || (ids.has(one.node_id) && watchedNodes.has(keyOf(one)));

  function factsOf(one: l1.L1Validator): L1ValidatorFacts {
    const { subnet_id, validation_id, node_id, alias, balance } = one;
    const isActive = balance === undefined ? undefined : balance > 0n;
    const exhaustion = balance === undefined ? undefined : exhaustionOf(balance, fees);
    // an idle P-Chain deactivates a validator late
    const runway = exhaustion !== undefined && Number.isFinite(exhaustion) ? Math.max(exhaustion - now, 0) : undefined;
    const isOwn = node_id === nodeId;
    const runs = runsChain(subnet_id);
    // the health checks of an L1 do not name its inactive validators
    const connected = isActive ? isConnected(subnet_id, node_id) : undefined;
    const bls_key_matches = ownKeys.get(validation_id);
    const problem = l1ValidatorProblem({ isActive, isConnected: connected, hasOwnKey: bls_key_matches, runway });
    const judged: Judged<L1ValidatorState> = judge("l1_validator", problem, {
      ...{ set: true, block: isBehind, balance, fee: exhaustion },
      connections: knowsConnection(runs, isOwn, connected, isIsolated),
      key: isOwn && watchedNodes.has(keyOf(one)) ? bls_key_matches : true,
      chain: isOwn && runs === false ? undefined : true,
    });
    return {
      ...{ subnet_id, validation_id, node_id, alias, connected, bls_key_matches },
      ...(isBehind ? outdated : judged),
      has_deactivation_owner: one.owners?.hasDeactivationOwner,
      balance_avax: balance === undefined ? undefined : toAvax(balance),
      balance_runway_seconds: isBehind ? undefined : runway,
      top_up_avax: balance === undefined || isBehind ? undefined : topUpFor30Days(balance, fees, now),
    };
  }
  const missing = of(l1.validation).flatMap(({ value: { validation_id, alias, isPresent } }): L1ValidatorFacts[] => {
    const judged: Judged<L1ValidatorState> = isBehind ? outdated : { state: "missing", missing: [] };
    return isPresent ? [] : [{ ...unplaced, validation_id, alias, ...judged }];
  });
  const existing = of(l1.l1Validator).flatMap(({ value }) => (isWatched(value) ? factsOf(value) : []));
  const found = [...existing, ...missing];
  const unread = watched.validation_ids.filter(({ id }) => !found.some(({ validation_id }) => validation_id === id));
  return [...found, ...unread.map(({ id, alias }) => ({ ...unplaced, ...notRead, validation_id: id, alias }))];
}

/** Returns the facts about each tracked subnet that is not known to be an L1, also while nothing is known about it. */
export function subnetFacts(of: Observations, { watched, isBehind }: Observer): readonly SubnetFacts[] {
  const l1s = new Set(of(l1.l1Set).map(({ value }) => value.subnet_id));
  for (const { value } of of(subnetKind)) if (value.kind === "l1") l1s.add(value.subnet_id);
  const counts = new Map(of(validatorSet).map(({ value }) => [value.subnet_id, value.count]));
  return watched.subnet_ids
    .filter(({ id }) => !l1s.has(id))
    .map(({ id: subnet_id, alias }) => {
      const validators = counts.get(subnet_id);
      return { subnet_id, alias, ...(isBehind ? outdated : subnetState(validators, isBehind)), validators };
    });
}
