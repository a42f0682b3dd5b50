/** The default rules for a real Prometheus that does in a second what takes a minute otherwise. */
import { stringify } from "yaml";
import { type Duration, milliseconds } from "../../../src/lib/duration.ts";
import { alerts, type OptionalGroup, type Overrides, ruleGroups } from "../../../src/rules/groups.ts";

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
