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

/** Bytes of a chunk; larger ones would be compressed in too few steps. */
const chunkSize = 128 * 1024;
/** Characters put together as text before they are encoded: long ropes of text are slow to flatten. */
const lineRun = 4096;
/** Of one character of a JavaScript string. */
const mostBytes = 3;

export const header = (name: string, type: string, help: string) =>
  `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;

const escapeLabel = (value: string) =>
  /["\\\n]/.test(value) ? value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n") : value;
function labelText({ labels: names }: AnyMetric, labels: Labels): string {
  let text = "";
  for (const name of names) text += `${text === "" ? "{" : ","}${name}="${escapeLabel(labels[name] ?? "")}"`;
  return `${text}}`;
}

/** The lines of one family, encoded as they come. */
class Family {
  series = 0;
  readonly #chunks: Buffer[] = [];
  #chunk = Buffer.allocUnsafe(0);
  #size = 0;
  #text = "";

  add(line: string) {
    this.series++;
    this.#text += line;
    if (this.#text.length >= lineRun) this.#encode();
  }
  /** What was added. */
  end(): readonly Buffer[] {
    if (this.#size > 0) {
      this.#encode();
      this.#chunks.push(Buffer.from(this.#chunk.subarray(0, this.#size))); // no more than there is
    } else if (this.#text !== "") this.#chunks.push(Buffer.from(this.#text));
    return this.#chunks;
  }
  #encode() {
    const most = this.#text.length * mostBytes;
    if (this.#size + most > this.#chunk.length) {
      if (this.#size > 0) this.#chunks.push(this.#chunk.subarray(0, this.#size));
      this.#chunk = Buffer.allocUnsafe(Math.max(chunkSize, most));
      this.#size = 0;
    }
    this.#size += this.#chunk.write(this.#text, this.#size);
    this.#text = "";
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
  let text = "";

  function textOf(metric: AnyMetric, labels: Labels | undefined): string {
    if (!labels) return "";
    if (labelled !== labels || names !== metric.labels) {
      names = metric.labels;
      labelled = labels;
      text = labelText(metric, labels);
    }
    return text;
  }

  const emit = (metric: Metric<string, unknown, string>, value: unknown, labels?: Labels): void => {
    const number = metric.format(value);
    if (number === undefined) return;
    series++;
    if (counting) return;
    let family = families.get(metric);
    if (!family) {
      family = new Family();
      families.set(metric, family);
    }
    family.add(`${metric.name}${textOf(metric, labels)} ${number}\n`);
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
