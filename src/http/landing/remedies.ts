/** What to do about what a collector says. Code stands between backticks. */
import type { FailureReason, Unavailability } from "../../node/errors.ts";

const failures: Readonly<Record<FailureReason, string>> = {
  connect: "start the node, or put `node.url` right; `curl` it from where the exporter runs",
  timeout:
    "see whether the node is busy or short of disk speed; else raise `node.timeout`, or the collector's interval",
  http_status: "look at what stands before the node; set `node.url` to where a redirect leads; 401 wants credentials",
  host_not_allowed:
    "call it by IP address, list the name in its `--http-allowed-hosts`, or set `node.host_header: localhost`",
  rpc_error: "read what it says; the node's own log has more",
  decode: "look at what answers at `node.url`: it seems to be a proxy or a web page",
  schema: "see whether something before the node caches answers; else report it, with the node's version",
  too_large: "see whether this is a node; if it is, report it",
};

/** What the node does not offer: no failure. */
const absences: Readonly<Record<Unavailability, string>> = {
  bootstrapping: "wait; `info.isBootstrapped` tells when",
  api_off: "switch it on at the node, if it is wanted (`--index-enabled`, `--api-admin-enabled`), or the collector off",
  method_unknown: "upgrade the node, or switch the collector off",
  empty_index: "wait: the index has nothing yet",
  not_validator: "nothing: a node that validates nothing has no uptime of its own",
  not_found: "nothing, if this network has none; else check what `watch` names",
  not_activated: "nothing: the network has not reached the upgrade that brings it",
};

const others = {
  load_balancer: "point the exporter at one node instead",
  series_limit: "raise `series_limit`, or track less",
} as const;

export const remedies = { ...failures, ...absences, ...others } as const;

/** Headings of the README. */
export const chapterOf = (problem: keyof typeof remedies) =>
  problem === "series_limit" ? "how-many-series" : "troubleshooting";
