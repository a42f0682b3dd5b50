import { expect, test } from "vitest";
import { validatorSet } from "../../../src/collectors/kinds/validators.ts";
import { nothingWatched } from "../../../src/entities/observer.ts";
import * as o from "../observed.ts";

const watched = { ...nothingWatched, subnet_ids: [{ id: "subnet-1", alias: "ours" }] };
const setOf = (count: number, subnet_id = "subnet-1") =>
  validatorSet.item({ subnet_id, alias: "", count, weight: 1n, largestWeight: 1n });

test.each<[title: string, given: o.Given, facts: readonly object[]]>([
  ["with validators is ok", [setOf(5)], [{ state: "ok", validators: 5 }]],
  ["without validators is empty", [setOf(0)], [{ state: "empty", validators: 0 }]],
  ["has no state until its set was read", [setOf(5, "subnet-2")], [{ state: undefined, validators: undefined }]],
  ["has no state while the node is behind", [setOf(5), o.behind], [{ state: undefined, validators: 5 }]],
  ["that is permissioned has a state", [setOf(5), o.subnetOf("permissioned")], [{ state: "ok" }]],
  ["that is an L1 is no subnet", [setOf(5), o.subnetOf("l1")], []],
  ["whose weight is that of an L1 is no subnet", [setOf(5), o.l1Set()], []],
])("a tracked subnet %s", (_title, given, facts) => {
  expect(o.factsFrom(given, { watched }).subnets).toMatchObject(facts);
});
