/** The table of the flags of AvalancheGo that the exporter needs. */
import type { Collector } from "../../collectors/collector.ts";
import { sentence } from "../../lib/text.ts";
import { methodOf } from "../../node-api/contract.ts";
import { type ApiFlagName, apiFlagNames, consequenceOf, isOffByDefault } from "../../node-api/method.ts";
import { code, table } from "./markdown.ts";

/** Returns the collectors that need the API of a flag. */
const needing = (flag: ApiFlagName, collectors: readonly Collector[]) =>
  collectors.filter(({ reads }) => reads.some((method) => methodOf(method).endpoint.flag === flag));
/** Returns the flags of the APIs that a collector needs. */
export const neededFlags = (collectors: readonly Collector[]): readonly ApiFlagName[] =>
  apiFlagNames.filter((flag) => needing(flag, collectors).length > 0);

/** Returns the flags with their defaults, the collectors that need them, and what they mean for the node. */
export function nodeFlagTable(collectors: readonly Collector[]): string {
  const reachable = [
    [
      "--http-host",
      "127.0.0.1",
      "all, if the exporter is on another machine or in another container",
      "Anyone who reaches the port can call the API: restrict it with a firewall.",
    ],
    [
      "--http-allowed-hosts",
      "localhost",
      "all, if `node.url` has a host name and not an IP address",
      "Names of others open the API to web pages (DNS rebinding).",
    ],
  ] as const;
  return table(
    ["Flag", "Default", "Collectors", "Consequence"],
    [
      ...reachable.map(([flag, value, who, consequence]) => [code(flag), code(value), who, consequence]),
      ...neededFlags(collectors).map((flag) => [
        code(flag),
        code(String(!isOffByDefault(flag))),
        needing(flag, collectors)
          .map(({ name }) => code(name))
          .join(", "),
        sentence(consequenceOf(flag) ?? "none: the API only reads"),
      ]),
    ],
  );
}
