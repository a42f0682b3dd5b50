/** Creates one plan per configured node. */
import { collectors } from "../collectors/all.ts";
import type { Config } from "../config/schema.ts";
import type { Plans } from "../exporter/exporter.ts";
import { createPlan, type Plan } from "../exporter/plan.ts";

type NodeSettings = Pick<Config, "watch" | "validators" | "collectors">;

export function planOf(
  node: NonNullable<Config["node"]>,
  nodeSettings: NodeSettings,
  { network, series_limit: limit }: Config,
): Plan {
  const { watch, validators, collectors: collectorOptions } = nodeSettings;
  return createPlan(collectors, { node, settings: { watch, validators, network }, collectorOptions, limit });
}

/** A configured node. The name of `node` is empty. */
type ConfiguredNode = {
  readonly name: string;
  readonly node: NonNullable<Config["node"]>;
  readonly settings: NodeSettings;
  /** Sections of the file that belong to this node only. */
  readonly sections: ReadonlySet<string>;
};

/** Returns all configured nodes. The settings of an additional node replace the global ones. */
export function nodesOf(config: Config): readonly ConfiguredNode[] {
  const { node, nodes } = config;
  const additional = Object.entries(nodes).map(([name, { watch, validators, collectors: options, ...reach }]) => {
    const given = Object.entries({ watch, validators, collectors: options }).filter(([, section]) => section);
    const settings: NodeSettings = { ...config, ...Object.fromEntries(given) };
    return { name, node: reach, settings, sections: new Set(["node", ...given.map(([section]) => section)]) };
  });
  const first = node ? [{ name: "", node, settings: config, sections: new Set<string>() }] : [];
  return [...first, ...additional];
}

export const plansOf = (config: Config): Plans =>
  new Map(nodesOf(config).map(({ name, node, settings }) => [name, planOf(node, settings, config)] as const));
