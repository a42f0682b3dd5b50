import { expect, test } from "vitest";
import { parseFamilies } from "../../src/cli/parse-exposition.ts";

test("an exposition is parsed into families, with unescaped labels and values as text", () => {
  const page = `# HELP a_info Says "what": \\\\ and \\n.
# TYPE a_info gauge
a_info{name="quote \\" slash \\\\ line \\n, end",kind=""} 1
a_info{name="}",kind="x=\\"y\\""} 0.000000001
# HELP b_seconds How long.
# TYPE b_seconds histogram
b_seconds_bucket{le="+Inf"} 2
b_seconds_sum 0.5
# HELP c_total None yet.
# TYPE c_total counter
`;
  expect(parseFamilies(page)).toEqual([
    {
      name: "a_info",
      help: 'Says "what": \\ and \n.',
      type: "GAUGE",
      metrics: [
        { name: "a_info", labels: { name: 'quote " slash \\ line \n, end', kind: "" }, value: "1" },
        { name: "a_info", labels: { name: "}", kind: 'x="y"' }, value: "0.000000001" },
      ],
    },
    {
      name: "b_seconds",
      help: "How long.",
      type: "HISTOGRAM",
      metrics: [
        { name: "b_seconds_bucket", labels: { le: "+Inf" }, value: "2" },
        { name: "b_seconds_sum", labels: {}, value: "0.5" },
      ],
    },
    { name: "c_total", help: "None yet.", type: "COUNTER", metrics: [] },
  ]);
});
