import { sample } from "../exposition/sample.ts";
import * as m from "../metrics/pchain.ts";
import { collector } from "./collector.ts";

export const pHeight = collector({
  name: "p-height",
  summary: "P-Chain height, proposed height and timestamp.",
  interval: "10s",
  required: true,
  reads: ["platform.getProposedHeight", "platform.getHeight", "platform.getTimestamp"],
  metrics: [m.proposedHeight, m.height, m.chainTime],
  // in this order: a proposed height read after the height could be above it
  read: ({ call }) => ({
    proposed: call("platform.getProposedHeight", {}),
    accepted: call("platform.getHeight", {}),
    chain: call("platform.getTimestamp", {}),
  }),
  map: {
    proposed: ({ height }) => [sample(m.proposedHeight, height)],
    accepted: ({ height }) => [sample(m.height, height)],
    chain: ({ timestamp }) => [sample(m.chainTime, timestamp)],
  },
});
