/** The facts about a node: the node, its chains, and the watched entities. They follow from the current observations, and from what is
 *  known about the node. Pure: the only place that knows the present time. */

import { chain as chainKind } from "../collectors/chains.ts";
import { announcedUpgrade, healthCheck } from "../collectors/health.ts";
import { chainBootstrapped } from "../collectors/node.ts";
import type { Observations } from "../engine/store.ts";
import { cutText } from "../lib/redaction.ts";
import { isPrimaryChain, primaryNetwork } from "../node-api/ids.ts";
import * as c from "./chain/record.ts";
import * as conditions from "./conditions.ts";
import type { Facts, NodeFacts } from "./entities.ts";
import { l1Facts, l1ValidatorFacts, subnetFacts } from "./l1/record.ts";
import { type Known, type Observer, validatesIn } from "./observer.ts";
import { isBelow } from "./protocol/consensus.ts";
import { maxBlockAge, pacemakerOf } from "./protocol/networks.ts";
import { validatorFacts } from "./validator/record.ts";

/** Maximum length of the error of a health check. */
const maxErrorLength = 200;

/** Returns whether the view of the node is outdated: the block of a chain that shows it is too old. On a network without such a chain it
 *  never is. Undefined if the network or all ages are unknown. */
function isBehindOn(network: string | undefined, blockAge: c.BlockAge): boolean | undefined {
  if (network === undefined) return undefined;
  const verdicts = [pacemakerOf(network) ?? "P", "P"].flatMap((chain) => {
    const [age, max] = [c.olderOf(blockAge(chain)), maxBlockAge(network, chain)];
    if (max === undefined || max === Number.POSITIVE_INFINITY) return false;
    return age === undefined ? [] : age > max;
  });
  return verdicts.length === 0 ? undefined : verdicts.includes(true);
}

/** Returns the facts about a node. Each one is undefined while it is unknown. */
export function factsOf(of: Observations, known: Known): Facts {
  const { nodeId, network, now, remembered } = known;
  const blockAge = c.createBlockAge(of, known);
  const running = c.chainFacts(of, known, blockAge);
  const connected_ratio = of(chainKind).find(({ value }) => value.chain === "P")?.value.connected_ratio;
  const quorum = c.quorumOn(of, primaryNetwork);
  const isIsolated =
    connected_ratio === undefined
      ? undefined
      : isBelow(connected_ratio, quorum.acceptance) && !c.advancesOn(of, primaryNetwork);
  const isBehind = isBehindOn(network, blockAge);
  const checks = of(healthCheck);
  const failing_checks = checks.flatMap(({ value: { check, passes, error = "" } }) =>
    passes ? [] : { check, error: cutText(error, maxErrorLength) },
  );
  const isBootstrapping = running.some(({ chain, state }) => isPrimaryChain(chain) && state === "bootstrapping");
  const isPBootstrapped = of(chainBootstrapped).find(({ value }) => value.chain === "P")?.value.isBootstrapped;
  const judged = conditions.nodeState({
    isReachable: known.isReachable,
    awaitsChecks: known.awaitsChecks,
    isIsolated,
    isBootstrapped: isBootstrapping ? false : isPBootstrapped,
    isBehind,
    hasFailingCheck: checks.length === 0 ? undefined : failing_checks.length > 0,
    isIdentified: network !== undefined && nodeId !== undefined,
    awaitsIdentity: known.awaitsIdentity,
  });
  const observer: Observer = { ...known, isIsolated, isBehind };
  const connections = c.createConnections(of, observer);
  const chains = c.limitChains(running, observer);
  const upgrade = of(announcedUpgrade)[0]?.value;
  const node: NodeFacts = {
    ...{ node_id: nodeId, network, ...judged, failing_checks, connected_ratio },
    version: remembered.identity?.version,
    network_id: remembered.identity?.network_id,
    pchain_block_age_seconds: c.pChainAge(of, known),
    upgrade_unknown: upgrade && upgrade.unknownTime !== undefined,
    upgrade_unknown_seconds: upgrade?.unknownTime && upgrade.unknownTime.getTime() / 1000 - now,
    validates: validatesIn(of, nodeId, remembered.validatedAt) ?? remembered.validates,
    clock_difference_seconds: known.clockDifference,
  };
  return {
    network: conditions.networkState({ connectedRatio: connected_ratio, quorum, isIsolated, isBehind }),
    node,
    chains,
    validators: validatorFacts(of, observer, connections),
    subnets: subnetFacts(of, observer),
    l1s: l1Facts(of, observer, chains, connections),
    l1_validators: l1ValidatorFacts(of, observer, connections),
  };
}
