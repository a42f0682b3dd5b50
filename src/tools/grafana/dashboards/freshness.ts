/** Panel with the state of a dashboard's data, for the right end of its first row. */
import { statesNeed } from "../../../app/alerts/exporter.ts";
import { success, unavailable } from "../../../app/metrics.ts";
import { watchedObserved } from "../../../entities/all.ts";
import { matches } from "../promql.ts";
import { thresholdSteps, wordMappingsFrom } from "./palette.ts";
import { type Sized, stat } from "./panels.ts";
import { inNetwork, selectProcess, selectShared } from "./queries.ts";

/** Reasons for which a node never provides the data. */
const never = matches("api_off|method_unknown");
/** Collectors whose data states need, and that the node does not provide. */
export const missing = (collectors: readonly string[]) =>
  selectProcess(unavailable, { collector: matches(collectors.join("|")), reason: never });

type Behind = {
  /** Collectors whose runs have to succeed: a regular expression. */
  readonly collectors: string;
  /** Watched entities that a node has to observe: a regular expression. */
  readonly entities?: string;
};
/** Returns the panel for the collectors and watched entities behind a dashboard. -1: a collector fails. 0: data is missing. */
export function freshness({ collectors, entities }: Behind): Sized {
  const needed = statesNeed.filter((name) => new RegExp(`^(?:${collectors})$`).test(name));
  const successes = selectProcess(success, { collector: matches(collectors) });
  const succeeded = `2 * (max_over_time(${successes}[5m]) and ${successes}) - 1`;
  const absent = needed.length === 0 ? [] : [`0 * max_over_time(${missing(needed)}[5m])`];
  const observed =
    entities === undefined
      ? []
      : [`max by (network, entity, subnet_id, id) (${selectShared(watchedObserved, { entity: matches(entities) })})`];
  return stat([2, 4], {
    title: "Data",
    description:
      "FRESH: every collector behind this dashboard has succeeded within 5 minutes. STALE: one has not. PARTIAL: a node does not provide data that states need, because an API is disabled or its version is too old; or no node knows the state of a watched entity. If it is not FRESH, do not rely on green panels: see the dashboard Exporter. Old data is dropped.",
    unit: "none",
    none: "NO DATA",
    mappings: wordMappingsFrom(-1, ["STALE", "unknown"], ["PARTIAL", "warning"], ["FRESH", "good"]),
    levels: thresholdSteps("unknown", [0, "warning"], [1, "good"]),
    queries: [{ expr: `min(${[inNetwork([succeeded, ...absent].join(" or ")), ...observed].join(" or ")})` }],
  });
}
