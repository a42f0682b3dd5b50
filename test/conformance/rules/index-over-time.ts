/** The index while it is enabled and disabled, on nodes that the suite starts and stops. */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Json } from "../calls.ts";
import { inFolder } from "../folder.ts";
import { connect } from "../node.ts";
import { rule } from "../rule.ts";

const onDisk = (folder: string) => ["--db-type=leveldb", `--db-dir=${join(folder, "db")}`];
const off = "--index-enabled=false";
const incomplete = "--index-allow-incomplete=true";
/** Its last container, if there is any. */
async function lastIn(url: string): Promise<Json | undefined> {
  const { attempt, close } = connect({ url });
  const { result } = await attempt("index.getLastAccepted", {}, "P/block");
  await close();
  return result;
}

export const indexOverTime = [
  rule(
    "the index contains only containers accepted while it was enabled; a complete index requires a fresh database",
    inFolder(async (folder, { operator }) => {
      const before = await operator().start([...onDisk(folder), off]);
      await before.transfer();
      await before.stop();
      const after = await operator().start([...onDisk(folder), incomplete]);
      assert.equal(await lastIn(after.url), undefined);
      await after.transfer();
      const container = await lastIn(after.url);
      await after.stop();
      assert.equal(container.index, "0");
    }),
  ),
  rule(
    "after disabling the index, the node does not start without --index-allow-incomplete",
    inFolder(async (folder, { operator }) => {
      const before = await operator().start(onDisk(folder));
      await before.transfer();
      await before.stop();
      const message = await operator().refusal([...onDisk(folder), off]);
      assert.match(message, /running would cause index to become incomplete but incomplete indices are disabled/);
      const after = await operator().start([...onDisk(folder), off, incomplete]);
      await after.stop();
    }),
  ),
  rule(
    "with an incomplete index, the node does not start without --index-allow-incomplete",
    inFolder(async (folder, { operator }) => {
      const before = await operator().start([...onDisk(folder), off]);
      await before.transfer();
      await before.stop();
      const message = await operator().refusal(onDisk(folder));
      assert.match(message, /index is incomplete but incomplete indices are disabled/);
    }),
  ),
  rule(
    "containers accepted while the node was down are indexed after its restart, with the time of bootstrapping",
    inFolder(async (folder, { operator }) => {
      const network = await operator().network();
      try {
        await network.transfer();
        const first = await network.join(onDisk(folder));
        const before = await lastIn(first.url);
        await first.stop();
        await network.transfer();
        const accepted = Date.now();
        const second = await network.join(onDisk(folder));
        const after = await lastIn(second.url);
        await second.stop();
        assert.deepEqual([before.index, after.index], ["0", "1"]);
        assert.ok(Date.parse(after.timestamp) > accepted, "it has the time at which this node got it");
      } finally {
        await network.stop();
      }
    }),
  ),
];
