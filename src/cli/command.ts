/** What all commands share: flags, help, and the configuration's mistakes. */
import { collectors } from "../collectors/all.ts";
import type { CommandFlags, Rest } from "../config/arguments.ts";
import { loadConfig } from "../config/load.ts";
import type { CommandDefinition } from "./definition.ts";
import { type Exit, exit, type Io, refuse } from "./io.ts";
import type { CommandName } from "./summaries.ts";

/** A command with the types of its flags closed over. */
export type Command = {
  readonly name: CommandName;
  readonly flags: CommandFlags;
  readonly words: readonly string[];
  readonly run: (io: Io, argv: readonly string[]) => Promise<Exit>;
};

const helpFlags = {
  help: { kind: "boolean", short: "h", description: "Show this help." },
  "help-all": { kind: "boolean", description: "Show it with every setting." },
} as const;

export function command<const F extends CommandFlags>(definition: CommandDefinition<F>): Command {
  const flags: CommandFlags = { ...definition.flags, ...helpFlags };
  return {
    name: definition.name,
    flags,
    words: definition.words ?? [],
    async run(io, argv) {
      const command = { ...definition, flags };
      const load = () => loadConfig({ argv, env: io.env, collectors, command });
      const loaded = await load();
      const { help, "help-all": all = false } = loaded.rest.flags as Rest<typeof helpFlags>["flags"];
      if (help || all) {
        const { helpOf } = await import("./help.ts");
        io.out(helpOf(command, loaded.rest.operands, all));
        return exit.ok;
      }
      if (!loaded.ok) return refuse(io, loaded.errors);
      if (!definition.isReloadable) io.onReload(io.end);
      return definition.run(io, loaded.config, loaded.rest as Rest<F>, load);
    },
  };
}
