/** Creates one plan per configured node. */
import { collectors } from "../collectors/all.ts";
import type { Config } from "../config/schema.ts";
import type { Plans } from "../exporter/exporter.ts";
import { createPlan, type Plan } from "../exporter/plan.ts";

type NodeSettings = Pick<Config, "watch" | "validators" | "collectors">;

export function planOf(
  node: NonNullable<Config["node"]>,
  { watch, validators, collectors: collectorOptions }: NodeSettings,
  { network, series_limit: limit }: Config,
): Plan {
  return createPlan(collectors, { node, settings: { watch, validators, network }, collectorOptions, limit });
}

/** Returns all configured nodes; the name of `node` is empty. The settings of an additional node replace the global ones.
 *  `sections` has the sections of the file that belong to this node only. */
export function nodesOf(config: Config) {
  const additional = Object.entries(config.nodes).map(([name, { watch, validators, collectors, ...node }]) => {
    const own = Object.entries({ watch, validators, collectors }).filter(([, section]) => section);
    const settings: NodeSettings = { ...config, ...Object.fromEntries(own) };
    return { name, node, settings, sections: new Set(["node", ...own.map(([section]) => section)]) };
  });
  if (!config.node) return additional;
  return [{ name: "", node: config.node, settings: config, sections: new Set<string>() }, ...additional];
}

export const plansOf = (config: Config): Plans =>
  new Map(nodesOf(config).map(({ name, node, settings }) => [name, planOf(node, settings, config)] as const));
