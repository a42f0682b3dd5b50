/** Where a round writes its samples: line after line, one list of lines for each family, as they go to the page. */
import type { Emit } from "./exposition.ts";
import { createLabelWriter, KnownLabels, type Labels } from "./labels.ts";
import { Lines, type Range } from "./lines.ts";
import type { AnyMetric } from "./metric.ts";

/** All samples of one family that one item gave. */
export type Part = Range & { readonly metric: AnyMetric };
/** The same, once the round is over. */
export type Fragment = { readonly metric: AnyMetric; readonly bytes: Buffer; readonly series: number };

/** Takes the samples of one round after the other. */
export function createSink() {
  const families = new Map<AnyMetric, Lines>();
  const writeLabels = createLabelWriter();
  const known = new KnownLabels();
  let last: Pick<Lines, "next"> = { next: undefined };
  let series = 0;
  /** While it is counted, nothing is written. */
  let counted: number | undefined;
  // one object of labels serves many families of one validator
  let emitted: { readonly names: readonly string[]; readonly labels: Labels; readonly known: Labels } | undefined;

  /** Of that metric: most often the one that came next the last time, too. */
  function linesOf(metric: AnyMetric): Lines {
    if (last.next?.metric === metric) return last.next;
    let lines = families.get(metric);
    if (!lines) {
      lines = new Lines(metric);
      families.set(metric, lines);
    }
    last.next = lines;
    return lines;
  }
  function knownOf(labels: Labels | undefined, names: readonly string[]): Labels | undefined {
    if (!labels) return undefined;
    if (emitted?.labels !== labels || emitted.names !== names)
      emitted = { names, labels, known: known.get(labels, names) };
    return emitted.known;
  }
  const emit = (metric: AnyMetric, value: never, labels?: Labels): void => {
    const number = metric.numberOf(value);
    if (typeof number === "number" && !Number.isFinite(number)) return; // nothing is known
    if (counted !== undefined) {
      counted++;
      return;
    }
    const lines = linesOf(metric);
    last = lines;
    lines.add(knownOf(labels, metric.labels), number, writeLabels);
    series++;
  };
  function next(keep: boolean) {
    known.next(keep);
    emitted = undefined;
    series = 0;
  }

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
    take(): Part[] {
      const parts: Part[] = [];
      for (const [metric, lines] of families) {
        const range = lines.take();
        if (range) parts.push({ metric, ...range });
      }
      return parts;
    },
    /** Ends the round, and gives what its parts were. */
    end(): (part: Part) => Fragment {
      const all = new Map([...families].map(([metric, lines]) => [metric, lines.end()]));
      next(true);
      return ({ metric, series, from, to }) => ({
        metric,
        series,
        bytes: (all.get(metric) as Buffer).subarray(from, to),
      });
    },
    /** Breaks the round off: the next one begins with nothing. */
    discard() {
      for (const lines of families.values()) lines.discard();
      next(false);
    },
  };
}
export type Sink = ReturnType<typeof createSink>;
