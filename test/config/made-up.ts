import * as z from "zod";
import type { Collector } from "../../src/collectors/collector.ts";
import { type Operands, readArguments } from "../../src/config/arguments.ts";
import type { Environment, Given } from "../../src/config/given.ts";
import { loadConfig as load, parseFlags } from "../../src/config/load.ts";
import { optionsOf, ownFlagsOf } from "../../src/config/options.ts";
import { configSchema } from "../../src/config/schema.ts";

const none = { reads: [], metrics: [], prepare: () => undefined };
/** Names of which one begins another, as real ones do. */
export const collectors: readonly Collector[] = [
  { ...none, name: "p-fee", summary: "Fees.", every: "15s" },
  { ...none, name: "p-fee-config", summary: "Constants.", every: "10m" },
  { ...none, name: "p-validators", summary: "Validators.", every: "60s", timeout: "25s" },
  { ...none, name: "admin", summary: "Administration.", every: "5m", offByDefault: true },
];

export type Syntax<F extends z.ZodRawShape = Record<never, never>> = Operands & { readonly flags?: F };
type Sources<F extends z.ZodRawShape> = {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly command?: Syntax<F>;
};
/** The configuration for a command line, with `rest`: the command's own flags and its operands. */
export async function loadConfig<F extends z.ZodRawShape = Record<never, never>>(sources: Sources<F>) {
  const { argv, env, command = {} } = sources;
  const schema = z.object(command.flags ?? ({} as F));
  const own = ownFlagsOf(schema);
  const { operands, ...line } = readArguments(argv, [...own, ...optionsOf(configSchema(collectors))], command);
  const isOwn = ({ option }: Given) => own.includes(option);
  const { flags, errors } = parseFlags(schema, line.given.filter(isOwn));
  const given = line.given.filter((one) => !isOwn(one));
  const loaded = await load({ line: { given, errors: [...line.errors, ...errors] }, env, collectors });
  return { ...loaded, rest: { flags, operands } };
}
