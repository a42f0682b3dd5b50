import { expect, test } from "vitest";
import { fillBlocks, fillMeasured } from "../../../src/tools/docs/markdown.ts";

const text = "before\n<!-- generated: a -->\nold\n<!-- /generated -->\nafter\n";

test("only the text between the marks is replaced", () => {
  expect(fillBlocks(text, { a: "new\n" })).toBe("before\n<!-- generated: a -->\n\nnew\n\n<!-- /generated -->\nafter\n");
});

test("a mark without a block is an error", () => {
  expect(() => fillBlocks(text, {})).toThrow("no generated block is called a");
});

test("a block without exactly one mark is an error", () => {
  expect(() => fillBlocks("", { a: "new" })).toThrow("not there exactly once: a");
  expect(() => fillBlocks(text + text, { a: "new" })).toThrow("not there exactly once: a");
});

test("measured tables replace those of the previous measurement, and a document without marks is an error", () => {
  const measured = "before\n<!-- measured -->\n\nold\n\n<!-- /measured -->\nafter\n";
  expect(fillMeasured(measured, "$1 new\n")).toBe(measured.replace("old", () => "$1 new"));
  expect(() => fillMeasured("", "new")).toThrow("no <!-- measured -->");
});
