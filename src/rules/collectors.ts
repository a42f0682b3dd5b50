/** Collectors that alerts need. */
import { collectors } from "../collectors/all.ts";
import * as states from "../metrics/states.ts";
import { type Alert, severities } from "./rule.ts";

const isRead = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text);
/** Returns the collectors with a metric that alerts read, and those that call a method from which a state follows that they read. */
export function collectorsNeededBy(alerts: readonly Alert[]): readonly string[] {
  const expressions = alerts.flatMap(({ expr, tiers }) =>
    severities.map((severity) => expr((tiers[severity]?.parameters as never) ?? {}, severity)),
  );
  const text = expressions.join("\n");
  const sources = Object.values(states).flatMap((metric) =>
    "from" in metric && isRead(text, metric.name) ? metric.from : [],
  );
  const methods = sources.join("\n");
  return collectors
    .filter(
      ({ metrics, reads, disabledByDefault }) =>
        !disabledByDefault &&
        (metrics.some(({ name }) => isRead(text, name)) || reads.some((method) => isRead(methods, method))),
    )
    .map(({ name }) => name);
}
