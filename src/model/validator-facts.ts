/** Facts about the watched validators of the primary network, subnets and L1s. Times in Unix seconds, durations in seconds, ratios as
 *  shares (0 to 1). */
import { primaryNetwork } from "../api/ids.ts";
import type { AnyMetric } from "../exposition/metric.ts";
import type { SamplesOf } from "../exposition/page.ts";
import { type OfflineBudget, offlineBudget } from "../facts/offline-budget.ts";
import * as states from "../facts/states.ts";
import * as l1 from "../metrics/l1.ts";
import * as peers from "../metrics/peers.ts";
import * as validators from "../metrics/validators.ts";
import type { IsConnected } from "./connections.ts";
import type { Lookup } from "./lookup.ts";
import type { View } from "./observer.ts";

export type ValidatorFacts = {
  readonly subnetId: string;
  readonly nodeId: string;
  readonly alias: string;
  /** The queried node itself. */
  readonly isOwn: boolean;
  readonly isPresent: boolean;
  /** An L1 validator has a balance; undefined for other validators. */
  readonly isActive: boolean | undefined;
  /** Undefined while the node is behind or isolated, as is the budget. An isolated node is itself offline. */
  readonly state: states.ValidatorState | undefined;
  readonly isConnected: boolean | undefined;
  readonly uptime: number | undefined;
  readonly required: number | undefined;
  readonly budget: OfflineBudget | undefined;
  readonly end: number | undefined;
  /** Seconds until the end; undefined if the validator renews automatically, or is not in the set. */
  readonly timeLeft: number | undefined;
};

const until = (time: number | undefined, now: number) => (time === undefined ? undefined : time - now);

/** Half of a percent: validators report whole percents, rounded down. */
const meanRounding = 0.005;

/** Returns the uptime of the queried node: the median that the stake observes. Undefined while the node is connected to less than the
 *  quorum. */
function ownUptime(lookup: Lookup, { connectedRatio, isIsolated }: View): number | undefined {
  const median = lookup(peers.observedUptime, "stake_share").number({ stake_share: "0.5" });
  if (median === undefined || connectedRatio === undefined || isIsolated) return undefined;
  return Math.min(median + meanRounding, 1);
}

export function validatorFacts(
  samplesOf: SamplesOf,
  lookup: Lookup,
  view: View,
  isConnectedOn: IsConnected,
): readonly ValidatorFacts[] {
  const keys = ["subnet_id", "node_id"] as const;
  const of = (metric: AnyMetric) => lookup(metric, ...keys);
  const connected = of(validators.validatorConnected);
  const active = of(l1.l1Active);
  const uptimes = of(validators.validatorUptime);
  const requirements = of(validators.validatorUptimeRequired);
  const starts = of(validators.validatorStart);
  const ends = of(validators.validatorEnd);
  const renewing = lookup(validators.validatorInfo, ...keys, "auto_renew");
  return samplesOf(validators.validatorPresent).map(({ labels = {}, value }): ValidatorFacts => {
    const { subnet_id: subnetId = "", node_id: nodeId = "", alias = "" } = labels;
    const isOwn = nodeId === view.nodeId;
    const isPresent = Number(value) === 1;
    const isPrimary = subnetId === primaryNetwork;
    const isActive = active.flag(labels);
    const onPrimary = isOwn ? !view.isIsolated : connected.flag(labels);
    // the health checks of an L1 do not name its inactive validators
    const onSubnet = isPresent && isActive !== false ? isConnectedOn(subnetId, nodeId) : undefined;
    const isConnected = isPrimary ? onPrimary : onSubnet;
    const uptime = isOwn && isPrimary ? ownUptime(lookup, view) : uptimes.number(labels);
    const [start, end, required] = [starts.number(labels), ends.number(labels), requirements.number(labels)];
    const budget =
      isPresent && start !== undefined && end !== undefined && uptime !== undefined && required !== undefined
        ? offlineBudget({ start, end, uptime, required }, view.now)
        : undefined;
    const state = states.validatorState({
      isPresent,
      // the start of a validator that has left the set is known if it was in the set
      hasEnded: end === undefined ? start === undefined : end <= view.now,
      isActive,
      isConnected,
      uptime,
      required,
      budget: budget?.seconds,
    });
    const isRenewing = renewing.flag({ ...labels, auto_renew: "true" }) === true;
    const timeLeft = isPresent && !isRenewing ? until(end, view.now) : undefined;
    const isEvidence = view.isCurrent && (isOwn || !view.isIsolated);
    const current = isEvidence ? { state, budget } : { state: undefined, budget: undefined };
    return {
      subnetId,
      nodeId,
      alias,
      isOwn,
      isPresent,
      isActive,
      isConnected,
      uptime,
      required,
      end,
      timeLeft,
      ...current,
    };
  });
}
