/** The text format 0.0.4, and the sink that a round writes into. */
import type { AnyMetric, LabelArgs, Metric, ValueOf } from "./metric.ts";

type Labels = Readonly<Record<string, string>>;
/** Writes one sample of a declared metric. */
export type Emit<M extends AnyMetric> = <T extends M>(
  metric: T,
  value: ValueOf<T>,
  ...labels: LabelArgs<T>
) => undefined;
/** All samples of one family that one item gave in one round. */
export type Fragment = { readonly metric: AnyMetric; readonly chunks: readonly Buffer[]; readonly series: number };

const chunkLength = 128 * 1024;

export const header = (name: string, type: string, help: string) =>
  `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;

const escapeLabel = (value: string) =>
  /["\\\n]/.test(value) ? value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n") : value;
const labelText = (metric: AnyMetric, labels: Labels) =>
  `{${metric.labels.map((label) => `${label}="${escapeLabel(labels[label] ?? "")}"`).join(",")}}`;

type Family = { text: string; chunks: Buffer[]; series: number };

/** Takes the samples of one item of a round. */
export function createSink() {
  let families = new Map<AnyMetric, Family>();
  let series = 0;
  let counting = false;
  // one labels object serves many families of one validator: its text is made once per label list
  const cache = new Map<readonly string[], { labels: Labels | undefined; text: string }>();

  function textOf(metric: AnyMetric, labels: Labels | undefined): string {
    if (!labels) return "";
    let last = cache.get(metric.labels);
    if (!last) {
      last = { labels: undefined, text: "" };
      cache.set(metric.labels, last);
    }
    if (last.labels !== labels) {
      last.labels = labels;
      last.text = labelText(metric, labels);
    }
    return last.text;
  }

  const emit = (metric: Metric<string, unknown, string>, value: unknown, labels?: Labels): void => {
    const number = metric.format(value);
    if (number === undefined) return;
    series++;
    if (counting) return;
    let family = families.get(metric);
    if (!family) {
      family = { text: "", chunks: [], series: 0 };
      families.set(metric, family);
    }
    family.series++;
    family.text += `${metric.name}${textOf(metric, labels)} ${number}\n`;
    if (family.text.length < chunkLength) return;
    family.chunks.push(Buffer.from(family.text)); // encoded as the round goes, not all at its end
    family.text = "";
  };

  return {
    emit: emit as unknown as Emit<AnyMetric>,
    /** How many series `emitAll` would emit. */
    count(emitAll: () => void): number {
      const before = series;
      counting = true;
      emitAll();
      counting = false;
      const counted = series - before;
      series = before;
      return counted;
    },
    /** How many series were emitted. */
    series: () => series,
    /** What was emitted since the last call. */
    take(): Fragment[] {
      const fragments = [...families].map(([metric, { chunks, text, series }]): Fragment => {
        return { metric, chunks: text === "" ? chunks : [...chunks, Buffer.from(text)], series };
      });
      families = new Map();
      return fragments;
    },
  };
}
export type Sink = ReturnType<typeof createSink>;
