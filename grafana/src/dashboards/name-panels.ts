/** Panels about names of chains, and loggers. */
import { chainAlias, nodeLogger } from "../../../src/metrics/node.ts";
import { blockchainInfo, blockchainStatus } from "../../../src/metrics/subnets.ts";
import type { Row } from "./dashboard.ts";
import { select, targetKeys, withTarget } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { table } from "./table.ts";

export const nameRow: Row = {
  title: "Names and loggers",
  isCollapsed: true,
  panels: [
    table([24, 6], {
      title: "Watched blockchains",
      description:
        "Status of each watched chain per node: Validating, Syncing, Created (not running it), Preferred, Unknown. A chain that you validate must be Validating. The collector blockchains is disabled by default.",
      none: "Collector blockchains disabled, or no chain watched",
      keys: [...targetKeys, "blockchain_id"],
      facts: {
        alias: { title: "Alias", width: 110 },
        blockchain_id: { title: "Blockchain ID" },
        status: { title: "Status", width: 110 },
        ...shared.nodeFact,
      },
      rows: [withTarget(`${select(blockchainStatus)} == 1`)],
      more: [
        {
          expr: `${select(blockchainInfo)} and on (network, blockchain_id) ${select(blockchainStatus)}`,
          facts: { name: { title: "Name", width: 120 } },
        },
      ],
      columns: [],
    }),
    table([12, 7], {
      title: "Chain aliases",
      description:
        "Aliases of chains on each node. If one is missing, the node has not read its configuration. The collector admin is disabled by default.",
      none: "Admin API or collector admin disabled",
      keys: [...targetKeys, "blockchain_id", "alias"],
      facts: { blockchain_id: { title: "Blockchain ID", width: 450 }, alias: { title: "Alias" }, ...shared.nodeFact },
      rows: [withTarget(select(chainAlias))],
      columns: [],
      sort: { by: "Blockchain ID" },
    }),
    table([12, 7], {
      title: "Loggers",
      description:
        "Log levels of each node's loggers. debug and trace fill disks: reset them after use. The collector admin is disabled by default.",
      none: "Admin API or collector admin disabled",
      keys: [...targetKeys, "logger"],
      facts: {
        logger: { title: "Logger" },
        log_level: { title: "File", width: 75 },
        display_level: { title: "Display", width: 75 },
        ...shared.nodeFact,
      },
      rows: [withTarget(select(nodeLogger))],
      columns: [],
    }),
  ],
};
