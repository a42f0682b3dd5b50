import * as m from "../metrics/pchain.ts";
import { collector } from "./collector.ts";

export const pProposedHeight = collector({
  name: "p-proposed-height",
  summary: "P-Chain height that the node proposes for new blocks of other chains.",
  interval: "60s",
  reads: ["platform.getProposedHeight"],
  metrics: [m.proposedHeight],
  read: ({ call }) => ({ proposed: call("platform.getProposedHeight", {}) }),
  map: { proposed: (proposed) => [m.pProposed.item(proposed)] },
});
