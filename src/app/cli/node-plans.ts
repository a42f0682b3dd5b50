/** Creates one plan per configured node. */
import * as z from "zod";
import { collectors } from "../../collectors/all.ts";
import { suggest } from "../../lib/text.ts";
import type { Config } from "../config/schema.ts";
import type { Plans } from "../exporter.ts";
import { createPlan, type Plan } from "../plan.ts";

type NodeSettings = Pick<Config, "watch" | "validators" | "l1" | "collectors">;

/** Returns all configured nodes; the name of `node` is empty. The settings of an additional node replace the global ones. */
export function nodesOf(config: Config) {
  const additional = Object.entries(config.nodes).map(([name, { watch, validators, l1, collectors, ...node }]) => {
    const own = Object.entries({ watch, validators, l1, collectors }).filter(([, section]) => section);
    const settings: NodeSettings = { ...config, ...Object.fromEntries(own) };
    return { name, node, settings };
  });
  if (!config.node) return additional;
  return [{ name: "", node: config.node, settings: config }, ...additional];
}

type ConfiguredNode = ReturnType<typeof nodesOf>[number];

export function planOf({ name, node: { network, ...node }, settings: own }: ConfiguredNode, config: Config): Plan {
  const { watch, validators, l1, collectors: collectorOptions } = own;
  const settings = { name, watch, validators, l1 };
  return createPlan(collectors, { node, network, settings, collectorOptions, limit: config.series_limit });
}

/** Flag of commands that can use one of `nodes`. */
export const targetFlag = z.string().optional().meta({
  placeholder: "NAME",
  description: "Use this one of nodes in the configuration file, with its credentials and settings.",
});

/** Returns the node with the name. Without a name, returns `node`, or the only one of `nodes`. Otherwise returns the error. */
export function selectNode(config: Config, name: string | undefined): ConfiguredNode | string {
  const all = nodesOf(config);
  const names = Object.keys(config.nodes);
  if (name === undefined) {
    const [first] = all;
    if (first && (first.name === "" || all.length === 1)) return first;
    return `several nodes are configured; choose one with --target: ${names.join(", ")}`;
  }
  if (names.length === 0) return "--target: the configuration has no nodes; set nodes in the configuration file";
  const found = Object.hasOwn(config.nodes, name) && all.find((node) => node.name === name);
  return found || `--target: unknown node "${name}"; ${suggest(name, { names })}`;
}

export const plansOf = (config: Config): Plans =>
  new Map(nodesOf(config).map((one) => [one.name, planOf(one, config)] as const));
