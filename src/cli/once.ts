import { collectors } from "../collectors/all.ts";
import { suggest } from "../config/suggest.ts";
import { command } from "./command.ts";
import { noNode, refuse } from "./io.ts";

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
    const { runOnce } = await import("./run-once.ts");
    return runOnce(io, { ...config, collectors: Object.fromEntries(chosen) }, config.node);
  },
});
