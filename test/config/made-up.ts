import type { Collector } from "../../src/collectors/collector.ts";
import { type CommandFlags, readArguments, type Syntax } from "../../src/config/arguments.ts";
import type { Environment } from "../../src/config/given.ts";
import * as load from "../../src/config/load.ts";
import { optionsOf } from "../../src/config/options.ts";
import { configSchema } from "../../src/config/schema.ts";

const none = { reads: [], metrics: [], prepare: () => undefined };
/** Names of which one begins another, as real ones do. */
export const collectors: readonly Collector[] = [
  { ...none, name: "p-fee", summary: "Fees.", every: "15s" },
  { ...none, name: "p-fee-config", summary: "Constants.", every: "10m" },
  { ...none, name: "p-validators", summary: "Validators.", every: "60s", timeout: "25s" },
  { ...none, name: "admin", summary: "Administration.", every: "5m", offByDefault: true },
];

type Sources<F extends CommandFlags> = {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly command?: Syntax<F>;
};
/** The configuration for a command line, with `rest`: the command's own flags and its operands. */
export async function loadConfig<const F extends CommandFlags>({ argv, env, command = {} }: Sources<F>) {
  const { rest, ...line } = readArguments(argv, optionsOf(configSchema(collectors)), command);
  return { ...(await load.loadConfig({ line, env, collectors })), rest };
}
