/** The text format 0.0.4. */
import { formatLabels, type Labels } from "./labels.ts";
import type { AnyMetric } from "./metric.ts";
import type { Sample } from "./sample.ts";

export const formatHeader = ({ name, type }: AnyMetric, help: string): string =>
  `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;

/** Returns a function that formats labels. The samples of one validator share one object of labels: its text is made once, without
 *  which rendering takes twice as long. */
function createLabelFormatter() {
  const texts = new Map<readonly string[], Map<Labels, string>>();
  return (names: readonly string[], labels: Labels | undefined): string => {
    if (!labels) return "";
    const known = texts.get(names) ?? new Map<Labels, string>();
    texts.set(names, known);
    const text = known.get(labels) ?? formatLabels(names, labels);
    known.set(labels, text);
    return text;
  };
}

/** The maximum number of bytes in UTF-8 per UTF-16 code unit. */
const maxBytesPerUnit = 3;
const initialBytes = 64 * 1024;

/** Yields each family with its lines, which are valid until the next family. Lines are written into one buffer that grows: to join
 *  them as strings takes three times as long. */
export function* renderFamilies(samples: Iterable<Sample>): Generator<readonly [AnyMetric, Uint8Array]> {
  const formatted = createLabelFormatter();
  let buffer = Buffer.allocUnsafeSlow(initialBytes);
  for (const [metric, family] of Map.groupBy(samples, (sample) => sample.metric)) {
    let end = 0;
    for (const { value, labels } of family) {
      const line = `${metric.name}${formatted(metric.labels, labels)} ${metric.format(value)}\n`;
      const neededBytes = end + line.length * maxBytesPerUnit;
      if (neededBytes > buffer.length) buffer = Buffer.concat([buffer], 2 * neededBytes);
      end += buffer.write(line, end);
    }
    yield [metric, buffer.subarray(0, end)];
  }
}
