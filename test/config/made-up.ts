import type { Collector } from "../../src/collectors/collector.ts";

const none = { reads: [], metrics: [], prepare: () => undefined };
/** Names of which one begins another, as real ones do. */
export const collectors: readonly Collector[] = [
  { ...none, name: "p-fee", summary: "Fees.", every: "15s" },
  { ...none, name: "p-fee-config", summary: "Constants.", every: "10m" },
  { ...none, name: "p-validators", summary: "Validators.", every: "60s", timeout: "25s" },
  { ...none, name: "admin", summary: "Administration.", every: "5m", offByDefault: true },
];
