/** The status of nodes as JSON: its fields, the times of its states, and what the nodes of a process show about each other. */
import { expect, test } from "vitest";
import { issuesOf } from "../../src/entities/issues.ts";
import {
  compareNodes,
  type Since,
  type StatusDocument,
  sinceAfter,
  sinceOf,
  statusOf,
  statusSchema,
} from "../../src/entities/status.ts";
import * as o from "./observed.ts";
import { factsFrom, now, primaryChain } from "./observed.ts";

test("the status has only its own fields, in their order: null for unknown values, and numbers for integers", () => {
  const facts = factsFrom([primaryChain("P", { height: 7n })]);
  const about = { name: "a", url: "http://node:9650", up: true, watching: false } as const;
  const { chains, ...status } = statusOf({ ...about, collection: { state: "ok", collectors: [] } }, facts);
  expect(Object.keys(facts.chains[0] ?? {})).toContain("without");
  expect(JSON.stringify(chains)).toBe(
    '[{"chain":"P","blockchain_id":"P","subnet_id":"11111111111111111111111111111111LpoYY","alias":"","state":"ok",' +
      '"since_timestamp_seconds":null,"missing":[],"height":7,"block_age_seconds":0,"connected_ratio":0.95,' +
      '"required_ratio":0.8,"next_block":{"can":true,"cause":null,"proposers":[],"pchain_height":null,"without_node":true,' +
      '"signing_ratio_without_node":null},"upgrades":null,"upgrades_on":null,"without_node_ratio":null}]',
  );
  expect(Object.keys(status)).toEqual([
    ...["name", "url", "up", "collection", "watching", "network", "node"],
    ...["validators", "subnets", "l1s", "l1_validators", "addresses"],
  ]);
  expect(status.collection).toEqual({ state: "ok", collectors: [], cause: null });
});

const facts = factsFrom([]);
test.each<[title: string, looks: string, since: number | undefined]>([
  ["of the first look is unknown", "ok", undefined],
  ["that has lasted since the first look is unknown", "ok, ok at 10", undefined],
  ["of a new entity is unknown", "ok at 10", undefined],
  ["that has changed is known", "ok, behind at 10, behind at 20", 10],
  ["that changes back is known", "ok, behind at 10, ok at 20", 20],
  ["is unknown while the state is", "ok, behind at 10, ? at 20", undefined],
  ["outlasts an unknown state", "ok, behind at 10, ? at 20, behind at 30", 10],
  ["after an unknown state is that of the new one", "ok, ? at 10, behind at 20", 20],
])("the time of a state %s: %s", (_title, looks, since) => {
  let after: Since = new Map();
  let state: string | undefined;
  for (const look of looks.split(", ")) {
    const [name, time] = look.split(" at ");
    state = name === "?" ? undefined : name;
    const node = { ...facts.node, state: state as typeof facts.node.state };
    after = sinceAfter(after, { ...facts, node }, time === undefined ? undefined : Number(time));
  }
  expect(sinceOf(after, "node", state)).toBe(since);
});

type Changes = Partial<StatusDocument["node"]> & { readonly name?: string; readonly watched?: readonly Watched[] };
type Watched = readonly [kind: "validator" | "own" | "subnet" | "l1" | "l1_validator", state: string | null];
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
    validators: of("validator", "own"),
    subnets: of("subnet"),
    l1s: of("l1"),
    l1_validators: of("l1_validator"),
  });
}
const fixesOf = (all: readonly StatusDocument[]) =>
  compareNodes(all).map((one) => issuesOf(one, now).flatMap(({ fix }) => fix ?? []));

const twice =
  "Point one entry at the other node, or remove it. If two machines run with the same keys, stop one of them.";
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

const [hour, fee] = [3600, "feeManagerConfig"] as const;
type Upgrade = readonly [upgrade: string, at: number];
/** Returns a node that runs a chain of an L1 with these upgrades; without a digest they are not known. */
function running(name: string, digest?: number, upgrades: readonly Upgrade[] = []): StatusDocument {
  const facts = factsFrom([o.chainOf({}), ...(digest === undefined ? [] : [o.upgradesOf(digest, upgrades)])]);
  const { chains } = statusOf(
    { name, url: "http://node:9650", up: true, watching: true, collection: { state: "ok", collectors: [] } },
    facts,
  );
  return { ...node({ name }), chains };
}
const soon: readonly Upgrade[] = [[fee, now + 52 * hour]];
const past: readonly Upgrade[] = [[fee, now - hour]];
const differ =
  "chain upgrades differ: Its monitored nodes have different upgrades: from an activation on, they do not agree on blocks. On this node:";
