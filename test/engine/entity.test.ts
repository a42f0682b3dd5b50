/** What comes from the fields of an entity: its metrics, its JSON and its cells, in their order. */
import { expect, test } from "vitest";
import * as z from "zod";
import { entity } from "../../src/engine/entity.ts";
import { fieldsOf, later } from "../../src/engine/field.ts";
import { ok, stateTable } from "../../src/engine/states.ts";

type Ship = {
  readonly id: string;
  readonly isEvidence: boolean;
  readonly weight: bigint | undefined;
  readonly state: "lost" | "ok" | undefined;
};
const field = fieldsOf<Ship>();
const states = stateTable({ lost: { tone: "bad", meaning: "Nothing is known of it." }, ok });
const weight = field.count({ of: ({ weight }) => weight, column: "Weight", metric: "ship_weight", help: "", from: "" });
const stateOf = (needs: { readonly lost?: string }) =>
  field.state(states, { of: ({ state }) => state, evidence: [], needs, metric: "ship_state", help: "", from: "" });
const names = field.parts(z.array(z.string()).default([]), { of: () => ["Anna"] });
const captain = later(z.string().nullable());
const shipOf = (needs: { readonly lost?: string }) =>
  entity<Ship>()({ labels: ["id"], isOfNode: false, fields: { state: stateOf(needs), names, weight, captain } });
const heavy = { id: "a", isEvidence: true, weight: 2n ** 60n, state: "ok" } as const;

test("JSON has the labels, then the fields in their order, with null for unknown values", () => {
  const ship = shipOf({});
  const json = ship.toJson(ship.factsOf({ ...heavy, weight: undefined }), { captain: "Ahab" });
  expect(JSON.stringify(json)).toBe('{"id":"a","state":"ok","names":["Anna"],"weight":null,"captain":"Ahab"}');
  expect(ship.schema.parse(json)).toEqual(json);
});

test("a metric has the value with all of its digits", () => {
  const ship = shipOf({});
  const { valuesOf } = ship.metric("weight");
  expect(valuesOf(ship.factsOf(heavy) as never)).toBe(2n ** 60n);
  expect(ship.metrics.map(({ name }) => name)).toEqual(["ship_state", "ship_weight"]);
});

test("a state is left out of the set while a fact that it needs is unknown", () => {
  const ship = shipOf({ lost: "weight" });
  const setOf = (weight: bigint | undefined) =>
    ship.metric("state").valuesOf(ship.factsOf({ ...heavy, weight }) as never);
  expect([setOf(1n), setOf(undefined)]).toEqual([
    [
      ["lost", false],
      ["ok", true],
    ],
    [["ok", true]],
  ]);
});

test("a field without a metric, and a state that needs an unknown fact, are errors", () => {
  expect(() => shipOf({}).metric("names")).toThrow("names has no metric");
  expect(() => shipOf({ lost: "wieght" })).toThrow("state needs the unknown fact wieght");
});

test("an observer that is no evidence shows only the fields that last", () => {
  const height = field.count({ of: () => 7, lasts: true });
  const fields = { state: stateOf({}), names, weight, height };
  const ship = entity<Ship>()({ labels: ["id"], isOfNode: false, fields });
  const facts = ship.factsOf({ ...heavy, isEvidence: false });
  expect(facts).toEqual({ id: "a", state: undefined, names: [], weight: undefined, height: 7 });
});

test("a field with the name of a label, and two columns with one title, are errors", () => {
  const shipWith = (fields: object) => () =>
    entity<Ship>()({ labels: ["id"], isOfNode: false, fields: { weight, ...fields } });
  expect(shipWith({ id: weight })).toThrow("the name id is given twice");
  expect(shipWith({ mass: weight })).toThrow("the name Weight is given twice");
});
