import type * as z from "zod";
import { loadConfig as load } from "../../../src/app/config/load.ts";
import { optionsOf } from "../../../src/app/config/options.ts";
import { type Environment, readArguments, type Syntax } from "../../../src/app/config/overrides.ts";
import { configSchema } from "../../../src/app/config/schema.ts";
import type { Collector } from "../../../src/collectors/collector.ts";

const none = { reads: [], metrics: [], configure: () => undefined };
/** One name is a prefix of another, as among real names. */
export const collectors: readonly Collector[] = [
  { ...none, name: "p-fee", summary: "Fees.", interval: "15s" },
  { ...none, name: "p-fee-config", summary: "Constants.", interval: "10m" },
  { ...none, name: "p-validators", summary: "Validators.", interval: "60s", timeout: "25s" },
  { ...none, name: "admin", summary: "Administration.", interval: "5m", disabledByDefault: true },
];

export const schema = configSchema(collectors);

type Sources<F extends z.ZodRawShape> = {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly command?: Syntax<F>;
};
/** Returns the configuration for a command line, with the command's own flags and operands in `rest`. */
export async function loadConfig<F extends z.ZodRawShape>({ argv, env, command = {} }: Sources<F>) {
  const { flags, operands, ...line } = readArguments(argv, optionsOf(schema), command);
  return { ...(await load({ arguments: line, env, schema })), rest: { flags, operands } };
}
