/** Words and phrases of CONTRIBUTING.md, Writing style, that must not appear in texts for users, in identifiers and in comments. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readAllDocuments } from "../../support/documents.ts";
import { filesBelow } from "../../support/folder.ts";
import { programTexts } from "../../support/texts.ts";

/** This file, which has the words that it searches for. */
const own = "test/tools/docs/language.test.ts";

/** A phrase, and the term to use in its place. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(tells?|told|says?|said)\b/, "report, export, return, show, state"],
  [/\b(nobody|somebody|anybody|whoever)\b/, "the actor: client, operator, exporter"],
  [/\banew\b/, "again, reload"],
  [/\bbeside\b/, "next to, in addition to, as a sidecar"],
  [/\bmistakes?\b/, "error"],
  [/\b(time-out|look-up)/, "timeout, lookup"],
  [/\bbefore the (node|exporter)\b/, "in front of"],
  [/\b(stands? still|goes on)\b/, "has stalled, does not advance, continues"],
  [/\btakes no part\b/, "no longer participates"],
  [/\bin turn\b/, "one after the other"],
  [/\bby (itself|themselves)\b/, "automatically, individually"],
  [/\bfor good\b/, "permanently"],
  [/\b(vanish|mend)(s|es|ed)?\b/, "be dropped; fix"],
  [/\bseldom\b/, "less often"],
  [/\brounds?\b/, "run"],
  [/(?<!\bat )\bleast\b/, "minimum, lowest"],
  [/\bworth of\b|\bfurther ones?\b/, "additional"],
];
/** Correct uses of these words. */
const allowed: readonly string[] = ["starts before the node"];

/** Code, links and quoted examples have other words. */
const prose = (text: string) =>
  text
    .replaceAll(/^```.*?^```/gms, "")
    .replaceAll(/`[^`\n]*`/g, "")
    .replaceAll(/\]\([^)]*\)/g, "]");

/** Returns the phrases in a line that are not terms of the field. */
const findPhrases = (place: string, line: string) =>
  phrases.flatMap(([phrase, term]) => {
    const [word] = phrase.exec(line.toLowerCase()) ?? [];
    return word === undefined ? [] : [`${place}: "${word}" (${term}) in: ${line}`];
  });

test.each([["documents", await readAllDocuments()], ...Object.entries(programTexts)] as const)(
  "%s use the terms of the field",
  (_, texts) => {
    const found = [...texts].flatMap(([place, text]) =>
      allowed
        .reduce((rest, use) => rest.replaceAll(use, ""), prose(text))
        .split("\n")
        .flatMap((line) => findPhrases(place, line)),
    );
    expect(found).toEqual([]);
  },
);

const comments = /\/\/.*|\/\*[\s\S]*?\*\//;
const strings = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/;
/** Regular expressions where a value can begin. */
const expressions = /(?<=[(,=:[!&|?]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//;
const token = new RegExp(
  `(?<comment>${comments.source})|${strings.source}|${expressions.source}|(?<identifier>[A-Za-z_$][\\w$]*)`,
  "g",
);
/** Identifiers that have one of the phrases with another meaning. */
const allowedIdentifiers: ReadonlySet<string> = new Set([
  "round", // Math.round, and functions that round a number
  "roundInterval",
]);
/** Returns the comments, and the distinct identifiers as separate words. */
function proseOfCode(code: string): readonly string[] {
  const lines = new Set<string>();
  for (const { groups: { comment, identifier } = {} } of code.matchAll(token)) {
    if (comment !== undefined) lines.add(prose(comment).replace(/\s*\n[\s*]*/g, " "));
    else if (identifier !== undefined && !allowedIdentifiers.has(identifier))
      lines.add(identifier.replace(/_|(?<=[a-z\d])(?=[A-Z])/g, " "));
  }
  return [...lines];
}

test.each(["src", "test"])("identifiers and comments in %s use the terms of the field", async (folder) => {
  const paths = (await filesBelow(folder)).filter((path) => path.endsWith(".ts") && path !== own);
  const found = paths.map(async (path) =>
    proseOfCode(await readFile(path, "utf8")).flatMap((line) => findPhrases(path, line)),
  );
  expect((await Promise.all(found)).flat()).toEqual([]);
});

/** Titles of tests: the first text of a call. */
const titles = /^\s*(?:test\(|\]?\)\()\s*("(?:[^"\\\n]|\\.)*"|`[^`]*`)/gm;

test("names of files and titles of tests use the terms of the field", async () => {
  const paths = await filesBelow("src", "test");
  expect(paths.flatMap((path) => findPhrases(path, path.replaceAll("-", " ")))).toEqual([]);
  const tests = paths.filter((path) => path.endsWith(".test.ts") && path !== own);
  const inTitles = tests.map(async (path) =>
    [...(await readFile(path, "utf8")).matchAll(titles)].flatMap(([, title = ""]) => findPhrases(path, title)),
  );
  expect((await Promise.all(inTitles)).flat()).toEqual([]);
});

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
