import { existsSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, test } from "vitest";
import { anchorsIn, readDocuments } from "../support/documents.ts";

const documents = await readDocuments();
const links = [...documents].flatMap(([file, text]) =>
  [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link = ""]) => {
    const [path = "", anchor] = link.split("#");
    return { link: `${file}: ${link}`, target: path === "" ? file : normalize(join(file, "..", path)), anchor };
  }),
);

test("files and folders that the documents link to exist", () => {
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ target }) => !existsSync(target)).map(({ link }) => link)).toEqual([]);
});

test("headings that the documents link to exist", () => {
  const lost = links.filter(({ target, anchor }) => {
    return anchor !== undefined && !anchorsIn(existsSync(target) ? readFileSync(target, "utf8") : "").includes(anchor);
  });
  expect(lost.map(({ link }) => link)).toEqual([]);
});

test("source files that the documents name exist", () => {
  const named = [...documents].flatMap(([file, text]) =>
    [
      ...text
        .replaceAll(/^```diff\n.*?^```/gms, "")
        .matchAll(/[`"]((?:src|test|docs|grafana|helm)\/[\w./-]+\.\w+)[`"]/g),
    ].map(([, path = ""]) => ({ file, path })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
});
