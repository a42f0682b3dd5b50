/** Administration of the node. */
import { cb58Error } from "../cb58.ts";
import type { ChainName } from "../chain-names.ts";
import { RpcError } from "../rpc.ts";
import { chainNamed, chainsOf } from "./info.ts";
import type { Context, Handlers } from "./types.ts";

const maxAliasBytes = 512;

function refuse(message: string | undefined) {
  if (message !== undefined) throw new RpcError(message);
}
const checkAlias = (alias: string) =>
  refuse(Buffer.byteLength(alias) > maxAliasBytes ? "alias length is too long" : undefined);

const isCreated = ({ node, now }: Context, chain: ChainName) => node.status(chain, now) !== "absent";

/** Returns the named logger, or all. */
function loggersOf(context: Context, name: string | undefined): readonly string[] {
  const created = chainsOf(context).filter((chain) => isCreated(context, chain.name));
  const all = ["main", "vm-factory", ...created.map((chain) => chain.name)].sort();
  if (!name) return all;
  refuse(all.includes(name) ? undefined : `logger with name "${name}" not found`);
  return [name];
}
const levelsOf = ({ node: { adminState } }: Context, loggers: readonly string[]) => ({
  loggerLevels: Object.fromEntries(loggers.map((logger) => [logger, adminState.levelsOf(logger)])),
});

export const administration = {
  "admin.alias": ({ node: { router } }, { endpoint, alias }) => {
    checkAlias(alias);
    refuse(router.alias(`/ext/${endpoint}`, `/ext/${alias}`));
    return {};
  },
  "admin.aliasChain": (context, { chain, alias }) => {
    checkAlias(alias);
    const { adminState, router } = context.node;
    const found = chainNamed(context, chain);
    if (!found) throw new RpcError(`there is no ID with alias: ${chain}`);
    refuse(chainNamed(context, alias) && `alias already mapped to an ID: ${alias}`);
    adminState.addAlias(found.name, alias);
    refuse(router.alias(`/ext/bc/${found.id}`, `/ext/bc/${alias}`));
    return {};
  },
  "admin.getChainAliases": (context, { chain }) => {
    refuse(cb58Error(chain));
    return { aliases: chainsOf(context).find(({ id }) => id === chain)?.names ?? null };
  },
  "admin.getLoggerLevel": (context, { loggerName }) => levelsOf(context, loggersOf(context, loggerName)),
  "admin.setLoggerLevel": (context, { loggerName, logLevel, displayLevel }) => {
    const levels = { ...(logLevel && { logLevel }), ...(displayLevel && { displayLevel }) };
    refuse(logLevel || displayLevel ? undefined : "need to specify either displayLevel or logLevel");
    const loggers = loggersOf(context, loggerName);
    for (const logger of loggers) context.node.adminState.setLevels(logger, levels);
    return levelsOf(context, loggers);
  },
  "admin.loadVMs": () => ({ newVMs: {} }),
  "admin.lockProfile": () => ({}),
  "admin.memoryProfile": () => ({}),
  "admin.startCPUProfiler": ({ node }) => {
    refuse(node.adminState.setProfiling(true) ? "cpu profiler already running" : undefined);
    return {};
  },
  "admin.stopCPUProfiler": ({ node }) => {
    refuse(node.adminState.setProfiling(false) ? undefined : "cpu profiler doesn't exist");
    return {};
  },
} satisfies Partial<Handlers>;
