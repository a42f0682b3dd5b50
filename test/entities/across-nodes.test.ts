/** What the nodes of a process show about each other. */
import { expect, test } from "vitest";
import { issuesOf } from "../../src/entities/issues.ts";
import { compareNodes, type StatusDocument, statusOf, statusSchema } from "../../src/entities/status.ts";
import { factsFrom, now } from "./observed.ts";

type Changes = Partial<StatusDocument["node"]> & { readonly name?: string; readonly watched?: readonly Watched[] };
type Watched = readonly [kind: "validator" | "own" | "subnet" | "l1" | "l1_validator", state: string | null];
const facts = factsFrom([]);
const ofL1 = { top_up: [], needed_ratio: 0.75, weight_signing_ratio: {} };
/** Returns a node with watched entities, whose IDs are their kinds. */
function node({ name = "", watched = [], ...changes }: Changes = {}): StatusDocument {
  const about = { name, url: "http://node:9650", up: true, watching: true };
  const status = statusOf({ ...about, collection: { state: "ok", collectors: [] } }, facts);
  const of = (...kinds: readonly Watched[0][]) =>
    watched.flatMap(([kind, state]) => {
      const one = { subnet_id: "subnet", node_id: "NodeID-W", validation_id: "validation", alias: "w", state };
      return kinds.includes(kind) ? [{ ...one, own: kind === "own", ...ofL1 }] : [];
    });
  return statusSchema.parse({
    ...status,
    node: { ...status.node, state: "ok", node_id: `NodeID-${name}`, network: "mainnet", ...changes },
    ...{ validators: of("validator", "own"), subnets: of("subnet"), l1s: of("l1"), l1_validators: of("l1_validator") },
  });
}
const fixesOf = (all: readonly StatusDocument[]) =>
  compareNodes(all).map((one) => issuesOf(one, now).flatMap(({ fix }) => fix ?? []));

const twice = "Point one entry at the other node, or remove it.";
const x = { node_id: "NodeID-X" };
test.each<[title: string, other: Changes, fixes: readonly string[]]>([
  ["the same node", x, [twice]],
  ["another node", {}, []],
  ["an unknown node", { node_id: null }, []],
  ["a node that had this ID and does not respond", { ...x, state: "unreachable" }, []],
  ["a node of another network with the same keys", { ...x, network: "fuji" }, []],
])("an entry next to one for %s", (_title, other, fixes) => {
  const all = [node({ name: "a", ...x }), node({ name: "b", ...other })];
  expect(fixesOf(all)[0]).toEqual(fixes);
  expect(compareNodes(all)[0]?.node.same_node).toEqual(fixes.length > 0 ? ["b"] : []);
});

const elsewhere = "It is on fuji (node b): move it to nodes.b.watch.";
test.each<[here: Watched, there: Watched, fix: string | undefined, other?: Changes]>([
  [["validator", "absent"], ["validator", "offline"], elsewhere],
  [["validator", "absent"], ["validator", "absent"], "Register it again, or remove it from watch.node_ids."],
  [["validator", "absent"], ["own", "ok"], elsewhere],
  [["validator", null], ["validator", "ok"], undefined],
  [["subnet", null], ["subnet", "ok"], elsewhere],
  [["subnet", "empty"], ["l1", "halted"], elsewhere],
  [["subnet", null], ["subnet", null], undefined],
  [["l1_validator", "missing"], ["l1_validator", "inactive"], elsewhere],
  [["l1_validator", null], ["l1_validator", "ok"], elsewhere],
  [
    ["validator", "absent"],
    ["validator", "ok"],
    "Register it again, or remove it from watch.node_ids.",
    { network: "mainnet" },
  ],
  [
    ["validator", "absent"],
    ["validator", "ok"],
    "It is on fuji (node.url): set nodes.a.watch without it.",
    { name: "" },
  ],
])("a watched %o that another node has as %o", (here, there, fix, other = {}) => {
  const all = [node({ name: "a", watched: [here] }), node({ name: "b", network: "fuji", watched: [there], ...other })];
  expect(fixesOf(all)[0]).toEqual(fix === undefined ? [] : [fix]);
});
