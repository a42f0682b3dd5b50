import { noDateYet } from "../api/info.ts";
import { upgrade as upgradeItem, upgradeTime } from "../metrics/node.ts";
import { collector } from "./collector.ts";

/** The last upgrade and a scheduled one, without the history. */
const maxUpgrades = 2;

export const upgrades = collector({
  name: "upgrades",
  summary: "Activation times of the last two network upgrades that have a date.",
  interval: "10m",
  reads: ["info.upgrades"],
  metrics: [upgradeTime],
  read: ({ call }) => ({ times: call("info.upgrades", {}) }),
  map: {
    times({ times }) {
      const dated = Object.entries(times).filter(([, time]) => time < noDateYet);
      const inOrder = dated.toSorted(([, left], [, right]) => left.getTime() - right.getTime());
      return inOrder.slice(-maxUpgrades).map(([upgrade, time]) => upgradeItem.item({ upgrade, time }));
    },
  },
});