test.each<[title: string, upgrades: readonly Upgrade[], others: readonly StatusDocument[], notes: readonly string[]]>([
  [
    "alone has it",
    soon,
    [],
    [
      `chain upgrade ahead: An upgrade of the chain is ahead. On this node: ${fee} in 2 d 4 h, the same on 1 of 1 monitored node.`,
    ],
  ],
  [
    "has it with two others",
    soon,
    [running("b", 7, soon), running("c", 7, soon)],
    [
      `chain upgrade ahead: An upgrade of the chain is ahead. On this node: ${fee} in 2 d 4 h, the same on 3 of 3 monitored nodes.`,
    ],
  ],
  [
    "has it, one lacks it, and of one, and of one without known chains, it is not known",
    soon,
    [running("b", 8), running("c"), node({ name: "d" })],
    [`${differ} ${fee} in 2 d 4 h, the same on 1 of 4 monitored nodes, different on b, not known on c and d.`],
  ],
  [
    "has it, one is of another network, one does not run the chain, and one is listed twice",
    soon,
    [
      { ...running("b", 8), node: node({ name: "b", network: "fuji" }).node },
      { ...running("c", 8), chains: running("c").chains.map((one) => ({ ...one, chain: "chain-2" })) },
      { ...running("d", 7, soon), node: node({ name: "a" }).node },
    ],
    [
      `chain upgrade ahead: An upgrade of the chain is ahead. On this node: ${fee} in 2 d 4 h, the same on 1 of 1 monitored node.`,
    ],
  ],
  ["has none ahead", past, [running("b", 7, past)], []],
  [
    "has none ahead, and one has other ones",
    past,
    [running("b", 9, past)],
    [`${differ} no upgrade ahead, the same on 1 of 2 monitored nodes, different on b.`],
  ],
])("of the nodes of a chain with an upgrade, one %s", (_title, upgrades, others, notes) => {
  const [first] = compareNodes([running("a", 7, upgrades), ...others]);
  const all = first ? issuesOf(first, now) : [];
  const shown = all
    .filter(({ names }) => names.includes("chain-1"))
    .map(({ entity, label, meaning }) => `${entity} ${label}: ${meaning}`);
  expect(shown.filter((text) => text.includes("upgrade"))).toEqual(notes);
});

const nowhere =
  "Check the NodeID and the network. If its period has ended, register it again, or remove it from watch.node_ids.";
const elsewhere = "It is on fuji (node b): move it to nodes.b.watch.";
test.each<[here: Watched, there: Watched, fix: string | undefined, other?: Changes, own?: Changes]>([
  [["validator", "absent"], ["validator", "offline"], elsewhere],
  [["validator", "absent"], ["validator", "absent"], nowhere],
  [["validator", "absent"], ["own", "ok"], elsewhere],
  [["validator", null], ["validator", "ok"], undefined],
  [["subnet", null], ["subnet", "ok"], elsewhere],
  [["subnet", "empty"], ["l1", "halted"], elsewhere],
  [["subnet", null], ["subnet", null], undefined],
  [["l1_validator", "missing"], ["l1_validator", "inactive"], elsewhere],
  [["l1_validator", null], ["l1_validator", "ok"], elsewhere],
  [["validator", "absent"], ["validator", "ok"], nowhere, { network: "mainnet" }],
  [["validator", "absent"], ["validator", "ok"], nowhere, {}, { network: null }],
  [
    ["validator", "absent"],
    ["validator", "ok"],
    "It is on fuji (node.url): set nodes.a.watch without it.",
    { name: "" },
  ],
])("a watched %o that another node has as %o", (here, there, fix, other = {}, own = {}) => {
  const all = [
    node({ name: "a", watched: [here], ...own }),
    node({ name: "b", network: "fuji", watched: [there], ...other }),
  ];
  expect(fixesOf(all)[0]).toEqual(fix === undefined ? [] : [fix]);
});
