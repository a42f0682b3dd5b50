import { collectors } from "../../collectors/all.ts";
import { methodOf } from "../../contract/contract.ts";
import type { Method } from "../../contract/method.ts";
import { isTooOld } from "../../contract/version.ts";
import { type Findings, note } from "../check.ts";
import { joinList } from "../format.ts";
import type { NodeQueries } from "../node-queries.ts";

/** A cheap call for each API that can be disabled, by the flag of the node. */
const apiProbes = {
  "--api-admin-enabled": ({ call }: NodeQueries) => call("admin.getLoggerLevel", {}),
  "--api-info-enabled": ({ call }: NodeQueries) => call("info.getNodeVersion", {}),
  "--api-health-enabled": ({ call }: NodeQueries) => call("health.health", {}),
  "--index-enabled": ({ call }: NodeQueries) => call("index.getLastAccepted", {}, "P/block"),
};

function unwatchedFinding({ watch, set }: NodeQueries): Findings {
  const { indexes: _, ...lists } = watch;
  if (Object.values(lists).some((list) => list.length > 0)) return [];
  return note(
    "Nothing is watched: only network-wide totals are exported.",
    "Rewards, uptimes and balances of your own validators are exported only if they are watched.",
    `A validator: ${set("watch.node-id", "NodeID-…")}. An L1 or a subnet: ${set("watch.subnet-id", "ID")}. An address: ${set("watch.address", "P-avax1…")}.`,
  );
}

export async function checkUnusedFeatures(node: NodeQueries): Promise<Findings> {
  const { collectorOptions, set } = node;
  const disabled = collectors.filter(({ name }) => !collectorOptions[name]?.enabled);
  const flags = new Set(disabled.flatMap(({ reads }) => reads.map((method) => methodOf(method).endpoint.flag ?? "")));
  const off = new Set<string>();
  for (const [flag, probe] of Object.entries(apiProbes)) {
    if (flags.has(flag) && (await probe(node)).error) off.add(flag);
  }
  const version = await node.version();
  const isServed = (method: Method) => !off.has(method.endpoint.flag ?? "") && !isTooOld(version, method);
  const idle = disabled.filter(({ reads }) => reads.map(methodOf).every(isServed));
  const offered = note(
    `Disabled collectors that this node supports: ${joinList(idle.map(({ name }) => name))}.`,
    "Their metrics are missing. If this is intended, no action is needed.",
    ...idle.map(({ name, summary }) => `${set(`collector.${name}`, true)}: ${summary}`),
  );
  return [unwatchedFinding(node), idle.length > 0 ? offered : []].flat();
}
