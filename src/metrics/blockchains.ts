import { gauge, info } from "../prometheus/metric.ts";

export const blockchainInfo = info(
  "avax_blockchain_info",
  { help: "Facts about a chain of the network: always 1.", from: "platform.getBlockchains id, name, subnetID, vmID" },
  ["blockchain_id", "name", "subnet_id", "vm_id"],
);
export const blockchainStatus = gauge(
  "avax_blockchain_status",
  {
    help: "What the node has to do with the watched chain: 1 for its status, 0 for the others.",
    from: "platform.getBlockchainStatus status",
  },
  ["blockchain_id", "status"],
);
