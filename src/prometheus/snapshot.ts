/** The samples of one collector run, rendered once. */
import { type Block, toBlock } from "./block.ts";
import { renderFamilies } from "./exposition.ts";
import type { AnyMetric } from "./metric.ts";
import type { Sample } from "./sample.ts";

/** The samples of each item of a collector. */
export type Items = ReadonlyMap<string, readonly Sample[]>;
export type Snapshot = {
  readonly items: Items;
  readonly blocks: ReadonlyMap<AnyMetric, Block>;
  /** The number of samples. */
  readonly series: number;
  /** Milliseconds, monotonic. */
  readonly expiresAt: number;
};

/** Takes over the blocks of `previous` whose text has not changed: these are not compressed again. `pause` is awaited after each
 *  family. */
export async function renderSnapshot(
  items: Items,
  expiresAt: number,
  previous: Snapshot | undefined,
  pause: () => Promise<void> | undefined,
): Promise<Snapshot> {
  const samples = [...items.values()].flat();
  const blocks = new Map<AnyMetric, Block>();
  for (const [metric, plain] of renderFamilies(samples)) {
    const known = previous?.blocks.get(metric);
    const isSame = known && Buffer.compare(known.plain, plain) === 0;
    blocks.set(metric, isSame ? known : await toBlock(plain));
    await pause();
  }
  return { items, blocks, series: samples.length, expiresAt };
}
