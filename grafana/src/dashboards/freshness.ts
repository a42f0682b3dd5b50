/** Panel with the state of a dashboard's data, for the right end of its first row. */
import { success } from "../../../src/metrics/exporter.ts";
import { matches } from "../promql.ts";
import { thresholdSteps, wordMappings } from "./palette.ts";
import { type Sized, stat } from "./panels.ts";
import { select } from "./queries.ts";

/** Returns the panel for the collectors whose names match a regular expression. */
export const freshness = (collectors: string): Sized =>
  stat([2, 4], {
    title: "Data freshness",
    description:
      "FRESH: every collector behind this dashboard has succeeded within 5 minutes. If it is not FRESH, do not rely on green panels: see the dashboard Exporter for the failing collector. Old data is dropped.",
    unit: "none",
    none: "NO DATA",
    mappings: wordMappings(["STALE", "unknown"], ["FRESH", "good"]),
    levels: thresholdSteps("unknown", [1, "good"]),
    queries: [{ expr: `min(max_over_time(${select(success, { collector: matches(collectors) })}[5m]))` }],
  });
