/** The dashboard Exporter: how reliable the data of the others is. */
import { statesNeed } from "../../../app/alerts/exporter.ts";
import * as self from "../../../app/metrics.ts";
import { percent } from "../../../lib/text.ts";
import { countOf, externalMetrics, matches, notMatches } from "../promql.ts";
import { callRow } from "./call-panels.ts";
import { allCollectorsRow, collectorRow, runRow } from "./collector-panels.ts";
import type { Spec } from "./dashboard.ts";
import { freshness, missing } from "./freshness.ts";
import { badAbove, inWords, thresholdSteps } from "./palette.ts";
import { stat } from "./panels.ts";
import { processRow, scrapeRow } from "./process-panels.ts";
import { inNetwork, rate, selectOwn, selectProcess } from "./queries.ts";
import { thresholds } from "./thresholds.ts";

const successes = selectOwn(self.success);
const needed = inNetwork(missing(statesNeed));
const optional = selectOwn(self.unavailable, {
  collector: notMatches(statesNeed.join("|")),
  reason: matches("api_off|method_unknown"),
});

export const exporter: Spec = {
  name: "exporter",
  title: "Exporter",
  description:
    "Reliability of the data on the other dashboards: collectors, their calls to the node, and the exporter process.",
  rows: [
    {
      title: "Status",
      panels: [
        stat([5, 4], {
          title: "Exporters up",
          description:
            "Whether Prometheus can scrape every target of the chosen jobs. DOWN: check that the process is running and its port is reachable; see Status > Targets in Prometheus.",
          ...inWords(["DOWN", "bad"], ["ALL UP", "good"]),
          none: "No exporter found",
          isFilled: true,
          levels: thresholdSteps("good"),
          queries: [{ expr: `min(${selectProcess(externalMetrics.up)})` }],
        }),
        stat([4, 4], {
          title: "Collectors failing",
          description:
            "Number of collectors whose last run had a failed call. The panels below show which ones and why. Troubleshooting, in the documentation, explains each reason.",
          unit: "none",
          none: "No exporter found",
          levels: thresholdSteps("good", [1, "bad"]),
          queries: [{ expr: `sum(1 - ${successes})` }],
        }),
        stat([5, 4], {
          title: "Collectors without an API",
          description:
            "Number of collectors whose data a node does not provide, because an API is disabled or its version is too old. States need some of them: without these, alerts cannot fire. The table below lists them. Enable the API on the node, or disable the collector.",
          unit: "none",
          none: "No exporter found",
          isNamed: true,
          levels: thresholdSteps("none"),
          levelsOf: { "needed by states": thresholdSteps("good", [1, "warning"]) },
          queries: [
            { expr: `count(${needed}) or 0 * sum(${successes})`, legend: "needed by states" },
            { expr: `count(${optional}) or 0 * sum(${successes})`, legend: "others" },
          ],
        }),
        stat([4, 4], {
          title: "Failed call share",
          description: `Share of failed calls to the nodes, excluding bootstrapping chains and unavailable APIs. Above ${percent(thresholds.failureShare)} series are about to be dropped: see the reasons below.`,
          unit: "percentunit",
          none: "No calls yet",
          decimals: 1,
          levels: badAbove(thresholds.failureShareWarning, thresholds.failureShare),
          queries: [
            {
              expr: `sum(${rate(self.rpcFailures, { reason: notMatches("bootstrapping|method_unavailable") })}) / (sum(${rate(countOf(self.rpcDuration))}) > 0)`,
            },
          ],
        }),
        stat([4, 4], {
          title: "Configuration",
          description:
            "Whether the last reload of the configuration succeeded. REJECTED: the previous configuration is still in use; the log and check-config show the errors.",
          ...inWords(["REJECTED", "bad"], ["LOADED", "good"]),
          none: "No /metrics scraped",
          levels: thresholdSteps("good"),
          queries: [{ expr: `min(${selectProcess(self.reloadSuccessful)})` }],
        }),
        freshness({ collectors: ".+", entities: ".+" }),
      ],
    },
    collectorRow,
    allCollectorsRow,
    runRow,
    callRow,
    processRow,
    scrapeRow,
  ],
};
