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
  ["a sample before its family", "a 1\n"],
  ["a sample of another family", `${head}b 1\n`],
  ["a type without help", "# TYPE a gauge\n"],
  ["an unknown type", "# HELP a Help.\n# TYPE a text\n"],
  ["a series twice", `${head}a{x="1"} 1\na{x="1"} 1\n`],
  ["a quote that is not escaped", `${head}a{x="""} 1\n`],
  ["a value that is not a number", `${head}a NaN\n`],
  ["a timestamp", `${head}a 1 1795302458000\n`],
  ["a histogram's sample without its ending", "# HELP h H.\n# TYPE h histogram\nh 1\n"],
])("%s is refused", (_what, page) => {
  expect(() => parseExposition(Buffer.from(page))).toThrow();
});

test("bytes that are not UTF-8 are refused", () => {
  expect(() => parseExposition(Buffer.from(`${head}a{x="\xff"} 1\n`, "latin1"))).toThrow();
});
