import { primaryChains } from "../api/ids.ts";
import * as m from "../metrics/node.ts";
import { collector, type RunClient, readEach } from "./collector.ts";

const methods = [
  "info.getNodeVersion",
  "info.getNodeID",
  "info.getNetworkID",
  "info.isBootstrapped",
  "info.getNodeIP",
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
  summary: "Version, identity, public address, bootstrap status and uptime of the node.",
  interval: "30s",
  reads: methods,
  metrics: [m.nodeAddressDigest, m.nodeBootstrapped, m.nodeRewardingStake, m.nodeUptime],
  read(node) {
    const identity = readIdentity(node);
    // after a response of this run: the address that is known is that of a node that responds
    const address = identity.then(() => node.call("info.getNodeIP", {}));
    return {
      identity,
      address,
      bootstrapped: readEach(primaryChains, (chain) => node.call("info.isBootstrapped", { chain })),
      uptime: node.call("info.uptime", {}),
    };
  },
  map: {
    identity: (identity) => [m.nodeIdentity.item(identity)],
    address: (address) => [m.publicAddress.item(address)],
    bootstrapped: ({ isBootstrapped }, { item: chain }) => [m.chainBootstrapped.item({ chain, isBootstrapped })],
    uptime: (uptime) => [m.reportedUptime.item(uptime)],
  },
});
