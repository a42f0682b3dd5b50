import { collectors } from "../collectors/all.ts";
import { suggest } from "../config/suggest.ts";
import { command } from "./command.ts";
import { noNode, refuse } from "./io.ts";

const formats = ["prometheus", "json"] as const;
const names = collectors.map(({ name }) => name);

export const once = command({
  name: "once",
  flags: {
    format: {
      kind: "string",
      description: "prometheus: the page, or json: the same as a list of families. (default: prometheus)",
      values: formats,
    },
    collector: {
      kind: "string",
      multiple: true,
      description: "Only this collector, switched on or not.",
      values: names,
    },
  },
  examples: [
    "--node.url http://127.0.0.1:9650",
    "--collector p-fee --collector p-height",
    "--format json | jq '.[].name'",
  ],
  run: async (io, config, { flags }) => {
    const wanted = flags.collector;
    const unknown = wanted?.filter((name) => !names.includes(name)) ?? [];
    const mistakes = unknown.map((name) => `--collector: "${name}" is no collector; ${suggest(name, { names })}`);
    const format = formats.find((one) => one === (flags.format ?? "prometheus"));
    if (!format)
      mistakes.push(`--format: "${flags.format}" is no format; ${suggest(flags.format ?? "", { names: formats })}`);
    if (mistakes.length > 0 || !format) return refuse(io, mistakes);

    const chosen = Object.entries(config.collectors).map(([name, knobs]) => [
      name,
      wanted ? { ...knobs, enabled: wanted.includes(name) } : knobs,
    ]);
    if (!config.node) return refuse(io, [noNode]);
    const { runOnce } = await import("./run-once.ts");
    const { node } = config;
    return runOnce(io, { ...config, collectors: Object.fromEntries(chosen) }, { node, format, wanted });
  },
});
