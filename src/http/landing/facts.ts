/** Facts about a node on the landing page, from its current samples. */
import type { Target } from "../../exporter/target.ts";
import { nodeBootstrapped, nodeInfo } from "../../metrics/node.ts";
import { peersStake } from "../../metrics/peers.ts";
import { nodeUpgradeUnknown, upgradeTime } from "../../metrics/upgrades.ts";

export function factsOf({ page }: Pick<Target, "page">) {
  const [info] = page.samplesOf(nodeInfo);
  const fact = (name: string): string | undefined => info?.labels?.[name];
  const bootstrapped = page.samplesOf(nodeBootstrapped).map(({ labels, value }) => [labels?.["chain"], value === 1]);
  return {
    nodeId: fact("node_id"),
    version: fact("version"),
    network: fact("network"),
    /** By the name of the chain. */
    bootstrapped: Object.fromEntries(bootstrapped) as Readonly<Record<string, boolean>>,
    stakeByVersion: stakeByVersion(page),
    /** Upgrades with a date, in their order. Milliseconds since 1970. */
    upgrades: page.samplesOf(upgradeTime).map(({ labels, value }) => ({
      name: labels?.["upgrade"] ?? "",
      at: 1000 * Number(value),
    })),
    isUpgradeUnknown: page.samplesOf(nodeUpgradeUnknown)[0]?.value === 1,
  };
}

/** Returns the versions of the connected validators with their shares of the connected stake. */
function stakeByVersion(page: Target["page"]) {
  const stakes = page.samplesOf(peersStake).map(({ labels, value }) => ({
    version: labels?.["version"] ?? "",
    stake: Number(value),
  }));
  const total = stakes.reduce((sum, { stake }) => sum + stake, 0);
  return stakes.map(({ version, stake }) => ({ version, share: stake / total }));
}
