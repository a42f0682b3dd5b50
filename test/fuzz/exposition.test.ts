/** The strict parser itself: it must reject invalid expositions. */
import { expect, test } from "vitest";
import { parseExposition } from "../support/exposition.ts";

const head = "# HELP a Help.\n# TYPE a gauge\n";

test("an exposition is parsed into families, labels and values", () => {
  const page = Buffer.from(
    `${head}a{x="1\\\\2\\"3\\n4,}",y=""} -1.5e-7\n# HELP b_total B.\n# TYPE b_total counter\nb_total 1\n`,
  );
  expect([...parseExposition(page).values()]).toEqual([
    { name: "a", type: "gauge", samples: [{ name: "a", labels: { x: '1\\2"3\n4,}', y: "" }, value: "-1.5e-7" }] },
    { name: "b_total", type: "counter", samples: [{ name: "b_total", labels: {}, value: "1" }] },
  ]);
});

test.each([
  ["a last line without its end", `${head}a 1`],
  ["an empty line", `${head}\na 1\n`],
  ["a sample before its family", "a 1\n"],
  ["a sample of another family", `${head}b 1\n`],
  ["a family twice", `${head}${head}`],
  ["a type without help", "# TYPE a gauge\n"],
  ["help without a type", "# HELP a Help.\n"],
  ["help without text", "# HELP a \n# TYPE a gauge\n"],
  ["an unknown type", "# HELP a Help.\n# TYPE a text\n"],
  ["a series twice", `${head}a{x="1"} 1\na{x="1"} 1\n`],
  ["a label twice", `${head}a{x="1",x="2"} 1\n`],
  ["labels without a comma", `${head}a{x="1"y="2"} 1\n`],
  ["a comma without a label", `${head}a{x="1",} 1\n`],
  ["empty braces", `${head}a{} 1\n`],
  ["a quote that is not escaped", `${head}a{x="""} 1\n`],
  ["an escape that there is not", `${head}a{x="\\t"} 1\n`],
  ["a value that is not a number", `${head}a NaN\n`],
  ["a value that is no decimal number", `${head}a 0x1\n`],
  ["a sample without a value", `${head}a\n`],
  ["a timestamp", `${head}a 1 1795302458000\n`],
  ["two blanks", `${head}a  1\n`],
  ["a histogram's sample without its ending", "# HELP h H.\n# TYPE h histogram\nh 1\n"],
])("%s is refused", (_what, page) => {
  expect(() => parseExposition(Buffer.from(page))).toThrow();
});

test("bytes that are not UTF-8 are refused", () => {
  expect(() => parseExposition(Buffer.from(`${head}a{x="\xff"} 1\n`, "latin1"))).toThrow();
});
