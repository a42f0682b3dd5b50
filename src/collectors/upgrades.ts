/** Network upgrades that the node knows. */
import { kindOf } from "../engine/metric.ts";
import type { UpgradeTimes } from "../entities/protocol/networks.ts";
import { from } from "../node-api/contract.ts";
import { attempt } from "../node-api/errors.ts";
import { noDateYet } from "../node-api/info.ts";
import { collector, type RunClient } from "./collector.ts";

/** Activation times of all upgrades that have a date. */
export const reportedUpgrades = kindOf<{ readonly times: UpgradeTimes }>().ofNode();
const datedUpgrade = kindOf<{ readonly upgrade: string; readonly time: Date }>().ofNode("upgrade");
export const upgradeTime = datedUpgrade.timestamp("avax_upgrade_timestamp_seconds", {
  help: "Activation time of the last two upgrades that the node knows, in Unix seconds. Upgrades without a date do not count.",
  from: from("info.upgrades"),
  of: ({ time }) => time,
});

/** The last upgrade and a scheduled one, without the history. */
const maxUpgrades = 2;

/** Reads the upgrades that have a date. A node that does not know the method does not know the upgrades either. */
async function readUpgrades({ call }: RunClient<"info.upgrades">) {
  const { value, error } = await attempt(call("info.upgrades", {}));
  if (error && error.unavailable !== "method_unknown") throw error;
  const times = Object.entries(value?.times ?? {}).filter(([, time]) => time < noDateYet);
  return { times, error };
}

export const upgrades = collector({
  name: "upgrades",
  summary:
    "Activation times of the last two network upgrades that have a date. The required uptime depends on them on networks other than mainnet and fuji.",
  interval: "10m",
  reads: ["info.upgrades"],
  provides: ["upgrades"],
  metrics: [datedUpgrade],
  read: (node) => ({ times: readUpgrades(node) }),
  map: {
    *times({ times, error }) {
      yield reportedUpgrades.item({ times: Object.fromEntries(times) });
      const inOrder = times.toSorted(([, left], [, right]) => left.getTime() - right.getTime());
      yield* inOrder.slice(-maxUpgrades).map(([upgrade, time]) => datedUpgrade.item({ upgrade, time }));
      yield { error };
    },
  },
});
