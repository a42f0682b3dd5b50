import { collectors } from "../../collectors/all.ts";
import { methodOf, type RpcMethodName } from "../../contract/contract.ts";
import { isBefore } from "../../contract/version.ts";
import { type Check, type Findings, note } from "../check.ts";
import type { Interview } from "../interview.ts";
import { list, versionIn } from "../words.ts";

/** One cheap call on each API that may be off, by the node's flag. */
const probes = {
  "--api-admin-enabled": ({ ask }: Interview) => ask("admin.getLoggerLevel", {}),
  "--api-info-enabled": ({ ask }: Interview) => ask("info.getNodeVersion", {}),
  "--api-health-enabled": ({ ask }: Interview) => ask("health.health", {}),
  "--index-enabled": ({ ask }: Interview) => ask("index.getLastAccepted", {}, "P/block"),
};

/** Collectors of totals need nothing to be watched. */
function unwatched({ watch, set }: Interview): Findings {
  const { indexes: _, ...lists } = watch;
  if (Object.values(lists).some((list) => list.length > 0)) return [];
  return note(
    "Nothing is watched: only network-wide totals are exported.",
    "Rewards, uptimes and balances of your own validators are exported only if they are watched.",
    `A validator: ${set("watch.node-id", "NodeID-…")}. An L1 or a subnet: ${set("watch.subnet-id", "ID")}. An address: ${set("watch.address", "P-avax1…")}.`,
  );
}

export const more: Check = {
  name: "unused-features",
  async run(node) {
    const { ask, collectorOptions, set } = node;
    const disabled = collectors.filter(({ name }) => !collectorOptions[name]?.enabled);
    const flags = new Set(disabled.flatMap(({ reads }) => reads.map((method) => methodOf(method).endpoint.flag ?? "")));
    const off = new Set<string>();
    for (const [flag, probe] of Object.entries(probes)) {
      if (flags.has(flag) && (await probe(node)).error) off.add(flag);
    }
    const version = versionIn((await ask("info.getNodeVersion", {})).value?.version ?? "");
    const isServed = (method: RpcMethodName) => {
      const { endpoint, since } = methodOf(method);
      const isTooOld = version !== undefined && since !== undefined && isBefore(version, since);
      return !off.has(endpoint.flag ?? "") && !isTooOld;
    };
    const idle = disabled.filter(({ reads }) => reads.every(isServed));
    const offered = note(
      `Disabled collectors that this node supports: ${list(idle.map(({ name }) => name))}.`,
      "Their metrics are missing. If this is intended, no action is needed.",
      ...idle.map(({ name, summary }) => `${set(`collector.${name}`, true)}: ${summary}`),
    );
    return [unwatched(node), idle.length > 0 ? offered : []].flat();
  },
};
