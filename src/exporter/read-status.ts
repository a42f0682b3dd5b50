/** The status of a target. */
import { showUrl } from "../lib/redaction.ts";
import { compareNodes } from "../model/across-nodes.ts";
import { collectionOf } from "../model/collection.ts";
import { type StatusDocument, statusOf } from "../model/status.ts";
import type { Target } from "./target.ts";

/** Returns the present status of a node. */
export function readStatus(target: Target): StatusDocument {
  const { name } = target;
  const facts = target.facts();
  const collection = collectionOf(target.collectorStates(), facts.node.clock_difference_seconds);
  const described = { name, url: showUrl(target.url), up: target.status().up, watching: target.isWatching() };
  return statusOf({ ...described, collection }, facts, target.since());
}

/** Returns the present status of all nodes of a process. */
export const readAll = (targets: readonly Target[]): readonly StatusDocument[] => compareNodes(targets.map(readStatus));
