import { expect, test } from "vitest";
import { emptyNodeId } from "../../src/node-api/ids.ts";
import { nextBlock } from "../../src/protocol/next-block.ts";
import { setOf } from "../entities/observed.ts";

const setsOf = (...sets: readonly string[][]) =>
  sets.map((ids) => setOf(Object.fromEntries(ids.map((id) => [id, 1n]))));
const isOnline = (id: string) => ({ runs: true, away: false })[id];
const idle = {
  proposers: setsOf(["runs"]),
  isOnline,
  undecidedAge: undefined,
  heightAge: 3600,
  hasAdvanced: false,
  withoutBootstrapping: undefined,
  acceptance: 0.75,
};
type Known = Partial<Parameters<typeof nextBlock>[0]>;

test.each<[title: string, known: Known, can: boolean | undefined, cause?: string]>([
  ["one of its proposers runs", {}, true],
  ["no proposer runs", { proposers: setsOf(["away"]) }, false, "proposers"],
  ["it is not known whether its proposer runs", { proposers: setsOf(["left"]) }, undefined],
  [
    "one proposer is away, and it is not known whether another runs",
    { proposers: setsOf(["away", "left"]) },
    undefined,
  ],
  ["its proposers are not known", { proposers: [] }, undefined],
  ["its proposers are not known, and it has just accepted a block", { proposers: [], hasAdvanced: true }, true],
  [
    "no proposer runs, and it has just accepted a block",
    { proposers: setsOf(["away"]), hasAdvanced: true },
    false,
    "proposers",
  ],
  ["all of its proposers were inactive", { proposers: setsOf([emptyNodeId]) }, true],
  [
    "an inactive validator is next to one that is away",
    { proposers: setsOf([emptyNodeId, "away"]) },
    false,
    "proposers",
  ],
  ["one that runs is in both sets", { proposers: setsOf(["runs", "away"], ["runs"]) }, true],
  ["one that runs is in the second set only", { proposers: setsOf(["away"], ["away", "runs"]) }, undefined],
  ["none of both sets runs", { proposers: setsOf(["away"], ["away", "away"]) }, false, "proposers"],
  ["anyone can make it, or one that is away", { proposers: setsOf([], ["away"]) }, undefined],
  ["anyone can make it, or one that runs", { proposers: setsOf([], ["runs"]) }, true],
  ["it is a chain of the primary network", { proposers: undefined }, true],
  ["blocks are undecided for five minutes", { undecidedAge: 301, heightAge: 300 }, false, "undecided"],
  ["blocks are undecided, and the height has risen meanwhile", { undecidedAge: 301, heightAge: 299 }, true],
  ["blocks are undecided, and no age of the height is known", { undecidedAge: 301, heightAge: undefined }, true],
  ["a block is undecided for a short time", { undecidedAge: 300 }, true],
  ["nodes with a quarter of the weight bootstrap", { withoutBootstrapping: 0.75 }, true],
  ["nodes with more of the weight bootstrap", { withoutBootstrapping: 0.74 }, false, "bootstrapping"],
])("whether a chain can make its next block while %s", (_title, known, can, cause) => {
  const found = nextBlock({ ...idle, ...known });
  expect([found.can, found.cause]).toEqual([can, cause]);
});
