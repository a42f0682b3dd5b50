/** The text format 0.0.4, and the sink that a round writes into. */
import type { AnyMetric, LabelArgs, Metric, ValueOf } from "./metric.ts";

type Labels = Readonly<Record<string, string>>;
/** Writes one sample of a declared metric. */
export type Emit<M extends AnyMetric> = <T extends M>(metric: T, value: ValueOf<T>, ...labels: LabelArgs<T>) => void;
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

/** Takes the samples of one collector's round, and no more than `limit` series of those that may be left out. */
export function createSink(limit: number) {
  let families = new Map<AnyMetric, Family>();
  let series = 0;
  let dropped = 0;
  let full = false;
  let entity: [metric: AnyMetric, line: string][] | undefined;
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

  function write(metric: AnyMetric, line: string) {
    let family = families.get(metric);
    if (!family) {
      family = { text: "", chunks: [], series: 0 };
      families.set(metric, family);
    }
    series++;
    family.series++;
    family.text += line;
    if (family.text.length < chunkLength) return;
    family.chunks.push(Buffer.from(family.text)); // encoded as the round goes, not all at its end
    family.text = "";
  }

  const emit = (metric: Metric<string, unknown, string>, value: unknown, labels?: Labels): void => {
    const number = metric.format(value);
    if (number === undefined) return;
    const line = `${metric.name}${textOf(metric, labels)} ${number}\n`;
    if (entity) entity.push([metric, line]);
    else write(metric, line);
  };

  return {
    emit: emit as unknown as Emit<AnyMetric>,
    /** Publishes all that `emitAll` emits, or, beyond the limit, nothing of it and of what follows. */
    whole(emitAll: () => void) {
      entity = [];
      emitAll();
      full ||= series + entity.length > limit;
      if (full) dropped += entity.length;
      else for (const [metric, line] of entity) write(metric, line);
      entity = undefined;
    },
    /** What was emitted since the last call. */
    take(): Fragment[] {
      const fragments = [...families].map(([metric, { chunks, text, series }]): Fragment => {
        return { metric, chunks: text === "" ? chunks : [...chunks, Buffer.from(text)], series };
      });
      families = new Map();
      return fragments;
    },
    /** How many series were left out. */
    dropped: () => dropped,
  };
}
export type Sink = ReturnType<typeof createSink>;
