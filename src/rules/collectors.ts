/** Collectors that alerts need. */
import { collectors } from "../collectors/all.ts";
import * as states from "../metrics/states.ts";
import { type Alert, severities } from "./rule.ts";

const isRead = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text);
/** Returns the methods that a collector reads its data from: others call the info API to identify the node. */
const sourcesOf = (reads: readonly string[]) => {
  const others = reads.filter((method) => !method.startsWith("info."));
  return others.length > 0 ? others : reads;
};
/** Returns the collectors with a metric that alerts read, and those that read a method from which a state follows that alerts read. */
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
        (metrics.some(({ name }) => isRead(text, name)) || sourcesOf(reads).some((method) => isRead(methods, method))),
    )
    .map(({ name }) => name);
}
