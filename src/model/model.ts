/** The model of a node: the node, its chains, and the watched entities with their facts and states. It is computed from the current
 *  samples of the collectors. */
import { isPrimaryChain, primaryNetwork } from "../api/ids.ts";
import type { Labels } from "../exposition/labels.ts";
import type { AnyMetric } from "../exposition/metric.ts";
import type { SamplesOf } from "../exposition/page.ts";
import { quorum } from "../facts/consensus.ts";
import { alwaysAdvances } from "../facts/networks.ts";
import { type OfflineBudget, offlineBudget } from "../facts/offline-budget.ts";
import * as states from "../facts/states.ts";
import * as chains from "../metrics/chains.ts";
import * as l1 from "../metrics/l1.ts";
import * as node from "../metrics/node.ts";
import * as pchain from "../metrics/pchain.ts";
import * as peers from "../metrics/peers.ts";
import * as subnets from "../metrics/subnets.ts";
import * as validators from "../metrics/validators.ts";
import { createLookup, type Lookup, labelsOf } from "./lookup.ts";
import { createBlockAge, createRunway } from "./times.ts";
import { type NamedMember, type TopUp, topUpsOf } from "./top-ups.ts";

/** What is known about the node apart from its samples. */
export type Observer = {
  /** Undefined until the first call has ended. */
  readonly isReachable: boolean | undefined;
  readonly network: string | undefined;
  /** ID of the node; undefined until it has responded. */
  readonly nodeId: string | undefined;
  /** Unix seconds. */
  readonly now: number;
};

