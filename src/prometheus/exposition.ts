/** Prometheus text format 0.0.4. */
import { formatLabels, type Labels } from "./labels.ts";
import type { AnyMetric } from "./metric.ts";
import type { Sample } from "./sample.ts";

/** Returns the HELP and TYPE lines of a metric. */
export const formatHeader = ({ name, type }: AnyMetric, help: string): string =>
  `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;

/** Maximum number of characters that are encoded together. Joining all lines of a large family first takes three times as long. */
const maxPartLength = 16 * 1024;
const encoder = new TextEncoder();

type FormatLabels = (names: readonly string[], labels: Labels) => string;

/** Returns a function that caches formatted labels by object, because the samples of a validator share one. Rendering takes twice
 *  as long without the cache. */
function createLabelFormatter(): FormatLabels {
  const texts = new Map<readonly string[], Map<Labels, string>>();
  return (names, labels) => {
    const known = texts.get(names) ?? new Map<Labels, string>();
    const text = known.get(labels) ?? formatLabels(names, labels);
    texts.set(names, known.set(labels, text));
    return text;
  };
}

function renderFamily({ name, labels: names, format }: AnyMetric, samples: readonly Sample[], formatted: FormatLabels) {
  const parts: Uint8Array[] = [];
  let text = "";
  for (const { value, labels } of samples) {
    text += `${name}${labels ? formatted(names, labels) : ""} ${format(value)}\n`;
    if (text.length < maxPartLength) continue;
    parts.push(encoder.encode(text));
    text = "";
  }
  return Buffer.concat([...parts, encoder.encode(text)]);
}

/** Yields each family with its lines, in the order of the first sample of each. */
export function* renderFamilies(samples: Iterable<Sample>): Generator<readonly [AnyMetric, Uint8Array]> {
  const formatted = createLabelFormatter();
  for (const [metric, family] of Map.groupBy(samples, (sample) => sample.metric))
    yield [metric, renderFamily(metric, family, formatted)];
}
