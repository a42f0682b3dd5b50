/** Each collector's first round and the page after it, for `once`. */
import { collectors } from "../collectors/all.ts";
import type { Config } from "../config/schema.ts";
import { createLayout } from "../exporter/layout.ts";
import { createTarget } from "../exporter/target.ts";
import { familiesOf } from "../prometheus/families.ts";
import { join } from "../prometheus/text.ts";
import { type Exit, exit, type Io } from "./io.ts";
import { createLog } from "./log.ts";
import { planOf } from "./plans.ts";

export async function runOnce(
  io: Io,
  config: Config,
  node: NonNullable<Config["node"]>,
  format: "prometheus" | "json",
): Promise<Exit> {
  const log = await createLog(config.log, io);
  const plan = planOf(node, config, config);
  const target = createTarget({ name: "", plan, layout: createLayout(collectors), log });
  const stop = () => void target.stop();
  io.stop.addEventListener("abort", stop, { once: true });
  const good = await target.once();
  if (io.stop.aborted) return exit.failed;
  const { plain } = join([await target.metrics.text(), target.page.text()]);
  const page = Buffer.concat(plain).toString();
  io.out(format === "json" ? `${JSON.stringify(familiesOf(page), undefined, 2)}\n` : page);
  await target.stop();
  return good ? exit.ok : exit.failed;
}
