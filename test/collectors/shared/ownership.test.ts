import { expect, test } from "vitest";
import { primaryNetwork } from "../../../src/api/ids.ts";
import { aliasIn, type Owner, ownerOf, ownershipOn } from "../../../src/collectors/shared/ownership.ts";
import { named, settings } from "../../support/run-collector.ts";

const [watchedNode, otherNode] = ["NodeID-watched", "NodeID-other"];
const [tracked, untracked] = ["tracked", "untracked"];
const [watchedValidation, otherValidation] = ["validation", "other"];

const everyone: readonly Owner[] = ["p-validators", "subnets", "watched-validators", "l1-validators"];
const without = (...names: readonly Owner[]) => everyone.filter((name) => !names.includes(name));

type Validation = string | undefined;
test.each<[subnet: string, node: string, validation: Validation, enabled: readonly Owner[], owner: Owner | undefined]>([
  [primaryNetwork, watchedNode, undefined, everyone, "watched-validators"],
  [primaryNetwork, watchedNode, undefined, without("watched-validators"), "p-validators"],
  [primaryNetwork, watchedNode, undefined, without("watched-validators", "p-validators"), undefined],
  [primaryNetwork, otherNode, undefined, everyone, "p-validators"],
  [primaryNetwork, otherNode, undefined, without("p-validators"), undefined],
  [tracked, watchedNode, undefined, everyone, "watched-validators"],
  [tracked, watchedNode, undefined, without("watched-validators"), "subnets"],
  [tracked, otherNode, undefined, everyone, "subnets"],
  [tracked, otherNode, undefined, without("subnets"), undefined],
  [tracked, watchedNode, watchedValidation, everyone, "subnets"],
  [tracked, otherNode, otherValidation, everyone, "subnets"],
  [tracked, watchedNode, watchedValidation, without("subnets"), "l1-validators"],
  [tracked, watchedNode, otherValidation, without("subnets"), "watched-validators"],
  [untracked, watchedNode, undefined, everyone, "watched-validators"],
  [untracked, otherNode, undefined, everyone, undefined],
  [untracked, watchedNode, watchedValidation, everyone, "l1-validators"],
  [untracked, watchedNode, watchedValidation, without("l1-validators"), "watched-validators"],
  [untracked, watchedNode, otherValidation, everyone, "watched-validators"],
  [untracked, otherNode, watchedValidation, everyone, "l1-validators"],
  [untracked, otherNode, otherValidation, everyone, undefined],
])("on the subnet %s, %s with the validation ID %s and the collectors %j is exported by %s", (...row) => {
  const [subnet, node, validation, enabled, owner] = row;
  const watch = {
    node_ids: [{ id: watchedNode, alias: "", subnet_ids: [primaryNetwork, tracked, untracked] }],
    subnet_ids: [{ id: tracked, alias: "" }],
    validation_ids: named(watchedValidation),
  };
  const validator = { nodeID: node, validationID: validation, queriedNodeId: undefined };
  expect(ownerOf(validator, ownershipOn(settings({ watch, collectors: enabled }), subnet))).toBe(owner);
});

test.each([
  [true, "NodeID-self", "watched-validators"],
  [true, "NodeID-other", "p-validators"],
  [true, undefined, "p-validators"],
  [false, "NodeID-self", "p-validators"],
] as const)(
  "with watch.own %s and %s as the queried node, NodeID-self is exported by %s",
  (own, queriedNodeId, owner) => {
    const ownership = ownershipOn(settings({ watch: { own } }), primaryNetwork);
    expect(ownerOf({ nodeID: "NodeID-self", queriedNodeId }, ownership)).toBe(owner);
  },
);

test.each([
  ["its own", { nodeID: watchedNode, validationID: watchedValidation }, "our validation"],
  ["that of its node", { nodeID: watchedNode, validationID: otherValidation }, "our node"],
  ["none", { nodeID: otherNode, validationID: otherValidation }, ""],
])("the alias of an L1 validator is %s", (_title, validator, alias) => {
  const watched = {
    nodes: new Map([[watchedNode, "our node"]]),
    validations: new Map([[watchedValidation, "our validation"]]),
  };
  expect(aliasIn(watched, validator)).toBe(alias);
});