/** Times in Unix seconds, durations in seconds, ratios as shares (0 to 1). */
type ChainFacts = {
  readonly chain: string;
  readonly blockchainId: string;
  readonly subnetId: string;
  readonly alias: string;
  /** Undefined while the node is isolated: all of its chains are then, too. */
  readonly state: states.ChainState | undefined;
  readonly height: number | bigint | undefined;
  /** Age of the last block: of the P-Chain by its timestamp, otherwise since the height was seen to increase. */
  readonly blockAge: number | undefined;
  readonly connectedRatio: number | undefined;
  /** Share of the weight that stays connected without each watched validator. */
  readonly without: readonly { readonly nodeId: string; readonly alias: string; readonly ratio: number }[];
};
type ValidatorFacts = {
  readonly subnetId: string;
  readonly nodeId: string;
  readonly alias: string;
  /** The queried node itself. */
  readonly isOwn: boolean;
  readonly isPresent: boolean;
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
type L1Facts = {
  readonly subnetId: string;
  readonly alias: string;
  readonly state: states.L1State | undefined;
  readonly activeRatio: number;
  readonly forecastRatio: number | undefined;
  readonly runway: number | undefined;
  /** The L1 validators to top up, the most urgent first; none if the L1 is ok. */
  readonly topUps: readonly TopUp[];
  /** Seconds until the L1 halts without top-ups; undefined if it is ok, or will not halt. */
  readonly haltsIn: number | undefined;
};
type L1ValidatorFacts = {
  readonly subnetId: string;
  readonly validationId: string;
  readonly nodeId: string;
  readonly alias: string;
  /** Undefined while the node is behind, as is the runway. */
  readonly state: states.L1ValidatorState | undefined;
  /** nAVAX. */
  readonly balance: bigint | undefined;
  readonly runway: number | undefined;
};
export type Model = {
  readonly node: {
    readonly nodeId: string | undefined;
    readonly version: string | undefined;
    readonly network: string | undefined;
    readonly state: states.NodeState | undefined;
    /** Names of the health checks that fail. */
    readonly failingChecks: readonly string[];
    /** Share of the stake that the node is connected to. */
    readonly connectedRatio: number | undefined;
    /** Age of the last P-Chain block. */
    readonly pChainAge: number | undefined;
    /** The majority of the stake announces an upgrade that the node does not know. */
    readonly lacksUpgrade: boolean | undefined;
    /** Seconds until that upgrade activates. */
    readonly upgradeIn: number | undefined;
    /** The node is in the current set of the primary network, or of a subnet or L1; undefined if that is unknown. */
    readonly validates: boolean | undefined;
  };
  readonly chains: readonly ChainFacts[];
  readonly validators: readonly ValidatorFacts[];
  readonly l1s: readonly L1Facts[];
  readonly l1Validators: readonly L1ValidatorFacts[];
};

const until = (time: number | undefined, now: number) => (time === undefined ? undefined : time - now);

function chainFacts(samplesOf: SamplesOf, lookup: Lookup, observer: Observer, pChainAge: number | undefined) {
  const { network } = observer;
  const check = lookup(node.nodeHealthCheck, "check");
  const bootstrapped = lookup(node.nodeBootstrapped, "chain");
  const height = lookup(chains.chainHeight, "chain");
  const blockAge = createBlockAge(lookup, observer, pChainAge);
  const connected = lookup(chains.chainConnectedWeight, "chain");
  const without = createWithout(samplesOf, lookup);
  const running = new Map(
    [chains.chainHeight, chains.chainConnectedWeight]
      .flatMap((metric) => labelsOf(samplesOf(metric)))
      .map((labels) => [labels["chain"] ?? "", labels] as const),
  );
  // a node with partial sync never bootstraps X and C, and has no check of them
  for (const { chain = "" } of labelsOf(samplesOf(node.nodeBootstrapped)))
    if (bootstrapped.flag({ chain }) === false && check.flag({ check: chain }) !== undefined && !running.has(chain))
      running.set(chain, { chain });
  return [...running.values()].map((labels): ChainFacts => {
    const { chain = "", blockchain_id: blockchainId = "", subnet_id: subnetId = "", alias = "" } = labels;
    const conditions = {
      isBootstrapped: check.flag({ check: chain }) === undefined ? undefined : bootstrapped.flag({ chain }),
      connectedRatio: connected.number({ chain }),
      blockAge: blockAge(chain),
    };
    const state = states.chainState({
      ...conditions,
      alwaysAdvances: alwaysAdvances(network, chain),
      passesCheck: check.flag({ check: chain }),
    });
    return {
      ...{ chain, blockchainId, subnetId, alias, state, height: height.raw({ chain }) },
      ...conditions,
      without: without(chain, subnetId, conditions.connectedRatio),
    };
  });
}

/** Returns a function that returns the share of the weight of a chain that stays connected without each watched validator. */
function createWithout(samplesOf: SamplesOf, lookup: Lookup) {
  const totals = lookup(validators.validatorsWeight, "subnet_id");
  const disconnected = lookup(chains.chainValidatorDisconnected, "chain", "node_id");
  const weights = new Map<string, { subnetId: string; nodeId: string; alias: string; weight: number }>();
  for (const { labels = {}, value } of [validators.validatorWeight, l1.l1Weight].flatMap((metric) => [
    ...samplesOf(metric),
  ])) {
    const { subnet_id: subnetId = "", node_id: nodeId = "", alias = "" } = labels;
    const key = `${subnetId} ${nodeId}`;
    weights.set(key, { subnetId, nodeId, alias, weight: (weights.get(key)?.weight ?? 0) + Number(value) });
  }
  return (chain: string, subnetId: string, connectedRatio: number | undefined) => {
    const total = totals.number({ subnet_id: subnetId });
    if (connectedRatio === undefined || !total) return [];
    const ofSubnet = [...weights.values()].filter((one) => one.subnetId === subnetId);
    return ofSubnet.map(({ nodeId, alias, weight }) => {
      const isAway = disconnected.flag({ chain, node_id: nodeId }) === true;
      return { nodeId, alias, ratio: Math.max(connectedRatio - (isAway ? 0 : weight / total), 0) };
    });
  };
}

/** Half of a percent: validators report whole percents, rounded down. */
const meanRounding = 0.005;

/** Returns the uptime of the queried node: the median that the stake observes. Undefined while the node is connected to less than the
 *  quorum. */
function ownUptime(lookup: Lookup, connectedRatio: number | undefined): number | undefined {
  const median = lookup(peers.observedUptime, "quantile").number({ quantile: "0.5" });
  if (median === undefined || connectedRatio === undefined || connectedRatio < quorum) return undefined;
  return Math.min(median + meanRounding, 1);
}

type View = Observer & {
  readonly connectedRatio: number | undefined;
  /** The node is connected to less than the quorum: what it sees of others is no evidence. */
  readonly isIsolated: boolean;
  readonly isCurrent: boolean;
};

function validatorFacts(samplesOf: SamplesOf, lookup: Lookup, view: View): readonly ValidatorFacts[] {
  const keys = ["subnet_id", "node_id"] as const;
  const of = (metric: AnyMetric) => lookup(metric, ...keys);
  const connected = of(validators.validatorConnected);
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
    const isConnected = isOwn && isPrimary ? !view.isIsolated : connected.flag(labels);
    const uptime = isOwn && isPrimary ? ownUptime(lookup, view.connectedRatio) : uptimes.number(labels);
    const [start, end, required] = [starts.number(labels), ends.number(labels), requirements.number(labels)];
    const budget =
      isPresent && start !== undefined && end !== undefined && uptime !== undefined && required !== undefined
        ? offlineBudget({ start, end, uptime, required }, view.now)
        : undefined;
    const state = states.validatorState({
      isPresent,
      hasEnded: end === undefined || end <= view.now,
      isConnected,
      uptime,
      required,
      budget: budget?.seconds,
    });
    const isRenewing = renewing.flag({ ...labels, auto_renew: "true" }) === true;
    const timeLeft = isPresent && !isRenewing ? until(end, view.now) : undefined;
    const isEvidence = view.isCurrent && (isOwn || !view.isIsolated);
    const current = isEvidence ? { state, budget } : { state: undefined, budget: undefined };
    return { subnetId, nodeId, alias, isOwn, isPresent, isConnected, uptime, required, end, timeLeft, ...current };
  });
}

