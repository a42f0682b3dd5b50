/** The table of the flags of AvalancheGo that the exporter needs. */

import { methodOf } from "../../src/api/contract.ts";
import { apiFlags } from "../../src/api/node-flags.ts";
import type { Collector } from "../../src/collectors/collector.ts";
import { code, table } from "./markdown.ts";

/** Returns the flags with their defaults, the collectors that need them, and their risk. */
export function nodeFlagTable(collectors: readonly Collector[]): string {
  const needing = (flag: string) =>
    collectors.filter(({ reads }) => reads.some((method) => methodOf(method).endpoint.flag === flag));
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
    ["Flag", "Default", "Collectors", "Risk"],
    [
      ...reachable.map(([flag, value, who, risk]) => [code(flag), code(value), who, risk]),
      ...Object.entries(apiFlags).map(([flag, { isOn, risk }]) => [
        code(flag),
        code(String(isOn)),
        needing(flag)
          .map(({ name }) => code(name))
          .join(", "),
        risk,
      ]),
    ],
  );
}
