/** What is known about a node at the present time. */
import { announcedUpgrade, healthCheck } from "../../collectors/health.ts";
import { chainBootstrapped } from "../../collectors/node.ts";
import type { Observations } from "../../engine/store.ts";
import { cutText } from "../../lib/redaction.ts";
import { isPrimaryChain } from "../../node-api/ids.ts";
import { type Observer, pChainAge, validatesIn } from "../observer.ts";
import { nodeState } from "./state.ts";

/** Maximum length of the error of a health check. */
const maxErrorLength = 200;

/** Returns what is known about a node at the present time. */
export function nodeRecord(of: Observations, observer: Observer) {
  const { nodeId, network, remembered } = observer;
  const checks = of(healthCheck).map(({ value }) => value);
  const failingChecks = checks.flatMap(({ check, passes, error = "" }) =>
    passes ? [] : { check, error: cutText(error, maxErrorLength) },
  );
  const bootstrapped = of(chainBootstrapped).map(({ value }) => value);
  const isBootstrapping = bootstrapped.some(
    ({ chain, isBootstrapped }) =>
      isPrimaryChain(chain) && !isBootstrapped && checks.some(({ check }) => check === chain),
  );
  const judged = nodeState({
    ...observer,
    isBootstrapped: isBootstrapping ? false : bootstrapped.find(({ chain }) => chain === "P")?.isBootstrapped,
    hasFailingCheck: checks.length === 0 ? undefined : failingChecks.length > 0,
    isIdentified: network !== undefined && nodeId !== undefined,
  });
  return {
    ...observer,
    judged,
    isEvidence: true,
    identity: remembered.identity,
    validates: validatesIn(of, nodeId, remembered.validatedAt) ?? remembered.validates,
    failingChecks,
    pChainAge: pChainAge(of, observer.now),
    upgrade: of(announcedUpgrade)[0]?.value,
  };
}
export type NodeRecord = ReturnType<typeof nodeRecord>;
