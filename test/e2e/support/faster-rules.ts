/** The default rules for a real Prometheus that does in a second what takes a minute otherwise. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { type Duration, milliseconds } from "../../../src/lib/duration.ts";
import { alerts, type OptionalGroup, ruleGroups } from "../../../src/rules/groups.ts";
import type { Overrides } from "../../../src/rules/settings.ts";
import type { Exporter } from "./exporter.ts";
import { startPrometheus } from "./prometheus.ts";

/** Scrapes and evaluations are a second apart instead of up to a minute, and durations in the rules are shortened accordingly.
 *  Ages and deadlines of the chain are unchanged. */
const factor = 60;
const faster = (duration: string) => `${Math.max(1, milliseconds(duration as Duration) / 1000 / factor)}s`;
const windows = new Set(["window", "lookback"]);
const overrides: Overrides = Object.fromEntries(
  alerts.map(({ name, tiers, keepFiringFor = "0s" }) => [
    name,
    {
      keepFiringFor: faster(keepFiringFor),
      tiers: Object.fromEntries(
        Object.entries(tiers).map(([severity, tier]) => {
          const parameters = Object.entries(tier.parameters).filter(([key]) => windows.has(key));
          return [
            severity,
            {
              for: faster(tier.for),
              parameters: Object.fromEntries(parameters.map(([key, value]) => [key, faster(String(value))])),
            },
          ];
        }),
      ),
    },
  ]),
);

/** Returns the rules as a file: the default ones, and those of optional groups. */
export const fasterRules = (optional: readonly OptionalGroup[] = []) =>
  stringify({ groups: ruleGroups({ overrides }, optional) });

/** Starts a Prometheus with these rules, in a file of the folder, that scrapes exporters each second. */
export async function startPrometheusWithRules(
  folder: string,
  exporters: readonly Exporter[],
  optional: readonly OptionalGroup[] = [],
) {
  const rules = join(folder, "rules.yaml");
  await writeFile(rules, fasterRules(optional));
  const targets = exporters.map(({ port }) => `127.0.0.1:${port}`);
  const job = { job_name: "avalanche-exporter", honor_labels: true, static_configs: [{ targets }] };
  const global = { scrape_interval: "1s", evaluation_interval: "1s" };
  return startPrometheus(JSON.stringify({ global, rule_files: [rules], scrape_configs: [job] }));
}
