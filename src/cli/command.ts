/** What all commands share: flags, help, and the configuration's mistakes. */
import { collectors } from "../collectors/all.ts";
import type { CommandFlags, Rest } from "../config/arguments.ts";
import { loadConfig } from "../config/load.ts";
import type { CommandDefinition } from "./definition.ts";
import { type Exit, exit, type Io, refuse } from "./io.ts";

/** A command with the types of its flags closed over. */
export type Command = { readonly run: (io: Io, argv: readonly string[]) => Promise<Exit> };

const help = { help: { kind: "boolean", short: "h", description: "Show this help." } } as const;

export function command<const F extends CommandFlags>(definition: CommandDefinition<F>): Command {
  const flags: CommandFlags = { ...definition.flags, ...help };
  return {
    async run(io, argv) {
      const command = { ...definition, flags };
      const load = () => loadConfig({ argv, env: io.env, collectors, command });
      const loaded = await load();
      if (loaded.rest.flags["help"]) {
        const { helpOf } = await import("./help.ts");
        io.out(helpOf(command, loaded.rest.operands));
        return exit.ok;
      }
      if (loaded.ok) return definition.run(io, loaded.config, loaded.rest as Rest<F>, load);
      return refuse(io, loaded.errors);
    },
  };
}
