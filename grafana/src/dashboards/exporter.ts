import * as self from "../../../src/metrics/exporter.ts";
import { percent } from "../amounts.ts";
import { on } from "../formulas.ts";
import { countOf, externalMetrics, notMatches } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { callRow } from "./call-panels.ts";
import { collectorRow, runRow } from "./collector-panels.ts";
import type { Spec } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { stat } from "./panels.ts";
import { processRow, scrapeRow } from "./process-panels.ts";
import { overall, rate, select } from "./queries.ts";
import { yesNoStates } from "./state-codes.ts";

export const exporter: Spec = {
  name: "exporter",
  title: "Exporter",
  description:
    "Reliability of the data on the other dashboards: collectors, their calls to the node, and the exporter process.",
  rows: [
    {
      title: "Status",
      panels: [
        stat([5, 5], {
          title: "Exporters up",
          description:
            "Whether Prometheus can scrape every target of the exporter that was up within the last day. DOWN: check that the process is running and its port is reachable; see Status > Targets in Prometheus.",
          unit: "none",
          none: "No exporter found",
          isFilled: true,
          mappings: valueMappings(yesNoStates("ALL UP", "DOWN")),
          levels: thresholdSteps("good"),
          queries: [
            {
              expr: overall(
                "min",
                `${select(externalMetrics.up)} and ${on()} (last_over_time(${select(self.up)}[1d]) or last_over_time(${select(self.buildInfo)}[1d]))`,
              ),
            },
          ],
        }),
        stat([5, 5], {
          title: "Collectors failing",
          description:
            "Number of collectors whose last run had a failed call. The panels below show which ones and why. Troubleshooting, in the documentation, explains each reason.",
          unit: "none",
          none: "No exporter found",
          levels: thresholdSteps("good", [1, "bad"]),
          queries: [{ expr: overall("sum", `1 - ${select(self.success)}`) }],
        }),
        stat([5, 5], {
          title: "Failed call share",
          description: `Share of failed calls to the nodes, excluding bootstrapping chains and unavailable APIs. Above ${percent(thresholds.failureShare)} series are about to be dropped: see the reasons below.`,
          unit: "percentunit",
          none: "No calls yet",
          decimals: 1,
          levels: thresholdSteps("good", [thresholds.failureShareWarning, "warning"], [thresholds.failureShare, "bad"]),
          queries: [
            {
              expr: `${overall("sum", rate(self.rpcFailures, { reason: notMatches("bootstrapping|method_unavailable") }))} / (${overall("sum", rate(countOf(self.lockDuration)))} > 0)`,
            },
          ],
        }),
        stat([6, 5], {
          title: "Configuration",
          description:
            "Whether the last reload of the configuration succeeded. REJECTED: the previous configuration is still in use; the log and check-config show the errors.",
          unit: "none",
          none: "No /metrics scraped",
          mappings: valueMappings(yesNoStates("LOADED", "REJECTED")),
          levels: thresholdSteps("good"),
          queries: [{ expr: overall("min", select(self.reloadSuccessful)) }],
        }),
        ...freshness(".+"),
      ],
    },
    collectorRow,
    runRow,
    callRow,
    processRow,
    scrapeRow,
  ],
};
