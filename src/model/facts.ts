/** The facts about a node: the node, its chains, and the watched entities. They follow from the current observations, and from what is
 *  known about the node. Pure: the only place that knows the present time. */
import { isPrimaryChain } from "../api/ids.ts";
import type { Observations } from "../exposition/store.ts";
import * as conditions from "../facts/conditions.ts";
import { acceptanceQuorum } from "../facts/consensus.ts";
import type { Facts, NodeFacts } from "../facts/entities.ts";
import { pacemakerOf } from "../facts/networks.ts";
import * as states from "../facts/states.ts";
import { cleanText, cutText } from "../lib/redaction.ts";
import { chain as chainKind } from "../metrics/chains.ts";
import { announcedUpgrade, chainBootstrapped, healthCheck } from "../metrics/node.ts";
import { chainFacts, createBlockAge, createConnections, limitChains, olderOf, pChainAge } from "./chains.ts";
import { type Known, type Observer, validatesIn } from "./known.ts";
import { l1Facts, l1ValidatorFacts } from "./l1s.ts";
import { subnetFacts } from "./subnets.ts";
import { validatorFacts } from "./validators.ts";

/** Maximum length of the error of a health check. */
const maxErrorLength = 200;

/** Returns the facts about a node. Each one is undefined while it is unknown. */
export function factsOf(of: Observations, known: Known): Facts {
  const { nodeId, network, now, remembered } = known;
  const blockAge = createBlockAge(of, known);
  const chains = chainFacts(of, known, blockAge);
  const connected_ratio = of(chainKind).find(({ value }) => value.chain === "P")?.value.connected_ratio;
  const pacemaker = pacemakerOf(network);
  const age = pacemaker === undefined ? undefined : olderOf(blockAge(pacemaker));
  const isBehind = age !== undefined && age > states.haltedAfter;
  const checks = of(healthCheck);
  const failing_checks = checks.flatMap(({ value: { check, passes, error = "" } }) =>
    passes ? [] : { check, error: cutText(cleanText(error), maxErrorLength) },
  );
  const isBootstrapping = chains.some(({ chain, state }) => isPrimaryChain(chain) && state === "bootstrapping");
  const isPBootstrapped = of(chainBootstrapped).find(({ value }) => value.chain === "P")?.value.isBootstrapped;
  const state = conditions.nodeState({
    isReachable: known.isReachable,
    awaitsChecks: known.awaitsChecks,
    connectedRatio: connected_ratio,
    isBootstrapped: isBootstrapping ? false : isPBootstrapped,
    isBehind,
    hasFailingCheck: checks.length === 0 ? undefined : failing_checks.length > 0,
    isIdentified: network !== undefined && nodeId !== undefined,
    awaitsIdentity: known.awaitsIdentity,
  });
  const isIsolated = connected_ratio !== undefined && connected_ratio < acceptanceQuorum;
  const observer: Observer = { ...known, connectedRatio: connected_ratio, isIsolated, isCurrent: !isBehind };
  const isConnectedOn = createConnections(of, observer);
  const validators = validatorFacts(of, observer, isConnectedOn);
  const upgrade = of(announcedUpgrade)[0]?.value;
  const node: NodeFacts = {
    ...{ node_id: nodeId, network, state, failing_checks, connected_ratio },
    version: remembered.identity?.version,
    network_id: remembered.identity?.network_id,
    pchain_block_age_seconds: pChainAge(of, known),
    upgrade_unknown: upgrade && upgrade.unknownTime !== undefined,
    upgrade_unknown_seconds: upgrade?.unknownTime && upgrade.unknownTime.getTime() / 1000 - now,
    validates: validatesIn(of, nodeId) ?? remembered.validates,
    clock_difference_seconds: known.clockDifference,
  };
  return {
    network: { state: conditions.networkState({ connectedRatio: connected_ratio, isBehind }) },
    node,
    chains: limitChains(chains, observer),
    validators,
    subnets: subnetFacts(of, observer),
    l1s: l1Facts(of, observer, chains, isConnectedOn),
    l1_validators: l1ValidatorFacts(of, observer, isConnectedOn),
  };
}
