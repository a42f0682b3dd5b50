/** What each configured node is to run. */
import { collectors } from "../collectors/all.ts";
import type { Config } from "../config/schema.ts";
import type { Plans } from "../exporter/exporter.ts";
import { createPlan, type Plan } from "../exporter/plan.ts";

type Own = Pick<Config, "watch" | "validators" | "collectors">;

export function planOf(node: NonNullable<Config["node"]>, own: Own, { network, series_limit: limit }: Config): Plan {
  const { watch, validators, collectors: knobs } = own;
  return createPlan(collectors, { node, settings: { watch, validators, network }, knobs, limit });
}

/** A further node's own settings stand in place of the general ones. */
export function plansOf(config: Config): Plans {
  const { node, nodes } = config;
  const further = Object.entries(nodes).map(([name, { watch, validators, collectors: knobs, ...reach }]) => {
    const own = {
      watch: watch ?? config.watch,
      validators: validators ?? config.validators,
      collectors: knobs ?? config.collectors,
    };
    return [name, planOf(reach, own, config)] as const;
  });
  return new Map([...(node ? [["", planOf(node, config, config)] as const] : []), ...further]);
}
