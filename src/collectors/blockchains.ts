import * as m from "../metrics/subnets.ts";
import { collector, readEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";

export const blockchains = collector({
  name: "blockchains",
  summary: "Blockchains of the network, and the node's status of the watched ones.",
  interval: "10m",
  disabledByDefault: true,
  hasVaryingSeries: true,
  reads: ["platform.getBlockchains", "platform.getBlockchainStatus"],
  metrics: [m.blockchainInfo, m.blockchainStatus],
  select: ({ watch }) => aliasesOf(watch.blockchain_ids),
  read: ({ call }, watched) => ({
    status: readEach(watched.keys(), (blockchainID) => call("platform.getBlockchainStatus", { blockchainID })),
    all: call("platform.getBlockchains", {}),
  }),
  map: {
    status: ({ status }, { selected: watched, item: blockchain_id }) => [
      m.statusOfBlockchain.item({ blockchain_id, alias: watched.get(blockchain_id) ?? "", status }),
    ],
    *all({ blockchains }, { selected: watched }) {
      for (const { id, name, subnetID, vmID } of blockchains) {
        const alias = watched.get(id) ?? "";
        const one = m.blockchain.item({ blockchain_id: id, alias, name, subnet_id: subnetID, vm_id: vmID });
        yield watched.has(id) ? one : { priority: 0, id, observations: [one] };
      }
    },
  },
});
