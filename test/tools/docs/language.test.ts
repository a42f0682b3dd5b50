/** The spelling of texts for users, of identifiers and of comments. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { filesBelow } from "../../support/folder.ts";

/** This file, which has the words that it searches for. */
const own = "test/tools/docs/language.test.ts";

/** British spellings, as parts of words, in prose, identifiers and names of files. */
const british =
  /[a-z]*(?:behaviour|colour|neighbour|favour|honour|labell(?:ed(?!by)|ing)|cancell(?:ed|ing)|modell(?:ed|ing)|misspelt|burnt|catalogue|\bgrey\b|centre\b|licence|defence|artefact|whilst|fulfil\b|analys(?:e|ed|ing)\b|(?:organ|normal|recogn|initial|serial|custom|minim|maxim|optim|summar|util|synchron|author|final|stabil|critic|emphas|general|special|visual)is(?:e|es|ed|ing|ation)\b)[a-z]*/gi;
const folders = [".ci", ".github", "docs", "grafana", "helm", "src", "test"];
const isText = (file: string) =>
  !/(^|\/)(node_modules|\.history|coverage)\/|(package-lock\.json|go\.sum)$|\.(png|der|crt|p12|gz)$/.test(file);

test("spelling is American", async () => {
  const inRoot = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Dockerfile", "package.json"];
  const paths = [...inRoot, ...(await filesBelow(...folders))].filter((file) => isText(file) && file !== own);
  expect(paths.length).toBeGreaterThan(500);
  const found = await Promise.all(
    paths.map(async (path) =>
      [...`${path}\n${await readFile(path, "utf8")}`.matchAll(british)].map(([word]) => `${path}: ${word}`),
    ),
  );
  expect(found.flat()).toEqual([]);
});
