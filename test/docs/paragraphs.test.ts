/** Paragraphs of documents and runbooks: an item of a list begins a line, and words have one space between them. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDocuments } from "../support/documents.ts";

const folder = "grafana/runbooks";
const runbooks = (await readdir(folder)).filter((name) => name.endsWith(".md")).map((name) => join(folder, name));
const charts = ["avalanche-exporter", "avalanche-exporter-sidecar"].map((name) => `helm/${name}/README.md`);
const others = [...runbooks, ...charts].map(async (file) => [file, await readFile(file, "utf8")] as const);
const documents = new Map([...(await readDocuments()), ...(await Promise.all(others))]);

/** Returns the lines of prose, without code and tables. */
const proseIn = (text: string) =>
  text
    .replaceAll(/^ *```.*?^ *```/gms, "")
    .replaceAll(/`[^`]*`/g, "code")
    .split("\n")
    .filter((line) => !line.startsWith("|"));
const isGlued = (line: string) => /^\s*\d+\. .*\s\d+\. /.test(line);
const hasGap = (line: string) => /\S {2,}\S/.test(line.replace(/^\s*\d+\. +/, ""));

test("a glued item and a run of spaces are found", () => {
  expect(["1. Top up. 2. Check.", "2. Check version 2."].filter(isGlued)).toEqual(["1. Top up. 2. Check."]);
  expect(["of the P-Chain    block", "1.  Top up", "  indented"].filter(hasGap)).toEqual(["of the P-Chain    block"]);
});

test.each([...documents])("%s has no item of a list inside of a paragraph, and no run of spaces", (_, text) => {
  expect(proseIn(text).filter((line) => isGlued(line) || hasGap(line))).toEqual([]);
});
