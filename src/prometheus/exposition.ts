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

/** Bytes of a family's first chunk, of its second, and of all others: most families are small. */
const chunkSizes = [1024, 8 * 1024, 32 * 1024] as const;
const lineEnd = "\n".charCodeAt(0);

export const header = (name: string, type: string, help: string) =>
  `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;

const escapeLabel = (value: string) =>
  /["\\\n]/.test(value) ? value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n") : value;
/** What stands between the name and the value. */
function labelBytes({ labels: names }: AnyMetric, labels: Labels): Buffer {
  let text = "";
  for (const name of names) text += `${text === "" ? "{" : ","}${name}="${escapeLabel(labels[name] ?? "")}"`;
  return Buffer.from(`${text}} `);
}
const noLabels = Buffer.from(" ");

/** The lines of one family, put together as bytes: as text they would be copied three times. */
class Family {
  series = 0;
  readonly #name: Buffer;
  readonly #chunks: Buffer[] = [];
  #chunk = Buffer.alloc(0);
  #size = 0;

  constructor(name: string) {
    this.#name = Buffer.from(name);
  }
  /** `value`: ASCII. */
  add(labels: Buffer, value: string) {
    const name = this.#name;
    const most = name.length + labels.length + value.length + 1;
    if (this.#size + most > this.#chunk.length) this.#begin(most);
    const chunk = this.#chunk;
    chunk.set(name, this.#size);
    chunk.set(labels, this.#size + name.length);
    let at = this.#size + name.length + labels.length;
    for (let i = 0; i < value.length; i++) chunk[at++] = value.charCodeAt(i);
    chunk[at++] = lineEnd;
    this.#size = at;
    this.series++;
  }
  /** What was added. */
  end(): readonly Buffer[] {
    this.#chunks.push(this.#chunk.subarray(0, this.#size));
    return this.#chunks;
  }
  #begin(least: number) {
    if (this.#size > 0) this.#chunks.push(this.#chunk.subarray(0, this.#size));
    this.#chunk = Buffer.allocUnsafe(Math.max(chunkSizes[this.#chunks.length] ?? chunkSizes[2], least));
    this.#size = 0;
  }
}

/** Takes the samples of one item of a round. */
export function createSink() {
  let families = new Map<AnyMetric, Family>();
  let series = 0;
  let counting = false;
  // one labels object serves many families of one validator: its text is made once
  let names: readonly string[] | undefined;
  let labelled: Labels | undefined;
  let bytes: Buffer = noLabels;

  function bytesOf(metric: AnyMetric, labels: Labels | undefined): Buffer {
    if (!labels) return noLabels;
    if (labelled !== labels || names !== metric.labels) {
      names = metric.labels;
      labelled = labels;
      bytes = labelBytes(metric, labels);
    }
    return bytes;
  }

  const emit = (metric: Metric<string, unknown, string>, value: unknown, labels?: Labels): void => {
    const number = metric.format(value);
    if (number === undefined) return;
    series++;
    if (counting) return;
    let family = families.get(metric);
    if (!family) {
      family = new Family(metric.name);
      families.set(metric, family);
    }
    family.add(bytesOf(metric, labels), number);
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
      const fragments = [...families].map(([metric, family]): Fragment => {
        return { metric, chunks: family.end(), series: family.series };
      });
      families = new Map();
      return fragments;
    },
  };
}
export type Sink = ReturnType<typeof createSink>;
