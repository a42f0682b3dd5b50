/** Joins the network of the queried node to the series of its target. */
import { up } from "../../../src/metrics/exporter.ts";
import { nodeInfo } from "../../../src/metrics/node.ts";
import { on } from "../formulas.ts";
import { createSelect, type Matchers, matches, type Source } from "../promql.ts";
import { nodeOfTarget } from "../rules/recording.ts";
import { select } from "./queries.ts";

const selectAny = createSelect();
/** Selects the chosen networks of a recording. Without the rules it has no series. */
export const selectRecorded = <const L extends string>(
  source: Source<L | "network">,
  which: Matchers<Source<L>> = {},
) => selectAny<Source>(source, { ...which, network: matches("$network|") });

/** Returns 1 per target of the chosen networks, with its network if the node reports one. */
const networkOf = `(${select(nodeInfo, { network: matches("$network") })} or 0 * ${select(up)} + 1 unless ${on()} ${select(nodeInfo)})`;

const join = (expr: string, networks: string) => `(${expr}) * ${on()} group_left (network) ${networks}`;
/** Adds the network, and drops series of networks that are not chosen. */
export const withNetwork = (expr: string) => join(expr, networkOf);
/** The same with the recorded network, which is also known of targets that are down. */
export const withRecordedNetwork = (expr: string) => join(expr, selectRecorded(nodeOfTarget));

/** Aggregates by network. Nodes that do not report a network are combined. */
export const perNetwork = (how: "sum" | "min" | "max", expr: string) => `${how} by (network) (${withNetwork(expr)})`;
