import { expect, test } from "vitest";
import { firstOf, ownerOf, ownerSettings, watchedOn } from "../../../src/collectors/watched.ts";
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import { named, settings } from "../../support/run-collector.ts";

const [watchedNode, otherNode] = ["NodeID-watched", "NodeID-other"];
const tracked = "tracked";
const [watchedValidation, otherValidation] = ["validation", "other"];

type Validation = string | undefined;
test.each<[subnet: string, node: string, validation: Validation, owner: ReturnType<typeof ownerOf>["owner"]]>([
  [primaryNetwork, watchedNode, undefined, "watched-validators"],
  [primaryNetwork, otherNode, undefined, "set"],
  [tracked, watchedNode, undefined, "watched-validators"],
  [tracked, watchedNode, otherValidation, "watched-validators"],
  [tracked, watchedNode, watchedValidation, "l1-validators"],
  [tracked, otherNode, watchedValidation, "l1-validators"],
  [tracked, otherNode, otherValidation, "set"],
])("on the subnet %s, %s with the validation ID %s is exported by %s", (subnet, node, validation, owner) => {
  const watch = {
    node_ids: [{ id: watchedNode, alias: "", subnet_ids: [primaryNetwork, tracked] }],
    subnet_ids: [{ id: tracked, alias: "" }],
    validation_ids: named(watchedValidation),
  };
  const watched = watchedOn(ownerSettings(settings({ watch })), subnet);
  expect(ownerOf({ nodeID: node, validationID: validation }, watched, undefined).owner).toBe(owner);
});

test.each([
  [true, "NodeID-self", "watched-validators"],
  [true, "NodeID-other", "set"],
  [true, undefined, "set"],
  [false, "NodeID-self", "set"],
] as const)(
  "with watch.own %s and %s as the queried node, NodeID-self is exported by %s",
  (own, queriedNodeId, owner) => {
    const watched = watchedOn(ownerSettings(settings({ watch: { own } })), primaryNetwork);
    expect(ownerOf({ nodeID: "NodeID-self" }, watched, queriedNodeId).owner).toBe(owner);
  },
);

test.each([
  ["its own", { nodeID: watchedNode, validationID: watchedValidation }, "our validation"],
  ["that of its node", { nodeID: watchedNode, validationID: otherValidation }, "our node"],
  ["none", { nodeID: otherNode, validationID: otherValidation }, ""],
  ["the name of the node, if it is that of the queried node", { nodeID: "NodeID-own" }, "tokyo"],
])("the alias of an L1 validator is %s", (_title, validator, alias) => {
  const watched = {
    ...{ own: true, name: "tokyo" },
    nodes: new Map([[watchedNode, "our node"]]),
    validations: new Map([[watchedValidation, "our validation"]]),
  };
  expect(ownerOf(validator, watched, "NodeID-own").alias).toBe(alias);
});

test("an ID occurs first once", () => {
  const isFirst = firstOf();
  expect(["a", "b", "a", "b", "c"].map(isFirst)).toEqual([true, true, false, false, true]);
});
