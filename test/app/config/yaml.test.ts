import { expect, test } from "vitest";
import { readYaml } from "../../../src/app/config/yaml.ts";

const ten = (item: string) => `[${Array(10).fill(item).join(", ")}]`;
const bomb = `a: &a ${ten("x")}\nb: &b ${ten("*a")}\nc: ${ten("*b")}\n`;

test.each([
  ["node:\n  url: x\n timeout: 5s\n", "3:1: invalid YAML: All mapping items must start at the same column"],
  ["node:\n  url: hunter2\n    timeout: 5s\n", "3:5: invalid YAML: the line is indented too far"],
  ['password: "hunter2\n', '2:1: invalid YAML: Missing closing "quote'],
  ["password: |hunter2\n", "1:12: invalid YAML: Block scalar header includes extra characters"],
  ['password: "\\hunter2"\n', "1:12: invalid YAML: Invalid escape sequence"],
  ["password: !hunter2\n", "1:11: unknown tag; put text that begins with ! in quotes"],
  ...["set {a}", "omap [a: 1]", "pairs [a: 1]", "binary aGk=", "timestamp 2026-11-25"].map(
    (value): [string, string] => [`watch: !!${value}\n`, "1:8: unknown tag; put text that begins with ! in quotes"],
  ),
  ["password: *hunter2\n", "1:11: alias without an anchor; put text that begins with * in quotes"],
  ["password: @hunter2\n", "1:11: invalid YAML: Plain value cannot start with reserved character @"],
  ["password: hunter2: x\n", "1:11: invalid YAML: Nested mappings are not allowed in compact mappings"],
  ["\tpassword: hunter2\n", "1:1: invalid YAML: Tabs are not allowed as indentation"],
  ["node:\n  timeout: 5s\n  timeout: 6s\n", "3:3: duplicate key timeout"],
  ['"log": {}\n"log": {}\n', "2:1: duplicate key log"],
  ["node: {}\n---\nlog: {}\n", "2:1: more than one YAML document; only one is allowed"],
  ["? [a]\n: b\n", "1:3: a key must be text"],
  ['node:\n  url: "x\u0001"\n', "2:10: control character; write it as an escape sequence in double quotes"],
  ["nodes:\n  __proto__: { url: x }\n", "2:3: __proto__ is not allowed as a key"],
  ['a: [{ "__proto__": b }]\n', "1:7: __proto__ is not allowed as a key"],
  ["a: &a { __proto__: { b: c } }\nd:\n  <<: *a\n", "1:9: __proto__ is not allowed as a key"],
  ["- &a x\n- *b\n- &b x\n", "2:3: alias without an anchor; put text that begins with * in quotes"],
  ["a: &a { b: *a }\n", "1:1: circular or excessive YAML aliases"],
  [bomb, "1:1: circular or excessive YAML aliases"],
  [`a: ${"[".repeat(5000)}`, expect.stringContaining("nested too deeply")],
  [`a: &a 1\nb:\n${"- *a\n".repeat(20_000)}`, "1003:3: more than 1000 aliases"],
])("a text is refused in one line: %2$s", (text, line) => {
  const { tree, errors } = readYaml("a.yml", text);
  expect(errors).toEqual([typeof line === "string" ? `a.yml:${line}` : line]);
  expect(tree).toEqual({});
});

test("each duplicate key is reported", () => {
  const { errors } = readYaml("a.yml", "log: {}\nlog: {}\nweb: {}\nweb: {}\n");
  expect(errors).toHaveLength(2);
});

test("anchors, aliases and merges are resolved", () => {
  const { tree } = readYaml("a.yml", "a: &a { x: 1 }\nb: *a\nc:\n  <<: *a\n  y: 2\n");
  expect(tree).toEqual({ a: { x: 1 }, b: { x: 1 }, c: { x: 1, y: 2 } });
});

test.each(["", "# nothing\n", "---\n", "node:\nweb:\n", "~\n"])("%j is equivalent to no file", (text) => {
  expect(readYaml("a.yml", text)).toMatchObject({ tree: {}, errors: [] });
});

test("a key is found through an alias, and a merged key at the position of its mapping", () => {
  const { at } = readYaml("a.yml", "a: &a\n  x: 1\nb: *a\nc:\n  <<: *a\n");
  expect(at(["b", "x"])).toEqual({ line: 2, col: 3 });
  expect(at(["c", "x"])).toEqual({ line: 4, col: 1 });
});
