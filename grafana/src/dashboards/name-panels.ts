/** Panels about names of chains, loggers, and collectors that have nothing to read. */
import { unavailable, up } from "../../../src/metrics/exporter.ts";
import { chainAlias, nodeLogger } from "../../../src/metrics/node.ts";
import { blockchainInfo, blockchainStatus } from "../../../src/metrics/subnets.ts";
import { on } from "../formulas.ts";
import type { Row } from "./dashboard.ts";
import { graph } from "./panels.ts";
import { aggregate, select } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { table } from "./table.ts";

export const nameRow: Row = {
  title: "Names, loggers and unavailable collectors",
  isCollapsed: true,
  panels: [
    table([12, 7], {
      title: "Watched blockchains",
      description:
        "Status of each watched chain per node: Validating, Syncing, Created (not running it), Preferred, Unknown. A chain that you validate must be Validating. The collector blockchains is disabled by default.",
      none: "Collector blockchains disabled, or no chain watched",
      keys: [...shared.targetKeys, "blockchain_id"],
      facts: {
        blockchain_id: { title: "Blockchain ID", width: 450 },
        status: { title: "Status", width: 110 },
        ...shared.seenBy,
      },
      rows: `${select(blockchainStatus)} == 1`,
      columns: [
        {
          title: "Total chains",
          expr: `0 * ${aggregate("max", blockchainStatus, ["blockchain_id"], select(blockchainStatus))} + ${on()} group_left () ${aggregate("count", blockchainInfo, [], select(blockchainInfo))}`,
          unit: "locale",
          width: 110,
        },
      ],
    }),
    table([12, 7], {
      title: "Chain aliases",
      description:
        "Aliases of chains on each node. If one is missing, the node has not read its configuration. The collector admin is disabled by default.",
      none: "Admin API or collector admin disabled",
      keys: [...shared.targetKeys, "blockchain_id", "alias"],
      facts: { blockchain_id: { title: "Blockchain ID", width: 450 }, alias: { title: "Alias" }, ...shared.seenBy },
      rows: select(chainAlias),
      columns: [],
      sort: { by: "Blockchain ID" },
    }),
    table([12, 7], {
      title: "Loggers",
      description:
        "Log levels of each node's loggers. debug and trace fill disks: reset them after use. The collector admin is disabled by default.",
      none: "Admin API or collector admin disabled",
      keys: [...shared.targetKeys, "logger"],
      facts: {
        logger: { title: "Logger" },
        log_level: { title: "File", width: 75 },
        display_level: { title: "Display", width: 75 },
        ...shared.seenBy,
      },
      rows: select(nodeLogger),
      columns: [],
    }),
    graph([12, 7], {
      title: "Unavailable collectors",
      description:
        "Number of collectors without data because an API is disabled, a chain is bootstrapping, or the node's version lacks a method. This is not a failure, but investigate an unexpected increase.",
      unit: "none",
      none: "No exporter found",
      decimals: 0,
      min: 0,
      softMax: 4,
      steps: true,
      queries: [
        {
          expr: aggregate("sum", unavailable, [], `${select(unavailable)} or 0 * ${select(up)}`),
          legend: shared.target,
        },
      ],
    }),
  ],
};
