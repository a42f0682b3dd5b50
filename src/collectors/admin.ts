import { primaryNetwork } from "../contract/ids.ts";
import { chainAlias, nodeLogger } from "../metrics/node.ts";
import { collector, type Node } from "./collector.ts";

const methods = ["admin.getLoggerLevel", "admin.getChainAliases", "info.getBlockchainID"] as const;
type AdminNode = Node<(typeof methods)[number]>;

/** The P-Chain's ID is that of the primary network, on every network. */
const pChain = primaryNetwork;

const aliasesOf = async ({ call }: AdminNode, chain: string) => ({
  blockchain_id: chain,
  aliases: (await call("admin.getChainAliases", { chain })).aliases,
});
/** Nothing of a chain that is watched by its ID as well. */
async function aliasesOfAlias(node: AdminNode, alias: string, watched: readonly string[]) {
  const { blockchainID } = await node.call("info.getBlockchainID", { alias });
  return watched.includes(blockchainID) ? { blockchain_id: blockchainID, aliases: [] } : aliasesOf(node, blockchainID);
}

export const admin = collector({
  name: "admin",
  summary: "Log levels, and names of chains, on the node: what its administration tells without changing anything.",
  every: "5m",
  offByDefault: true,
  reads: methods,
  metrics: [nodeLogger, chainAlias],
  uses: ({ watch }) => watch.blockchain_ids,
  read: (node, ids) => ({
    loggers: node.call("admin.getLoggerLevel", {}),
    chain: new Map([
      ...["X", "C"].map((alias) => [alias, aliasesOfAlias(node, alias, ids)] as const),
      ...[pChain, ...ids].map((id) => [id, aliasesOf(node, id)] as const),
    ]),
  }),
  map: {
    loggers({ loggerLevels }, emit) {
      for (const [logger, { logLevel, displayLevel }] of Object.entries(loggerLevels)) {
        emit(nodeLogger, true, { logger, log_level: logLevel, display_level: displayLevel });
      }
    },
    chain({ blockchain_id, aliases }, emit) {
      for (const alias of aliases) emit(chainAlias, true, { blockchain_id, alias });
    },
  },
});
