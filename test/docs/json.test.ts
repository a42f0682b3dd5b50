import { expect, test } from "vitest";
import { toJson } from "../../docs/src/json.ts";

const value = { a: [{ b: 1, c: [2] }, null], d: {}, e: undefined, f: "x\ny", g: [] };

test("members down to the depth have their own lines", () => {
  expect(toJson(value, 2)).toBe(`{
  "a": [
    {"b":1,"c":[2]},
    null
  ],
  "d": {},
  "f": "x\\ny",
  "g": []
}
`);
});

test.each([0, 1, 2, 3, 9])("at depth %i the text has the same value", (depth) => {
  expect(JSON.parse(toJson(value, depth))).toEqual(JSON.parse(JSON.stringify(value)));
});
