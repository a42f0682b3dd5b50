import * as z from "zod";
import { collectors } from "../../collectors/all.ts";
import { oneOfNames } from "../config/values.ts";
import { createLog } from "../log.ts";
import { createPlan, type Plan } from "../plan.ts";
import { runOnce } from "../target.ts";
import { command, selectNode, targetFlag } from "./command.ts";
import { exitCodes, printErrors } from "./io.ts";

/** Valid as an entry of any list in `watch`. */
const placeholderEntry = { id: "", alias: "", subnet_ids: [""] };

/** Returns an error for each enabled collector that has nothing to collect, with the lists of which it needs an entry. */
function describeIdleCollectors({ config: { collectorOptions, settings }, jobs }: Plan): string[] {
  const { watch } = settings;
  const idle = collectors.filter(
    ({ name }) => collectorOptions[name]?.enabled && !jobs.some(({ collector }) => collector.name === name),
  );
  return idle.map(({ name, configure }) => {
    const lists = Object.keys(watch).filter((list) =>
      configure({ ...settings, watch: { ...watch, [list]: [placeholderEntry] } }),
    );
    return `collector ${name}: nothing to collect; set ${lists.map((list) => `watch.${list}`).join(" or ")}`;
  });
}

const names = collectors.map(({ name }) => name);
export const once = command({
  name: "once",
  uses: (key) => !key.startsWith("web."),
  defaults: { logLevel: "warn" },
  flags: {
    only: z.array(oneOfNames("collector", names)).optional().meta({
      placeholder: "COLLECTOR",
      description: "Run only this collector, even if it is disabled. Can be repeated.",
    }),
    target: targetFlag,
  },
  examples: ["--node.url http://127.0.0.1:9650", "--only p-fee --only p-height"],
  run: async (io, config, { flags: { only: wanted, target } }) => {
    const selected = selectNode(config, target);
    const options = Object.entries(selected.collectorOptions).map(([collector, own]) => [
      collector,
      { ...own, enabled: wanted?.includes(collector) ?? own.enabled },
    ]);
    const plan = createPlan({ ...selected, collectorOptions: Object.fromEntries(options) });
    if (wanted || plan.jobs.length === 0) {
      const idle = describeIdleCollectors(plan);
      if (idle.length > 0) return printErrors(io, idle);
      if (plan.jobs.length === 0) return printErrors(io, ["nothing to collect: every collector is disabled"]);
    }
    const log = await createLog(config.log, io);
    return runOnce(
      { name: selected.settings.name, plan, log },
      io.stop,
      async ({ exposition, metrics }, isComplete) => {
        io.out(exposition.text() + (await metrics.text()));
        return isComplete ? exitCodes.ok : exitCodes.failed;
      },
    );
  },
});
