import { sample } from "../exposition/sample.ts";
import { blockchainInfo, blockchainStatus } from "../metrics/subnets.ts";
import { collector, readEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";

const statuses = ["Validating", "Created", "Preferred", "Syncing", "Unknown"];

export const blockchains = collector({
  name: "blockchains",
  summary: "Blockchains of the network, and the node's status of the watched ones.",
  interval: "10m",
  disabledByDefault: true,
  hasVaryingSeries: true,
  reads: ["platform.getBlockchains", "platform.getBlockchainStatus"],
  metrics: [blockchainInfo, blockchainStatus],
  inputs: ({ watch }) => aliasesOf(watch.blockchain_ids),
  read: ({ call }, watched) => ({
    status: readEach(watched.keys(), (blockchainID) => call("platform.getBlockchainStatus", { blockchainID })),
    all: call("platform.getBlockchains", {}),
  }),
  map: {
    status: ({ status }, { inputs: watched, item: blockchain_id }) =>
      [...new Set([...statuses, status])].map((one) =>
        sample(blockchainStatus, one === status, {
          blockchain_id,
          alias: watched.get(blockchain_id) ?? "",
          status: one,
        }),
      ),
    *all({ blockchains }, { inputs: watched }) {
      for (const { id, name, subnetID, vmID } of blockchains) {
        const alias = watched.get(id) ?? "";
        const info = sample(blockchainInfo, true, { blockchain_id: id, alias, name, subnet_id: subnetID, vm_id: vmID });
        yield watched.has(id) ? info : { share: 0, id, samples: [info] };
      }
    },
  },
});
