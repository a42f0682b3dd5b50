import { collectors } from "../collectors/all.ts";
import { command } from "./command.ts";
import { noNode, refuse } from "./io.ts";

export const once = command({
  name: "once",
  flags: {
    format: {
      kind: "string",
      description: "prometheus: the page, or json: the same as a list of families. (default: prometheus)",
      values: ["prometheus", "json"],
    },
    collector: {
      kind: "string",
      multiple: true,
      description: "Only this collector, switched on or not.",
      values: collectors.map(({ name }) => name),
    },
  },
  examples: [
    "--node.url http://127.0.0.1:9650",
    "--collector p-fee --collector p-height",
    "--format json | jq '.[].name'",
  ],
  run: async (io, config, { flags: { collector: wanted, format = "prometheus" } }) => {
    const { node, collectors: knobs } = config;
    if (!node) return refuse(io, [noNode]);
    const chosen = Object.entries(knobs).map(([name, own]) => [
      name,
      { ...own, enabled: wanted?.includes(name) ?? own.enabled },
    ]);
    const { runOnce } = await import("./run-once.ts");
    return runOnce(io, { ...config, collectors: Object.fromEntries(chosen) }, { node, format, wanted });
  },
});
