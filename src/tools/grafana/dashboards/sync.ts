/** The dashboard Sync: the monitored nodes and their chains. */
import { timeSpan } from "../../../lib/duration.ts";
import { percent } from "../../../lib/text.ts";
import { networksOf } from "../../../protocol/networks.ts";
import { type Board, byAlias, network } from "./dashboard.ts";
import { nativeRow } from "./native.ts";
import { blocksBehind, chainTable, nodeTable } from "./node-tables.ts";
import { badAbove, steps, words } from "./palette.ts";
import { count, duration, graph, share, stat, table, timeline } from "./panels.ts";
import { down, keys, namedRows, nodeLine, ofNodes, per, perChain, perNode } from "./queries.ts";
import * as shared from "./shared.ts";
import { thresholds } from "./thresholds.ts";

const timeLevels = badAbove(thresholds.chainTimeWarning, thresholds.chainTimeCritical);
const chainLine = `{{chain}} ${nodeLine}`;
const indexKeys = `${keys.chain}, index`;
const perIndex = per(indexKeys, ofNodes);
const executedAge = `clamp_min(time() - avax_evm_timestamp_seconds{chain="C",${ofNodes}}, 0)`;
const targetLabels = {
  node: { title: "Node", width: 110 },
  instance: { title: "Exporter" },
  ...shared.networkColumn,
};

