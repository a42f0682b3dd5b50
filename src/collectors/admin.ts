import { primaryNetwork } from "../api/ids.ts";
import * as m from "../metrics/node.ts";
import { collector, type RunClient } from "./collector.ts";
import { idsOf } from "./settings.ts";

const methods = ["admin.getLoggerLevel", "admin.getChainAliases", "info.getBlockchainID"] as const;
type AdminNode = RunClient<(typeof methods)[number]>;

const aliasesOf = async ({ call }: AdminNode, chain: string) => ({
  blockchain_id: chain,
  aliases: (await call("admin.getChainAliases", { chain })).aliases,
});
/** Adds the chain to `others` and returns its aliases; returns no aliases if `others` already has the chain. */
async function aliasesOfAlias(node: AdminNode, alias: string, others: Set<string>) {
  const { blockchainID } = await node.call("info.getBlockchainID", { alias });
  if (others.has(blockchainID)) return { blockchain_id: blockchainID, aliases: [] };
  others.add(blockchainID);
  return aliasesOf(node, blockchainID);
}

export const admin = collector({
  name: "admin",
  summary: "Log levels and chain aliases, read through the admin API (read-only methods).",
  interval: "5m",
  disabledByDefault: true,
  hasVaryingSeries: true,
  reads: methods,
  metrics: [m.nodeLogger, m.chainAlias],
  select: ({ watch }) => idsOf(watch.blockchain_ids),
  read(node, watched) {
    const loggers = node.call("admin.getLoggerLevel", {});
    const ids = new Set([primaryNetwork, ...watched]); // the P-Chain has the ID of the primary network
    const byAlias = ["X", "C"].map((alias) => [alias, aliasesOfAlias(node, alias, ids)] as const);
    const byId = [...ids].map((id) => [id, aliasesOf(node, id)] as const);
    return { loggers, chain: new Map([...byAlias, ...byId]) };
  },
  map: {
    *loggers({ loggerLevels }) {
      for (const [logger, { logLevel, displayLevel }] of Object.entries(loggerLevels)) {
        const one = m.logger.item({ logger, log_level: logLevel, display_level: displayLevel });
        yield { priority: 0, id: logger, observations: [one] };
      }
    },
    *chain({ blockchain_id, aliases }) {
      for (const alias of aliases) {
        yield { priority: 0, id: alias, observations: [m.aliasOfChain.item({ blockchain_id, alias })] };
      }
    },
  },
});
