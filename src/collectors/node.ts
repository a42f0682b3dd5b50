import { primaryChains } from "../api/ids.ts";
import * as m from "../metrics/node.ts";
import { collector, type RunClient, readEach } from "./collector.ts";

const methods = [
  "info.getNodeVersion",
  "info.getNodeID",
  "info.getNetworkID",
  "info.isBootstrapped",
  "info.uptime",
] as const;

async function readIdentity({ call }: RunClient<(typeof methods)[number]>) {
  const [{ nodeID }, { version }, { networkID }] = await Promise.all([
    call("info.getNodeID", {}),
    call("info.getNodeVersion", {}),
    call("info.getNetworkID", {}),
  ]);
  return { node_id: nodeID, version, network_id: String(networkID) };
}

export const node = collector({
  name: "node",
  summary: "Version, identity and bootstrap status of the node, and the stake that rewards it.",
  interval: "30s",
  reads: methods,
  metrics: [m.nodeBootstrapped, m.nodeRewardingStake],
  read: (node) => ({
    identity: readIdentity(node),
    bootstrapped: readEach(primaryChains, (chain) => node.call("info.isBootstrapped", { chain })),
    uptime: node.call("info.uptime", {}),
  }),
  map: {
    identity: (identity) => [m.nodeIdentity.item(identity)],
    bootstrapped: ({ isBootstrapped }, { item: chain }) => [m.chainBootstrapped.item({ chain, isBootstrapped })],
    uptime: (uptime) => [m.reportedUptime.item(uptime)],
  },
});
