import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClone } from "../../support/clone.ts";
import { readDocuments } from "../../support/documents.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { runToEnd } from "../../support/program.ts";

const examples = [...(await readDocuments())].flatMap(([document, text]) =>
  [...text.matchAll(/```yaml\n(nodes?:\n.*?)```/gs)].map(([, yaml = ""]) => ({ document, yaml })),
);

test("there are examples of configurations", () => {
  expect(examples.length).toBeGreaterThan(1);
});

test.each(examples)("an example of a configuration in $document is valid", async ({ yaml }) => {
  const folder = await temporaryFolder();
  for (const [, name = ""] of yaml.matchAll(/\/run\/secrets\/([\w-]+)/g)) await writeFile(join(folder, name), "secret");
  const file = join(folder, "config.yml");
  await writeFile(file, yaml.replaceAll("/run/secrets", folder));
  const { code, err, out } = await runToEnd(["check-config", "--print", file]);
  expect([code, err]).toEqual([0, ""]);
  for (const [alias] of yaml.matchAll(/alias: .+/g)) expect(out).toContain(alias);
});

test("as typed in a clone, from any folder, an error has the exit status of the program and only its text", async () => {
  const { type } = await createClone();
  const { code, out, err } = await type("cd / && avalanche-exporter status --unknown", {});
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/^--unknown: unknown flag[^\n]*\n$/);
});

test("no document has a form for the clone that writes to the output", async () => {
  const texts = [...(await readDocuments())];
  expect(texts.flatMap(([document, text]) => (/\bnpm start\b.*--/.test(text) ? document : []))).toEqual([]);
});
