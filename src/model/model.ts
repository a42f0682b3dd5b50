/** The model of a node: the node, its chains, and the watched entities with their facts and states. It is computed from the current
 *  samples of the collectors. */
import { isPrimaryChain } from "../api/ids.ts";
import type { Labels } from "../exposition/labels.ts";
import type { AnyMetric } from "../exposition/metric.ts";
import type { SamplesOf } from "../exposition/page.ts";
import { quorum } from "../facts/consensus.ts";
import { pacemakerOf } from "../facts/networks.ts";
import * as states from "../facts/states.ts";
import * as chains from "../metrics/chains.ts";
import * as l1 from "../metrics/l1.ts";
import * as node from "../metrics/node.ts";
import * as pchain from "../metrics/pchain.ts";
import * as subnets from "../metrics/subnets.ts";
import * as validators from "../metrics/validators.ts";
import { type ChainFacts, chainFacts } from "./chain-facts.ts";
import { createConnections } from "./connections.ts";
import { type L1Facts, type L1ValidatorFacts, l1Facts, l1ValidatorFacts } from "./l1-facts.ts";
import { createLookup, labelsOf } from "./lookup.ts";
import type { Observer } from "./observer.ts";
import { createBlockAge } from "./times.ts";
import { type ValidatorFacts, validatorFacts } from "./validator-facts.ts";

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
  const { nodeId, network, isReachable, awaitsChecks, now } = observer;
  const samplesOf = withoutOthers(allSamplesOf, nodeId);
  const lookup = createLookup(samplesOf);
  const chainTime = lookup(pchain.chainTime).number();
  const pChainAge = chainTime === undefined ? undefined : Math.max(now - chainTime, 0);
  const connectedRatio = lookup(chains.chainConnectedWeight, "chain").number({ chain: "P" });
  const blockAge = createBlockAge(lookup, observer, pChainAge);
  const ofChains = chainFacts(samplesOf, lookup, observer, blockAge);
  const pacemaker = pacemakerOf(network);
  const age = pacemaker === undefined ? undefined : blockAge(pacemaker);
  const isBehind = age !== undefined && age > states.behindAfter;
  const isBootstrapping = ofChains.some(({ chain, state }) => isPrimaryChain(chain) && state === "bootstrapping");
  const checks = samplesOf(node.nodeHealthCheck);
  const failing = checks.filter(({ value }) => Number(value) === 0);
  const failingChecks = labelsOf(failing).map(({ check = "" }) => check);
  const state = states.nodeState({
    ...{ isReachable, awaitsChecks, connectedRatio },
    isBootstrapped: isBootstrapping ? false : lookup(node.nodeBootstrapped, "chain").flag({ chain: "P" }),
    isBehind,
    hasFailingCheck: checks.length === 0 ? undefined : failing.length > 0,
  });
  const isIsolated = connectedRatio !== undefined && connectedRatio < quorum;
  const view = { ...observer, connectedRatio, isIsolated, isCurrent: !isBehind };
  const isConnectedOn = createConnections(samplesOf, lookup, view);
  const ofValidators = validatorFacts(samplesOf, lookup, view, isConnectedOn);
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
    l1Validators: l1ValidatorFacts(samplesOf, lookup, view, isConnectedOn),
  };
}
