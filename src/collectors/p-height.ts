import * as m from "../metrics/pchain.ts";
import { collector } from "./collector.ts";

export const pHeight = collector({
  name: "p-height",
  summary: "P-Chain height.",
  interval: "10s",
  required: true,
  reads: ["platform.getHeight"],
  metrics: [m.height],
  read: ({ call }) => ({ accepted: call("platform.getHeight", {}) }),
  map: { accepted: (accepted) => [m.pHeight.item(accepted)] },
});