function l1Facts(samplesOf: SamplesOf, lookup: Lookup, { isCurrent, now }: View): readonly L1Facts[] {
  const forecasts = lookup(l1.l1ForecastRatio, "subnet_id");
  const runways = lookup(l1.l1Runway, "subnet_id");
  const halts = lookup(l1.l1TimeToHalt, "subnet_id");
  const membersOf = createMembers(samplesOf, now);
  return samplesOf(l1.l1ActiveRatio).map(({ labels = {}, value }): L1Facts => {
    const { subnet_id: subnetId = "", alias = "" } = labels;
    const ratios = { activeRatio: Number(value), forecastRatio: forecasts.number(labels) };
    const known = states.l1State(ratios);
    const members = known === "ok" ? [] : membersOf(subnetId);
    return {
      ...{ subnetId, alias, ...ratios },
      state: isCurrent ? known : undefined,
      runway: runways.number(labels),
      topUps: topUpsOf(members),
      haltsIn: halts.number(labels),
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

function l1ValidatorFacts(samplesOf: SamplesOf, lookup: Lookup, view: View): readonly L1ValidatorFacts[] {
  const balances = lookup(l1.l1Balance, "validation_id");
  const active = lookup(l1.l1Active, "validation_id");
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
    const state = states.l1ValidatorState({ isPresent, isActive: active.flag(labels), runway });
    const current = view.isCurrent ? { state, runway } : { state: undefined, runway: undefined };
    return {
      ...{ subnetId, validationId, nodeId, alias, ...current },
      balance: balance === undefined ? undefined : BigInt(balance),
    };
  });
}

/** Returns a function like `samplesOf` without the validators that are not watched: an L1 can have 15,000. */
function withoutOthers(samplesOf: SamplesOf, nodeId: string | undefined): SamplesOf {
  const valuesOf = (metric: AnyMetric, label: string) =>
    labelsOf(samplesOf(metric)).flatMap((labels) => labels[label] ?? []);
  const validations = new Set(valuesOf(l1.l1Present, "validation_id"));
  const members = labelsOf(samplesOf(l1.l1Weight)).filter(({ validation_id = "" }) => validations.has(validation_id));
  const nodes = new Set([
    ...valuesOf(validators.validatorPresent, "node_id"),
    ...members.flatMap(({ node_id }) => node_id ?? []),
    ...(nodeId === undefined ? [] : [nodeId]),
  ]);
  const isWatched = ({ node_id, validation_id }: Labels) =>
    (node_id === undefined && validation_id === undefined) ||
    nodes.has(node_id ?? "") ||
    validations.has(validation_id ?? "");
  return (metric) => samplesOf(metric).filter(({ labels }) => labels === undefined || isWatched(labels));
}

/** Returns the model at the time of the observer. */
export function modelOf(allSamplesOf: SamplesOf, observer: Observer): Model {
  const { nodeId, network, isReachable, now } = observer;
  const samplesOf = withoutOthers(allSamplesOf, nodeId);
  const lookup = createLookup(samplesOf);
  const chainTime = lookup(pchain.chainTime).number();
  const pChainAge = chainTime === undefined ? undefined : Math.max(now - chainTime, 0);
  const isBehind = pChainAge !== undefined && alwaysAdvances(network, "P") && pChainAge > states.behindAfter;
  const connectedRatio = lookup(validators.validatorsConnectedRatio, "subnet_id").number({ subnet_id: primaryNetwork });
  const ofChains = chainFacts(samplesOf, lookup, observer, pChainAge);
  const isBootstrapping = ofChains.some(({ chain, state }) => isPrimaryChain(chain) && state === "bootstrapping");
  const checks = samplesOf(node.nodeHealthCheck);
  const failing = checks.filter(({ value }) => Number(value) === 0);
  const failingChecks = labelsOf(failing).map(({ check = "" }) => check);
  const state = states.nodeState({
    ...{ isReachable, connectedRatio },
    isBootstrapped: isBootstrapping ? false : lookup(node.nodeBootstrapped, "chain").flag({ chain: "P" }),
    isBehind: pChainAge === undefined ? undefined : isBehind,
    hasFailingCheck: checks.length === 0 ? undefined : failing.length > 0,
  });
  const isIsolated = connectedRatio !== undefined && connectedRatio < quorum;
  const view = { ...observer, connectedRatio, isIsolated, isCurrent: !isBehind };
  const ofValidators = validatorFacts(samplesOf, lookup, view);
  const ownL1s = labelsOf(samplesOf(l1.l1Weight)).some(
    (labels) => nodeId !== undefined && labels["node_id"] === nodeId,
  );
  const knowsSet = chainTime !== undefined && samplesOf(subnets.subnetInfo).length > 0;
  const validates = ownL1s || ofValidators.some(({ isOwn, isPresent }) => isOwn && isPresent);
  return {
    node: {
      ...{ nodeId, network, state, failingChecks, connectedRatio, pChainAge },
      version: samplesOf(node.nodeInfo)[0]?.labels?.["version"],
      lacksUpgrade: lookup(node.nodeUpgradeUnknown).flag(),
      upgradeIn: lookup(node.nodeUpgradeUnknownIn).number(),
      validates: validates || knowsSet ? validates : undefined,
    },
    chains: isIsolated ? ofChains.map((chain) => ({ ...chain, state: undefined })) : ofChains,
    validators: ofValidators,
    l1s: l1Facts(allSamplesOf, lookup, view),
    l1Validators: l1ValidatorFacts(samplesOf, lookup, view),
  };
}
