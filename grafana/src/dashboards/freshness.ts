/** Panel with the age of a dashboard's data, for the right end of its first row. */
import { MappingType } from "@grafana/grafana-foundation-sdk/dashboard";
import { thresholds } from "../thresholds.ts";
import { colors, thresholdSteps } from "./palette.ts";
import { type Sized, stat } from "./panels.ts";
import { missedIntervals, overall } from "./queries.ts";

const { lateRuns: late } = thresholds;
const ages = [
  { from: null, to: late, text: "FRESH", color: colors.good },
  { from: late, to: thresholds.staleRuns, text: "LATE", color: colors.warning },
  { from: thresholds.staleRuns, to: null, text: "STALE", color: colors.unknown },
];

/** Returns the panel for the collectors whose names match a regular expression. */
export function freshness(collectors: string): readonly Sized[] {
  return [
    stat([3, 5], {
      title: "Data freshness",
      description: `FRESH: every collector behind this dashboard has succeeded within ${thresholds.lateRuns} of its intervals. LATE from ${thresholds.lateRuns} intervals on, STALE from ${thresholds.staleRuns}. Collectors run every 10 s to 10 min: fresh data can be as old as that. If it is not FRESH, do not rely on green panels: see the dashboard Exporter for the failing collector and the reason.`,
      unit: "none",
      none: "NO DATA: the exporter is down",
      isFilled: true,
      mappings: ages.map(({ from, to, text, color }, index) => ({
        type: MappingType.RangeToText,
        options: { from, to, result: { text, color, index } },
      })),
      levels: thresholdSteps("good", [late, "warning"], [thresholds.staleRuns, "unknown"]),
      queries: [{ expr: overall("max", missedIntervals(collectors)) }],
    }),
  ];
}
