import * as z from "zod";
import { collectors } from "../collectors/all.ts";
import { oneOfNames } from "../config/values.ts";
import { command } from "./command.ts";
import { noNode, refuse } from "./io.ts";

const names = collectors.map(({ name }) => name);

export const once = command({
  name: "once",
  flags: {
    format: oneOfNames("format", ["prometheus", "json"])
      .default("prometheus")
      .describe("prometheus: the page, or json: the same as a list of families."),
    collector: z
      .array(oneOfNames("collector", names))
      .optional()
      .meta({ value: "TEXT", description: "Only this collector, switched on or not. May be repeated." }),
  },
  examples: [
    "--node.url http://127.0.0.1:9650",
    "--collector p-fee --collector p-height",
    "--format json | jq '.[].name'",
  ],
  run: async (io, config, { flags: { collector: wanted, format } }) => {
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
