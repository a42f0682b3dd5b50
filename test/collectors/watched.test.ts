import { expect, test } from "vitest";
import {
  createDetailChoice,
  detailOf,
  firstOf,
  readerOf,
  selectDetailed,
  watchedOn,
} from "../../src/collectors/watched.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { named, settings } from "../support/run-collector.ts";

const [watchedNode, otherNode] = ["NodeID-watched", "NodeID-other"];
const tracked = "tracked";
const [watchedValidation, otherValidation] = ["validation", "other"];

type Validation = string | undefined;
test.each<[subnet: string, node: string, validation: Validation, reader: ReturnType<typeof readerOf>["reader"]]>([
  [primaryNetwork, watchedNode, undefined, "watched-validators"],
  [primaryNetwork, otherNode, undefined, "set"],
  [tracked, watchedNode, undefined, "watched-validators"],
  [tracked, watchedNode, otherValidation, "watched-validators"],
  [tracked, watchedNode, watchedValidation, "l1-validators"],
  [tracked, otherNode, watchedValidation, "l1-validators"],
  [tracked, otherNode, otherValidation, "set"],
])("on the subnet %s, %s with the validation ID %s is exported by %s", (subnet, node, validation, reader) => {
  const watch = {
    node_ids: [{ id: watchedNode, alias: "", subnet_ids: [primaryNetwork, tracked] }],
    subnet_ids: [{ id: tracked, alias: "" }],
    validation_ids: named(watchedValidation),
  };
  const watched = watchedOn(settings({ watch }), subnet, undefined);
  expect(readerOf({ nodeID: node, validationID: validation }, watched).reader).toBe(reader);
});

test.each([
  [true, "NodeID-self", "watched-validators"],
  [true, "NodeID-other", "set"],
  [true, undefined, "set"],
  [false, "NodeID-self", "set"],
] as const)(
  "with watch.own %s and %s as the queried node, NodeID-self is exported by %s",
  (own, queriedNodeId, reader) => {
    const watched = watchedOn(settings({ watch: { own } }), primaryNetwork, queriedNodeId);
    expect(readerOf({ nodeID: "NodeID-self" }, watched).reader).toBe(reader);
  },
);

test.each([
  ["its own", { nodeID: watchedNode, validationID: watchedValidation }, "our validation"],
  ["that of its node", { nodeID: watchedNode, validationID: otherValidation }, "our node"],
  ["none", { nodeID: otherNode, validationID: otherValidation }, ""],
  ["the name of the node, if it is that of the queried node", { nodeID: "NodeID-own" }, "tokyo"],
])("the alias of an L1 validator is %s", (_title, validator, alias) => {
  const watch = {
    own: true,
    node_ids: [{ id: watchedNode, alias: "our node", subnet_ids: [tracked] }],
    validation_ids: [{ id: watchedValidation, alias: "our validation" }],
  };
  const watched = watchedOn(settings({ name: "tokyo", watch }), tracked, "NodeID-own");
  expect(readerOf(validator, watched).alias).toBe(alias);
});

test("an ID occurs first once", () => {
  const isFirst = firstOf();
  expect(["a", "b", "a", "b", "c"].map(isFirst)).toEqual([true, true, false, false, true]);
});

const ids = [..."abcdefgh"];
const shown = (detail: "watched" | "top" | "all", top = 4, before = "") =>
  [...selectDetailed(ids, { detail, top }, new Set(before))].join("");

test("detail watched shows only watched validators, all every one, top the first ones", () => {
  expect([shown("watched"), shown("all"), shown("top")]).toEqual(["", "abcdefgh", "abcd"]);
});

test.each([
  ["e", "abcde"], // the fifth of 1.25 times four
  ["f", "abcd"],
  ["efgh", "abcde"],
])("with a top of four, a previous member (%s) leaves below rank five", (before, expected) => {
  expect(shown("top", 4, before)).toBe(expected);
});

test.each([
  [undefined, 1000, undefined, "all"],
  [undefined, 1001, undefined, "low"],
  [undefined, 1250, "all", "all"],
  [undefined, 1251, "all", "low"],
  [undefined, 1001, "low", "low"],
  [undefined, 1000, "low", "all"],
  ["all", 5000, "low", "all"],
  ["low", 1, "all", "low"],
  ["watched", 1, "all", "watched"],
] as const)("with l1.detail %s and %i validators, after %s the detail is %s", (detail, count, before, expected) =>
  expect(detailOf({ detail }, count, before)).toBe(expected),
);

test("a set that cannot be read counts as before", async () => {
  const of = async (count: number) => ({ validators: Array.from({ length: count }) });
  const chooseDetail = createDetailChoice();
  const choose = (b: ReturnType<typeof of>) => chooseDetail({}, new Map(Object.entries({ a: of(600), b })));
  expect([await choose(of(600)), await choose(Promise.reject(new Error("no"))), await choose(of(300))]).toEqual([
    "low",
    "low",
    "all",
  ]);
});
