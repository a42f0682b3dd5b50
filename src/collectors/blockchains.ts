import { blockchainInfo, blockchainStatus } from "../metrics/blockchains.ts";
import { collector, each } from "./collector.ts";

const statuses = ["Validating", "Created", "Preferred", "Syncing", "Unknown"];

export const blockchains = collector({
  name: "blockchains",
  summary: "All chains of the network, and what the node has to do with the watched ones.",
  every: "10m",
  offByDefault: true,
  reads: ["platform.getBlockchains", "platform.getBlockchainStatus"],
  metrics: [blockchainInfo, blockchainStatus],
  uses: ({ watch }) => watch.blockchain_ids,
  read: ({ call }, ids) => ({
    status: each(ids, (blockchainID) => call("platform.getBlockchainStatus", { blockchainID })),
    all: call("platform.getBlockchains", {}),
  }),
  map: {
    status({ status }, emit, { item: blockchain_id }) {
      for (const one of new Set([...statuses, status])) {
        emit(blockchainStatus, one === status, { blockchain_id, status: one });
      }
    },
    *all({ blockchains }, emit, { uses: watched }) {
      for (const { id, name, subnetID, vmID } of blockchains) {
        const labels = { blockchain_id: id, name, subnet_id: subnetID, vm_id: vmID };
        const emitOne = () => emit(blockchainInfo, true, labels);
        if (watched.includes(id)) emitOne();
        else yield { share: 0, id, emit: emitOne };
      }
    },
  },
});
