/** Where a round writes its samples: line after line into one buffer for each family, as they go to the page. */
import { longest } from "./digits.ts";
import type { Emit } from "./exposition.ts";
import { createLabelWriter, type Labels, orderOf } from "./labels.ts";
import type { AnyMetric } from "./metric.ts";

/** All samples of one family that one item gave, as a range of all that the round gave of it. */
export type Part = {
  readonly metric: AnyMetric;
  readonly series: number;
  readonly from: number;
  readonly to: number;
};
/** The same, once the round is over. */
export type Fragment = { readonly metric: AnyMetric; readonly bytes: Buffer; readonly series: number };

/** Bytes. */
const firstSize = 1024;
/** So many bytes are handed over as they are; fewer are copied, and their buffer is written anew. */
const large = 64 * 1024;
const lineEnd = "\n".charCodeAt(0);
const none = Buffer.alloc(0);

/** The lines of one family, put together as bytes: as text they would be copied three times. */
class Family {
  size = 0;
  readonly metric: AnyMetric;
  readonly order;
  /** Which was written to after it the last time. */
  next: Family | undefined;
  readonly #name: Buffer;
  #buffer: Buffer = none;
  /** What the next buffer is to hold: a little more than the last one. */
  #expected = firstSize;
  #series = 0;
  #taken = 0;

  constructor(metric: AnyMetric) {
    this.metric = metric;
    this.order = orderOf(metric.labels);
    this.#name = Buffer.from(metric.name);
  }
  /** False where there is nothing to say of that value. */
  add(labels: Uint8Array, value: never): boolean {
    const name = this.#name;
    const most = this.size + name.length + labels.length + longest + 1;
    if (most > this.#buffer.length) this.#grow(most);
    const buffer = this.#buffer;
    const afterName = this.size + name.length;
    const end = this.metric.write(value, buffer, afterName + labels.length);
    if (end === undefined) return false;
    buffer.set(name, this.size);
    buffer.set(labels, afterName);
    buffer[end] = lineEnd;
    this.size = end + 1;
    this.#series++;
    return true;
  }
  /** What was added since the last time, if anything. */
  take(): Part | undefined {
    if (this.#series === 0) return undefined;
    const part = { metric: this.metric, series: this.#series, from: this.#taken, to: this.size };
    this.#series = 0;
    this.#taken = this.size;
    return part;
  }
  get isLarge() {
    return this.size >= large;
  }
  get bytes() {
    return this.#buffer.subarray(0, this.size);
  }
  clear() {
    if (this.#buffer.length > large) {
      this.#expected = this.isLarge ? Math.ceil(1.01 * this.size) : firstSize;
      this.#buffer = none;
    }
    this.size = 0;
    this.#series = 0;
    this.#taken = 0;
  }
  #grow(least: number) {
    const before = this.bytes;
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(this.#expected, 2 * this.#buffer.length, least));
    this.#buffer.set(before);
  }
}

/** Takes the samples of one round after the other. From round to round it knows better how much there is. */
export function createSink() {
  const families = new Map<AnyMetric, Family>();
  const writeLabels = createLabelWriter();
  let last: Pick<Family, "next"> = { next: undefined };
  let series = 0;
  /** While it is counted, nothing is written. */
  let counted: number | undefined;
  const aside = new Uint8Array(longest);
  // one object of labels serves many families of one validator: its text is made once
  let labelled: Labels | undefined;
  let names: readonly string[] = [];
  let bytes: Uint8Array = none;

  /** Of that metric: most often the one that came next the last time, too. */
  function familyOf(metric: AnyMetric): Family {
    if (last.next?.metric === metric) return last.next;
    let family = families.get(metric);
    if (!family) {
      family = new Family(metric);
      families.set(metric, family);
    }
    last.next = family;
    return family;
  }
  const emit = (metric: AnyMetric, value: never, labels?: Labels): void => {
    if (counted !== undefined) {
      if (metric.write(value, aside, 0) !== undefined) counted++;
      return;
    }
    const family = familyOf(metric);
    last = family;
    if (labelled !== labels || names !== metric.labels) {
      labelled = labels;
      names = metric.labels;
      bytes = writeLabels(family.order, labels);
    }
    if (family.add(bytes, value)) series++;
  };

  return {
    emit: emit as unknown as Emit<AnyMetric>,
    /** How many series `emitAll` would emit. */
    count(emitAll: () => void): number {
      counted = 0;
      emitAll();
      const all = counted;
      counted = undefined;
      return all;
    },
    /** Of the round so far. */
    series: () => series,
    /** What was emitted since the last call. */
    take: (): Part[] => [...families.values()].map((family) => family.take()).filter((part) => part !== undefined),
    /** Ends the round, and gives what its parts were. */
    end(): (part: Part) => Fragment {
      const all = new Map<AnyMetric, Buffer>();
      const small = [...families.values()].filter(({ isLarge }) => !isLarge);
      const copies = Buffer.allocUnsafeSlow(small.reduce((sum, { size }) => sum + size, 0));
      let at = 0;
      series = 0;
      for (const family of families.values()) {
        const { metric, bytes, size, isLarge } = family;
        if (!isLarge) {
          copies.set(bytes, at);
          at += size;
        }
        all.set(metric, isLarge ? bytes : copies.subarray(at - size, at));
        family.clear();
      }
      return ({ metric, series, from, to }) => ({
        metric,
        series,
        bytes: (all.get(metric) ?? none).subarray(from, to),
      });
    },
  };
}
export type Sink = ReturnType<typeof createSink>;
