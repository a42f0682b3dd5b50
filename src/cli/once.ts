import { collectors } from "../collectors/all.ts";
import { suggest } from "../config/suggest.ts";
import { createLayout } from "../exporter/layout.ts";
import { createTarget } from "../exporter/target.ts";
import { join } from "../prometheus/text.ts";
import { command } from "./command.ts";
import { exit, refuse } from "./io.ts";
import { createLog } from "./log.ts";
import { noNode, planOf } from "./plans.ts";

export const once = command({
  name: "once",
  flags: {
    collector: { kind: "string", multiple: true, description: "Only this collector, switched on or not." },
  },
  examples: ["--node.url http://127.0.0.1:9650", "--collector p-fee --collector p-height"],
  run: async (io, config, { flags }) => {
    const wanted = flags.collector;
    const names = collectors.map(({ name }) => name);
    const unknown = wanted?.filter((name) => !names.includes(name)) ?? [];
    const mistakes = unknown.map((name) => `--collector: "${name}" is no collector; ${suggest(name, { names })}`);
    if (mistakes.length > 0) return refuse(io, mistakes);

    const chosen = Object.entries(config.collectors).map(([name, knobs]) => [
      name,
      wanted ? { ...knobs, enabled: wanted.includes(name) } : knobs,
    ]);
    if (!config.node) return refuse(io, [noNode]);
    const plan = planOf(config.node, { ...config, collectors: Object.fromEntries(chosen) }, config);
    const target = createTarget({ name: "", plan, layout: createLayout(collectors), log: createLog(config.log, io) });
    const stop = () => void target.stop();
    io.stop.addEventListener("abort", stop, { once: true });
    const good = await target.once();
    if (io.stop.aborted) return exit.failed;
    const { plain } = join([await target.metrics.text(), target.page.text()]);
    io.out(Buffer.concat(plain).toString());
    await target.stop();
    return good ? exit.ok : exit.failed;
  },
});
