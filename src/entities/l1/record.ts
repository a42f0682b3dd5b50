/** What is known about the tracked L1s at the present time. */
import { signers } from "../../collectors/epochs.ts";
import { blsKey, l1Set } from "../../collectors/kinds/l1-validators.ts";
import { l1Manager } from "../../collectors/validator-manager.ts";
import type { Observations } from "../../engine/store.ts";
import { isBelow } from "../../protocol/consensus.ts";
import {
  activeShareAt,
  type EndingMember,
  endingUntil,
  firstExhaustion,
  forecastSeconds,
  haltTime,
  isActive,
  type L1Member,
  shareOf,
  sumOfWeights,
  totalTopUp,
} from "../../protocol/l1.ts";
import type { Fees } from "../../protocol/validator-fee.ts";
import { churnAt } from "../../protocol/validator-manager.ts";
import type { ChainFacts } from "../chain/fields.ts";
import { judge } from "../evidence.ts";
import { feesIn, topUpFor30Days } from "../l1-validator/record.ts";
import { type Connections, type Observer, quorumOn } from "../observer.ts";
import { evidence, l1Problem } from "./state.ts";

/** Maximum number of L1 validators that are listed. */
const maxTopUps = 100;
const toAvax = (nano: number | bigint) => Number(nano) / 1e9;

/** Returns the validators to top up: the inactive ones by weight, then those whose balances run out first. */
export function topUpsOf(ending: readonly EndingMember[], fees: Fees, now: number) {
  return ending
    .map(({ exhaustion, ...member }) => {
      // an idle P-Chain deactivates a validator late
      return { ...member, runway: exhaustion === 0 ? 0 : Math.max(exhaustion - now, 1) };
    })
    .filter(({ runway }) => runway < forecastSeconds)
    .toSorted((a, b) => a.runway - b.runway || Number(b.weight - a.weight))
    .slice(0, maxTopUps)
    .map(({ validation_id, node_id, alias, balance, runway }) => {
      const topUp = topUpFor30Days(balance, fees, now);
      return {
        validation_id,
        node_id,
        alias,
        balance_avax: toAvax(balance),
        balance_runway_seconds: runway,
        top_up_avax: topUp === undefined ? undefined : toAvax(topUp),
      };
    });
}

/** Returns the seconds until a time, at least 0. */
const secondsUntil = (time: number | undefined, now: number) => (time ? Math.max(time - now, 0) : undefined);

/** Returns the lowest share of the weight that can sign messages of an L1 in a direction, over its chains that the node runs. A validator
 *  can while it is connected; with another BLS key than the registered one it cannot. */
function signingShare(of: Observations, subnet: string, direction: "out" | "in", { nodeId, isIsolated }: Observer) {
  if (isIsolated !== false) return undefined;
  const hasWrongKey = of(blsKey).some(({ value }) => value.subnet_id === subnet && !value.matches);
  const shares = of(signers).flatMap(({ value: { subnet_id, online, isComplete, ...sets } }) => {
    const canSign = (id: string) => (id === nodeId ? !hasWrongKey : online.has(id));
    const set = subnet_id === subnet && isComplete ? sets[direction] : undefined;
    return (set && activeShareAt(set.validators, canSign)) ?? [];
  });
  return shares.length === 0 ? undefined : Math.min(...shares);
}

/** Returns the share of the weight whose nodes do not track the L1. Undefined if it is unknown of all of them. */
function notTrackingShare(subnet: string, members: readonly L1Member[], tracks: Connections["tracks"]) {
  const of = (is: boolean) => members.filter(({ node_id }) => tracks(subnet, node_id) === is);
  const others = of(false);
  return others.length + of(true).length === 0 ? undefined : shareOf(sumOfWeights(others), sumOfWeights(members));
}

/** Returns a record of each tracked L1 whose set has been read, and has weight. */
export function l1Records(
  of: Observations,
  observer: Observer,
  chains: readonly ChainFacts[],
  { roleOn, tracks, fineOn }: Connections,
) {
  const { isBehind, now } = observer;
  const fees = feesIn(of);
  return of(l1Set).flatMap(({ value: { subnet_id, alias, members } }) => {
    const weight = sumOfWeights(members);
    const active = members.filter(({ balance }) => isActive(balance) !== false);
    const activeRatio = shareOf(sumOfWeights(active), weight);
    if (activeRatio === undefined) return [];
    const quorum = quorumOn(of, subnet_id);
    const halt = haltTime(members, fees, quorum.acceptance);
    const haltsIn = isBelow(activeRatio, quorum.acceptance) ? 0 : secondsUntil(halt, now);
    const ofL1 = chains.filter((chain) => chain.subnet_id === subnet_id);
    const hasHaltedChain = ofL1.some(({ state, next_block }) => state === "halted" || next_block?.can === false);
    const works = ofL1.every(({ state }) => state === "ok" || state === "slow");
    const problem = l1Problem({ activeRatio, quorum, hasHaltedChain, haltsIn });
    /** The members that are inactive or run out of balance soon; undefined if the fee is unknown. */
    const ending = endingUntil(members, fees, now + forecastSeconds);
    const known = {
      set: true,
      block: isBehind,
      connections: roleOn(subnet_id),
      fee: ending,
      chain: works || undefined,
    };
    const manager = of(l1Manager).find(({ value }) => value.subnet_id === subnet_id)?.value;
    // the manager does not know the validators from before the conversion
    const registered = members.filter(({ validation_id }) => validation_id !== "");
    return {
      subnet_id,
      alias,
      judged: judge(evidence, problem, known, fineOn(subnet_id)),
      isEvidence: !isBehind,
      needed: quorum.acceptance,
      active: active.length,
      activeRatio,
      requiredRatio: roleOn(subnet_id) === "runs" ? quorum.healthy : undefined,
      notTrackingRatio: notTrackingShare(subnet_id, members, tracks),
      forecastRatio: ending && shareOf(weight - sumOfWeights(ending), weight),
      /** Time until the first balance runs out; 0 while a validator is inactive. */
      runway: active.length < members.length ? 0 : secondsUntil(firstExhaustion(members, fees), now),
      haltsIn,
      signing: {
        out: signingShare(of, subnet_id, "out", observer),
        in: signingShare(of, subnet_id, "in", observer),
      },
      managerWeight: manager?.weight,
      managerWeightDifference: manager && manager.weight - sumOfWeights(registered),
      churn: manager?.churn && churnAt(manager.churn, now),
      topUps: topUpsOf(ending ?? [], fees, now),
      total: { 30: totalTopUp(members, fees, now, 30), 90: totalTopUp(members, fees, now, 90) },
    };
  });
}
export type L1Record = ReturnType<typeof l1Records>[number];