export const sync: Board = {
  name: "sync",
  title: "Sync",
  description: "Nodes and their chains: compared with the clock and with other nodes, container index, peers, disk.",
  variables: [
    network,
    {
      name: "node",
      label: "node",
      description: "Monitored nodes by their NodeIDs, or by the aliases of those that are watched validators.",
      query:
        'query_result(max by (node_id, alias) (avax_validator_present{network=~"$network",alias!=""} and on (node_id) avax_node_state) or on (node_id) max by (node_id) (avax_node_state{network=~"$network",node_id!=""}))',
      regex: byAlias("node_id"),
    },
  ],
  rows: [
    {
      title: "States",
      panels: [
        shared.nodeTile(5, ofNodes),
        shared.chainTile(5, ofNodes),
        stat([4, 4], {
          title: "Maximum blocks behind",
          description: `Blocks by which the lowest node of each network is behind the highest one. A few are normal for seconds; if it is more than ${thresholds.blocksBehind} for minutes, check that node. Needs two nodes of a network.`,
          ...count,
          none: "No node responds",
          levels: steps("good", [thresholds.blocksBehind, "bad"]),
          queries: { "{{network}}": `max by (network) (${blocksBehind(ofNodes)})` },
        }),
        stat([4, 4], {
          title: "Oldest P-Chain block",
          description: `Age of the last P-Chain block on the node where it is oldest, on networks whose P-Chain accepts a block every few seconds. On Fuji it can be idle. Above ${timeSpan(thresholds.chainTimeWarning)}: if other nodes are newer, check this node.`,
          ...duration,
          none: "No node of mainnet",
          levels: timeLevels,
          queries: {
            "{{network}}": `max by (network) (avax_pchain_block_age_seconds{${ofNodes}} and on (network) avax_node_state{network=~"${networksOf("P").join("|")}"})`,
          },
        }),
        stat([4, 4], {
          title: "Oldest C-Chain block",
          description:
            "Time since the last block that the C-Chain has executed, on the node of each network where it is oldest. It includes the time since the exporter has read the block. The C-Chain makes a block every few seconds. If other nodes are newer, check the log of this node.",
          ...duration,
          none: "C-Chain not served",
          levels: timeLevels,
          queries: { "{{network}}": `max by (network) (${executedAge})` },
        }),
        shared.data("p-height|node|health|evm|epochs"),
      ],
    },
    {
      title: "Details",
      panels: [
        nodeTable([24, 6], ofNodes, {
          rows: [`max by (${keys.node}, version) (avax_node_info{${ofNodes}})`],
          labels: { version: { title: "Version", width: 150 } },
          columns: {
            "Own uptime": {
              expr: perNode("avax_node_observed_uptime_ratio", "max", 'stake_share="0.5",'),
              ...share,
              width: 95,
            },
            Peers: { expr: perNode("avax_node_peers"), ...count, width: 60 },
            "Free disk": { expr: perNode("avax_node_disk_available_bytes"), unit: "bytes", decimals: 0, width: 80 },
            "Higher versions": { expr: perNode("avax_peers_higher_version_stake_ratio"), ...share, width: 125 },
            Upgrades: {
              expr: perNode("avax_node_upgrade_unknown"),
              ...words(0, ["known", "good"], ["unknown", "bad"]),
              width: 85,
            },
            "Upgrade in": {
              expr: perNode("avax_node_upgrade_unknown_seconds", "min"),
              ...duration,
              levels: steps("bad", [thresholds.upgradeInfo, "warning"]),
              width: 110,
            },
          },
        }),
        chainTable([24, 7], ofNodes, {
          title: "Chains",
          description: `Every chain that each node runs, those with a problem first. Behind: blocks behind the highest node. Unchanged for: time since a health check has seen the height increase. Undecided: blocks that consensus has not decided; if the oldest one is older than ${thresholds.processingBlock} seconds, the chain does not decide. If less than ${percent(thresholds.connectedWeightCritical)} of the weight is connected, restart the validators that are offline.`,
          none: "Health API disabled",
        }),
        timeline([12, 5], shared.allStates, {
          title: "States",
          description:
            "Problems of nodes and chains: a line for each, in the color of its state, while it lasts. After a restart P, X and C bootstrap one after the other.",
          none: "No problem, or no data",
          queries: {
            [`${nodeLine} {{state}}`]: `max by (${keys.node}, state) (avax_node_state{${ofNodes},state!="ok"}) == 1`,
            [`${chainLine} {{state}}`]: `max by (${keys.chain}, state) (avax_chain_state{${ofNodes},state!="ok"}) == 1`,
            [`${nodeLine} exporter_down`]: down,
            "all nodes ({{network}}) ok": `min by (network) (avax_node_state{${ofNodes},state="ok"}) == 1`,
          },
        }),
        timeline(
          [12, 5],
          { failing: { tone: "bad", text: "failing", meaning: "" } },
          {
            title: "Failing health checks",
            description:
              "The nodes' own health checks, by name: a check appears only while it fails. The node's log and health.health show the reason.",
            none: "No check fails",
            queries: {
              [`{{check}} ${nodeLine} failing`]: `max by (${keys.node}, check) (avax_node_health_check_passing{${ofNodes}}) == 0`,
            },
          },
        ),
      ],
    },
    {
      title: "P-Chain and EVM chains",
      isCollapsed: true,
      panels: [
        graph([8, 7], {
          title: "Blocks behind the highest node",
          description:
            "Blocks by which each node is behind the highest node of its network. Spikes of a few blocks are normal, because nodes are polled at different times. A rising line means that the node does not keep up: check its disk and CPU.",
          ...count,
          none: "No node responds",
          min: 0,
          queries: { [nodeLine]: blocksBehind(ofNodes) },
        }),
        graph([8, 7], {
          title: "Age of the last P-Chain block",
          description: `Time since the timestamp of the last accepted block. A low sawtooth is normal on mainnet. A steady increase means that no blocks are accepted: a network problem if all nodes show it, a node problem if only one does. On Fuji and on private networks the P-Chain can be idle.`,
          ...duration,
          none: "No node responds",
          min: 0,
          hasLines: true,
          levels: timeLevels,
          queries: { [nodeLine]: perNode("avax_pchain_block_age_seconds") },
        }),
        graph([8, 7], {
          title: "Proposed height lag",
          description: `Blocks by which the height that new blocks refer to lags behind the accepted height. Normal: blocks of the last 30 seconds, at most ${thresholds.proposedHeightLag}. More than that for minutes is a fault of the node: report it.`,
          ...count,
          none: "No node responds",
          min: 0,
          queries: {
            [nodeLine]: `clamp_min(${perNode("avax_pchain_height")} - ${perNode("avax_pchain_proposed_height")}, 0)`,
          },
        }),
        table([24, 6], {
          title: "C-Chain and EVM chains",
          description: `Each EVM chain that a node runs. Since Helicon the C-Chain executes blocks after their acceptance. Block age: that of the last executed block; if it rises on one node only, check its disk and CPU. Base fee: in billionths of the native token. Gas used: by the last block, share of its limit; not known of the C-Chain.`,
          none: "No EVM chain served",
          rows: namedRows(keys.chain, "chain", "avax_evm_height", ofNodes),
          labels: {
            alias: { title: "Chain" },
            ...targetLabels,
          },
          columns: {
            Height: { expr: perChain("avax_evm_height"), ...count, width: 105 },
            "Block age": {
              expr: `clamp_min(time() - ${perChain("avax_evm_timestamp_seconds")}, 0)`,
              ...duration,
              width: 105,
            },
            "Base fee": {
              expr: `1e9 * ${perChain("avax_evm_base_fee")}`,
              unit: "suffix:n",
              decimals: 3,
              width: 105,
            },
            "Gas used": {
              expr: `${perChain("avax_evm_gas_used")} / ${perChain("avax_evm_gas_limit")}`,
              ...share,
              width: 85,
            },
          },
        }),
      ],
    },
    {
      title: "Container index",
      isCollapsed: true,
      panels: [
        table([24, 7], {
          title: "Container indices",
          description:
            "Each monitored index. Off: disabled on the node. Per minute: follows the blocks of its chain; at 0 while its height advances, restart the node. Last: time since its last container was added; on the X-Chain an hour is normal.",
          none: "No index monitored, or all chains are bootstrapping",
          rows: [perIndex("avax_index_available")],
          labels: {
            chain: { title: "Chain", width: 70 },
            index: { title: "Index", width: 110 },
            ...targetLabels,
          },
          columns: {
            Served: {
              expr: perIndex("avax_index_available"),
              ...words(0, ["off", "unknown"], ["on", "good"]),
              width: 75,
            },
            "Last index": { expr: perIndex("avax_index_last_accepted_index"), ...count, width: 130 },
            "Per minute": {
              expr: `max by (${indexKeys}) (clamp_min(60 * deriv(avax_index_last_accepted_index{${ofNodes}}[$__rate_interval]), 0))`,
              unit: "short",
              decimals: 1,
              width: 95,
            },
            Last: {
              expr: `clamp_min(time() - ${perIndex("avax_index_last_accepted_timestamp_seconds")}, 0)`,
              ...duration,
              width: 105,
            },
          },
        }),
      ],
    },
    {
      title: "Blocks, peers, disk and upgrades",
      isCollapsed: true,
      panels: [
        graph([8, 7], {
          title: "Blocks per minute of each chain",
          description:
            "Accepted blocks per minute, from the last accepted height. Far above other nodes: it is catching up. The C-Chain accepts a block every few seconds. An L1 without transactions can accept none: compare with undecided blocks.",
          unit: "short",
          none: "Health API disabled",
          min: 0,
          queries: {
            [chainLine]: `max by (${keys.chain}) (clamp_min(60 * deriv(avax_chain_last_accepted_height{${ofNodes}}[$__rate_interval]), 0))`,
          },
        }),
        graph([8, 7], {
          title: "Peers",
          description:
            "Number of peers of each node, and of connections that other nodes have opened to it. A steep fall means that the node has lost its network connection. Without inbound connections it cannot be reached. Check its port 9651.",
          ...count,
          none: "Health API disabled",
          min: 0,
          queries: {
            [nodeLine]: perNode("avax_node_peers"),
            [`inbound ${nodeLine}`]: perNode("avax_node_ingress_connections"),
          },
        }),
        graph([8, 7], {
          title: "Free disk space",
          description:
            "Free share of the disk of each node's database. Free space before it runs out: the node stops then.",
          unit: "percentunit",
          decimals: 0,
          none: "No node reports it",
          min: 0,
          queries: { [nodeLine]: perNode("avax_node_disk_available_ratio") },
        }),
        graph([12, 7], {
          title: "Stake of connected validators by version",
          description:
            "AVAX of the connected validators by their version. During an upgrade the stake moves to the new version: update your nodes before most of it has.",
          unit: "short",
          none: "Info API disabled, or no validator connected",
          min: 0,
          hasTable: true,
          queries: { "{{version}} ({{network}})": `max by (network, version) (avax_peers_stake_avax{${ofNodes}})` },
        }),
        table([12, 7], {
          title: "Upgrades",
          description:
            "The last two network upgrades with a date that each node knows. A time in the future is that of a scheduled upgrade: update the node before it.",
          none: "Info API disabled",
          rows: [`max by (${keys.node}, upgrade) (avax_upgrade_timestamp_seconds{${ofNodes}})`],
          labels: {
            upgrade: { title: "Upgrade", width: 100 },
            ...targetLabels,
          },
          columns: {
            "Active from": {
              expr: `1000 * max by (${keys.node}, upgrade) (avax_upgrade_timestamp_seconds{${ofNodes}})`,
              unit: "dateTimeAsIso",
              width: 160,
            },
          },
        }),
      ],
    },
    nativeRow,
  ],
};
