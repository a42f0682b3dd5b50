import { noDateYet } from "../api/info.ts";
import * as m from "../metrics/node.ts";
import { attempt } from "../rpc/errors.ts";
import { collector, type RunClient } from "./collector.ts";

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
  metrics: [m.upgradeTime],
  read: (node) => ({ times: readUpgrades(node) }),
  map: {
    *times({ times, error }) {
      yield m.reportedUpgrades.item({ times: Object.fromEntries(times) });
      const inOrder = times.toSorted(([, left], [, right]) => left.getTime() - right.getTime());
      yield* inOrder.slice(-maxUpgrades).map(([upgrade, time]) => m.upgrade.item({ upgrade, time }));
      yield { error };
    },
  },
});
