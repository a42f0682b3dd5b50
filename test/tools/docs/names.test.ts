/** Names in the documents and in the texts of the program. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readAllDocuments } from "../../support/documents.ts";
import { programTexts } from "../../support/texts.ts";
import { documentOf, kinds } from "./names.ts";

const documents = [...(await readAllDocuments())].map(([file, text]) => documentOf(file, text));
const texts = Object.entries(programTexts).flatMap(([area, all]) =>
  [...all].map(([name, text]) => documentOf(`${area}: ${name}`, text)),
);

test("there are documents, runbooks and READMEs of charts", () => {
  expect(documents.length).toBeGreaterThan(70);
});

test.each(Object.entries(kinds))("each %s that a text names exists", (_, { find, errorsOf }) => {
  expect(documents.flatMap(find)).not.toEqual([]);
  const errors = [...documents, ...texts].flatMap((document) =>
    find(document).flatMap((name) => errorsOf(name, document).map((error) => `${document.file}: ${error}`)),
  );
  expect([...new Set(errors)]).toEqual([]);
});

test("code blocks with PromQL are marked as such", () => {
  const unmarked = documents
    .flatMap(({ blocksOf }) => blocksOf(""))
    .filter((block) => /^(\w+ by \(|avax_\w+ *[{<>])/m.test(block));
  expect(unmarked).toEqual([]);
});

/** Modules of the protocol without a rule. */
const withoutRule = ["ages"];
test("each module of the protocol has the source of its rules, and each named witness exists", async () => {
  const modules = await readdir("src/protocol");
  const read = modules.map(async (name) => [name.replace(/\.ts$/, ""), await readFile(`src/protocol/${name}`, "utf8")]);
  const all = await Promise.all(read);
  const bare = all.flatMap(([name = "", text = ""]) => (text.includes(" Source: ") ? [] : name));
  expect(bare.toSorted()).toEqual(withoutRule);
  const witnesses = all.flatMap(([, text = ""]) => text.match(/(?<=Witness: [^*]*)\btest\/[\w./-]*\w/g) ?? []);
  expect(witnesses.filter((path) => !existsSync(path))).toEqual([]);
});
