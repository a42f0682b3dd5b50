/** The lines of one family, from round to round. As bytes: as text they would be copied three times. Those that are there again
 *  are not written again: from one minute to the next hardly anything changes. */
import { longest } from "./digits.ts";
import type { Labels, LabelWriter } from "./labels.ts";
import type { AnyMetric } from "./metric.ts";
import { kept } from "./text.ts";

type Label = Labels | undefined;
type Value = number | bigint;
/** The lines of a round: of each its labels, its value, where that begins within it, and where it ends within all. */
type Round = {
  readonly labels: Label[];
  readonly values: Value[];
  readonly heads: number[];
  readonly ends: number[];
  bytes: Buffer;
};
/** A range of a round's lines. */
export type Range = { readonly series: number; readonly from: number; readonly to: number };

/** Bytes for about as much as there was the last time. */
const roomFor = (size: number) => Math.ceil(1.02 * size) + 128;
const lineEnd = "\n".charCodeAt(0);

export class Lines {
  readonly metric: AnyMetric;
  /** Which was written to after it the last time. */
  next: Lines | undefined;
  readonly #name: Buffer;
  #before: Round = { labels: [], values: [], heads: [], ends: [], bytes: Buffer.alloc(0) };
  /** Of those before, how many have come again or gone by. */
  #cursor = 0;
  /** From this one to the cursor they are still to be copied. */
  #copyFrom = 0;
  /** This round; nothing as long as it is the same. What lies beyond `series` is still that of the last one. */
  #now: Round | undefined;
  #series = 0;
  #size = 0;
  #taken = { series: 0, size: 0 };

  constructor(metric: AnyMetric) {
    this.metric = metric;
    this.#name = Buffer.from(metric.name);
  }
  /** `labels`: known by their identity. */
  add(labels: Label, value: Value, textOf: LabelWriter) {
    const { labels: known, values } = this.#before;
    let i = this.#cursor;
    if (i + 1 < values.length && known[i] !== labels && known[i + 1] === labels) i++; // one is gone
    if (i >= values.length || known[i] !== labels) this.#insert(labels, value, textOf(this.metric.labels, labels));
    else if (values[i] === value) this.#repeat(i);
    else this.#replace(i, value);
  }
  /** The lines since the last time, if there are any. */
  take(): Range | undefined {
    const { series, size } = this.#taken;
    if (series === this.#series) return undefined;
    this.#taken = { series: this.#series, size: this.#size };
    return { series: this.#series - series, from: size, to: this.#size };
  }
  /** Ends the round: its lines, whose memory is not written to again. */
  end(): Buffer {
    if (this.#cursor < this.#before.values.length) this.#change();
    const now = this.#now;
    if (now) {
      this.#copy(now);
      for (const list of [now.labels, now.values, now.heads, now.ends]) list.length = this.#series;
      const bytes = now.bytes.subarray(0, this.#size);
      now.bytes = now.bytes.length > 1.1 * this.#size ? kept([bytes]) : bytes;
      this.#before = now;
    }
    this.discard();
    return this.#before.bytes;
  }
  /** Breaks the round off. */
  discard() {
    this.#cursor = 0;
    this.#copyFrom = 0;
    this.#now = undefined;
    this.#series = 0;
    this.#size = 0;
    this.#taken = { series: 0, size: 0 };
  }

  /** That line again. */
  #repeat(i: number) {
    const { labels, values, heads, ends } = this.#before;
    if (i > this.#cursor) this.#skipTo(i);
    this.#cursor = i + 1;
    const size = this.#size + (ends[i] as number) - (ends[i - 1] ?? 0);
    if (this.#now) this.#note(this.#now, labels[i], values[i] as Value, heads[i] as number, size);
    this.#series++;
    this.#size = size;
  }
  /** That line with another value. */
  #replace(i: number, value: Value) {
    const { labels, heads, ends, bytes } = this.#before;
    const now = this.#skipTo(i);
    const start = ends[i - 1] ?? 0;
    const head = heads[i] as number;
    this.#makeRoom(now, this.#size + head + longest + 1);
    bytes.copy(now.bytes, this.#size, start, start + head);
    this.#cursor = this.#copyFrom = i + 1;
    this.#end(now, labels[i], value, head);
  }
  #insert(labels: Label, value: Value, text: Uint8Array) {
    const now = this.#skipTo(this.#cursor);
    const name = this.#name;
    const head = name.length + text.length;
    this.#makeRoom(now, this.#size + head + longest + 1);
    now.bytes.set(name, this.#size);
    now.bytes.set(text, this.#size + name.length);
    this.#end(now, labels, value, head);
  }
  /** The value after its head. */
  #end(now: Round, labels: Label, value: Value, head: number) {
    const end = this.metric.write(value, now.bytes, this.#size + head);
    now.bytes[end] = lineEnd;
    this.#note(now, labels, value, head, end + 1);
    this.#series++;
    this.#size = end + 1;
  }
  #note({ labels, values, heads, ends }: Round, label: Label, value: Value, head: number, end: number) {
    const n = this.#series;
    labels[n] = label;
    values[n] = value;
    heads[n] = head;
    ends[n] = end;
  }
  #skipTo(next: number): Round {
    const now = this.#change();
    this.#copy(now);
    this.#cursor = this.#copyFrom = next;
    return now;
  }
  #change(): Round {
    const { labels, values, heads, ends, bytes } = this.#before;
    this.#now ??= {
      labels: labels.slice(),
      values: values.slice(),
      heads: heads.slice(),
      ends: ends.slice(),
      bytes: Buffer.allocUnsafeSlow(roomFor(bytes.length)),
    };
    return this.#now;
  }
  /** What is still to be copied ends where this round has got to. */
  #copy(now: Round) {
    const { ends, bytes } = this.#before;
    if (this.#copyFrom === this.#cursor) return;
    const start = ends[this.#copyFrom - 1] ?? 0;
    const end = ends[this.#cursor - 1] as number;
    this.#makeRoom(now, this.#size);
    bytes.copy(now.bytes, this.#size - (end - start), start, end);
    this.#copyFrom = this.#cursor;
  }
  #makeRoom(now: Round, least: number) {
    const { bytes } = now;
    if (least <= bytes.length) return;
    now.bytes = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, least));
    now.bytes.set(bytes);
  }
}
