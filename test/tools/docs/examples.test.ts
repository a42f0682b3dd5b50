/** Every command of the documents has a place: the end-to-end tests type it, or there is a reason why they do not. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { examplesIn, readExamples, reasonsOf, untyped } from "../../support/examples.ts";

const examples = await readExamples();
const typed = examples.filter((example) => reasonsOf(example).length === 0);

test(`${typed.length} of ${examples.length} examples are typed: all that call the program or what the tests have`, () => {
  expect(typed.length).toBeGreaterThan(40);
  expect(typed.filter(({ line }) => !/^(avalanche-exporter|curl|date|for|source) /.test(line))).toEqual([]);
});

test("no example has two reasons not to be typed", () => {
  expect(examples.filter((example) => reasonsOf(example).length > 1)).toEqual([]);
});

test.each(untyped)("an example matches %s, and what covers it exists", (pattern, reason) => {
  expect(examples.filter(({ line }) => pattern.test(line))).not.toEqual([]);
  const [, file] = /: (\S+)$/.exec(reason) ?? [];
  if (file !== undefined) expect(existsSync(file), file).toBe(true);
});

test("a continued line, a block of a shell, and a command in a sentence are examples; a placeholder is none", () => {
  const text =
    "```sh\na \\\n  b\n```\n`avalanche-exporter\nstatus` `avalanche-exporter call METHOD` `status`\n```yaml\nc: 1\n```\n";
  expect(examplesIn(text)).toEqual(["a b", "avalanche-exporter status"]);
});
