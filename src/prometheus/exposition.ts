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
export type Fragment = { readonly metric: AnyMetric; readonly bytes: Buffer; readonly series: number };

/** Bytes. */
const firstSize = 1024;
/** So many bytes are handed over as they are; fewer are copied, and their buffer is written anew. */
const large = 64 * 1024;
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

const none = Buffer.alloc(0);

/** The lines of one family, put together as bytes: as text they would be copied three times. */
class Family {
  series = 0;
  size = 0;
  readonly metric: AnyMetric;
  readonly #name: Buffer;
  #buffer: Buffer = none;
  /** What the next buffer is to hold: a little more than the last one. */
  #expected = firstSize;

  constructor(metric: AnyMetric) {
    this.metric = metric;
    this.#name = Buffer.from(metric.name);
  }
  get isLarge() {
    return this.size >= large;
  }
  get bytes() {
    return this.#buffer.subarray(0, this.size);
  }
  /** `value`: ASCII. */
  add(labels: Buffer, value: string) {
    const name = this.#name;
    const end = this.size + name.length + labels.length + value.length + 1;
    if (end > this.#buffer.length) this.#grow(end);
    const buffer = this.#buffer;
    buffer.set(name, this.size);
    buffer.set(labels, this.size + name.length);
    let at = this.size + name.length + labels.length;
    for (let i = 0; i < value.length; i++) buffer[at++] = value.charCodeAt(i);
    buffer[at] = lineEnd;
    this.size = end;
    this.series++;
  }
  clear() {
    if (this.#buffer.length > large) {
      this.#expected = this.isLarge ? Math.ceil(1.01 * this.size) : firstSize;
      this.#buffer = none;
    }
    this.size = 0;
    this.series = 0;
  }
  #grow(least: number) {
    const before = this.bytes;
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(this.#expected, 2 * this.#buffer.length, least));
    this.#buffer.set(before);
  }
}

/** Takes the samples of one item of a round after the other. From round to round it knows better how much there is. */
export function createSink() {
  const families = new Map<AnyMetric, Family>();
  /** While it is counted, nothing is written. */
  let counted: number | undefined;
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
    if (counted !== undefined) {
      counted++;
      return;
    }
    let family = families.get(metric);
    if (!family) {
      family = new Family(metric);
      families.set(metric, family);
    }
    family.add(bytesOf(metric, labels), number);
  };

  return {
    emit: emit as unknown as Emit<AnyMetric>,
    /** How many series `emitAll` would emit. */
    count(emitAll: () => void): number {
      counted = 0;
      emitAll();
      const series = counted;
      counted = undefined;
      return series;
    },
    /** What was emitted since the last call. */
    take(): Fragment[] {
      const written = [...families.values()].filter((family) => family.series > 0);
      const small = written.filter((family) => !family.isLarge);
      const copies = Buffer.allocUnsafeSlow(small.reduce((sum, { size }) => sum + size, 0));
      let at = 0;
      return written.map((family) => {
        const { metric, series, size, isLarge } = family;
        let { bytes } = family;
        if (!isLarge) {
          copies.set(bytes, at);
          bytes = copies.subarray(at, at + size);
          at += size;
        }
        family.clear();
        return { metric, bytes, series };
      });
    },
  };
}
export type Sink = ReturnType<typeof createSink>;
