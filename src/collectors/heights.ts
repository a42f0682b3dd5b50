/** Heights of the P-Chain and of the X-Chain. */
import { kindOf } from "../engine/metric.ts";
import { from, type Result } from "../node-api/contract.ts";
import { collector } from "./collector.ts";

export const pAccepted = kindOf<Result<"platform.getHeight">>().ofNode();
export const height = pAccepted.gauge("avax_pchain_height", {
  help: "Height of the last accepted P-Chain block.",
  from: from("platform.getHeight", "height"),
  of: ({ height }) => height,
});

export const pProposed = kindOf<Result<"platform.getProposedHeight">>().ofNode();
export const proposedHeight = pProposed.gauge("avax_pchain_proposed_height", {
  help: "P-Chain height proposed for new blocks, which lags the accepted one.",
  from: from("platform.getProposedHeight", "height"),
  of: ({ height }) => height,
});

const xAccepted = kindOf<Result<"avm.getHeight">>().ofNode();
xAccepted.gauge("avax_xchain_height", {
  help: "Height of the last accepted X-Chain block.",
  from: from("avm.getHeight", "height"),
  of: ({ height }) => height,
});

export const pHeight = collector({
  name: "p-height",
  summary: "P-Chain height.",
  interval: "10s",
  required: true,
  reads: ["platform.getHeight"],
  metrics: [pAccepted],
  read: ({ call }) => ({ accepted: call("platform.getHeight", {}) }),
  map: { accepted: (accepted) => [pAccepted.item(accepted)] },
});

export const pProposedHeight = collector({
  name: "p-proposed-height",
  summary: "P-Chain height that the node proposes for new blocks of other chains.",
  interval: "60s",
  reads: ["platform.getProposedHeight"],
  metrics: [pProposed],
  read: ({ call }) => ({ proposed: call("platform.getProposedHeight", {}) }),
  map: { proposed: (proposed) => [pProposed.item(proposed)] },
});

export const xHeight = collector({
  name: "x-height",
  summary: "X-Chain height.",
  interval: "10s",
  reads: ["avm.getHeight"],
  metrics: [xAccepted],
  read: ({ call }) => ({ accepted: call("avm.getHeight", {}, "X") }),
  map: { accepted: (accepted) => [xAccepted.item(accepted)] },
});
