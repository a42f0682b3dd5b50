/** The nodes that one process monitors, and the metrics of the process. */
import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import { collectionOf } from "../entities/collection.ts";
import { compareNodes, type StatusDocument, statusOf } from "../entities/status.ts";
import type { Clock } from "../lib/clock.ts";
import { showUrl } from "../lib/redaction.ts";
import { createResources } from "../node-api/transport.ts";
import type { Plan } from "./plan.ts";
import { type Build, createProcessMetrics } from "./self-metrics.ts";
import { createTarget, type Target } from "./target.ts";

/** The plans of the nodes by name; the name of the node of `node.url` is empty. */
export type Plans = ReadonlyMap<string, Plan>;
type ExporterOptions = {
  readonly plans: Plans;
  readonly build: Build;
  readonly log: Logger;
  /** The system clock by default. */
  readonly clock?: Clock;
};

/** Delay between the starts of two nodes. */
const startStaggerMs = 50;
const maxStartSpreadMs = 10_000;

/** Creates the targets of all nodes, which do nothing until `start`. The caller stops them. */
export function createExporter({ plans, build, log, clock }: ExporterOptions) {
  const resources = createResources();
  const process = createProcessMetrics(build);
  const create = (name: string, plan: Plan) => createTarget({ name, plan, log, resources, clock });
  let targets = new Map([...plans].map(([name, plan]) => [name, create(name, plan)]));
  const stopping = new Set<Promise<void>>();

  function start(some: readonly Target[]) {
    some.forEach((target, i) => {
      target.start(i * Math.min(startStaggerMs, maxStartSpreadMs / some.length));
    });
  }
  function stop(target: Target) {
    const stopped = target.stop().finally(() => stopping.delete(stopped));
    stopping.add(stopped);
  }

  return {
    build,
    process,
    target: (name: string): Target | undefined => targets.get(name),
    targets: (): readonly Target[] => [...targets.values()],
    ready: () => [...targets.values()].every((target) => target.ready()),
    start: () => start([...targets.values()]),
    /** Applies other plans. A node with another configuration is replaced, and the others keep their data. An exception leaves all
     *  targets unchanged. */
    apply(next: Plans) {
      const before = targets;
      targets = new Map(
        [...next].map(([name, plan]) => {
          const known = before.get(name);
          return [name, known && isDeepStrictEqual(known.plan.config, plan.config) ? known : create(name, plan)];
        }),
      );
      const [old, current] = [new Set(before.values()), new Set(targets.values())];
      for (const target of old.difference(current)) stop(target);
      start([...current.difference(old)]);
    },
    async stop() {
      for (const target of targets.values()) stop(target);
      await Promise.all(stopping);
    },
  };
}
export type Exporter = ReturnType<typeof createExporter>;

/** Returns the present status of a node. */
export function readStatus(target: Target): StatusDocument {
  const { name, plan } = target;
  const url = showUrl(plan.config.node.url);
  const facts = target.facts();
  const collection = collectionOf(target.collectorStates(), facts.node.clock_difference_seconds);
  return statusOf({ name, url, up: target.isUp(), watching: plan.isWatching, collection }, facts, target.since());
}

/** Returns the present status of all nodes of a process. */
export const readAll = (targets: readonly Target[]): readonly StatusDocument[] => compareNodes(targets.map(readStatus));
