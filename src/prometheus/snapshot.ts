/** Rendered samples of one collector run. */
import { type Block, toBlock } from "./block.ts";
import { renderFamilies } from "./exposition.ts";
import type { AnyMetric } from "./metric.ts";
import type { Sample } from "./sample.ts";

/** Samples of each item of a collector. */
export type Items = ReadonlyMap<string, readonly Sample[]>;
export type Snapshot = {
  readonly items: Items;
  readonly blocks: ReadonlyMap<AnyMetric, Block>;
  /** Number of samples. */
  readonly series: number;
  /** Monotonic milliseconds. */
  readonly expiresAt: number;
};

/** Renders and compresses samples. Reuses the blocks of `previous` whose text is unchanged. Awaits `pause` between parts of the work. */
export async function renderSnapshot(
  items: Items,
  expiresAt: number,
  previous: Snapshot | undefined,
  pause: () => Promise<void> | undefined,
): Promise<Snapshot> {
  const samples = [...items.values()].flat();
  const parts = new Map<AnyMetric, Uint8Array[]>();
  for (const [metric, part] of renderFamilies(samples)) {
    const family = parts.get(metric);
    if (family) family.push(part);
    else parts.set(metric, [part]);
    await pause();
  }
  const blocks = new Map<AnyMetric, Block>();
  for (const [metric, family] of parts) {
    const plain = Buffer.concat(family);
    const known = previous?.blocks.get(metric);
    const isSame = known && Buffer.compare(known.plain, plain) === 0;
    blocks.set(metric, isSame ? known : await toBlock(plain));
    await pause();
  }
  return { items, blocks, series: samples.length, expiresAt };
}
