/** Results of suites, from the JSON reports of vitest, and their table. */
import { table } from "../src/tools/docs/markdown.ts";

/** A report in the format of vitest's JSON reporter, with the members that are read here. */
export type Report = {
  readonly testResults: readonly {
    readonly name: string;
    /** Error of the file, or empty. */
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

type TestsByFile = ReadonlyMap<string, readonly string[]>;

/** Tests of one run: their number, and the failed and passed ones by file. A file that fails as a whole has the test "the file". */
export type Outcome = {
  readonly tests: number;
  readonly failed: TestsByFile;
  readonly passed: TestsByFile;
};

export type Result = {
  readonly suite: string;
  readonly tests: number;
  /** Tests that failed twice. */
  readonly failed: readonly string[];
  /** Tests that failed, and passed in a second run alone. */
  readonly flaky: readonly string[];
  readonly seconds: number;
};

const wholeFile = "the file";

export function outcomeOf({ testResults }: Report): Outcome {
  const withStatus = (one: Report["testResults"][number], wanted: string) =>
    one.assertionResults.filter(({ status }) => status === wanted).map(({ fullName }) => fullName);
  const failed = testResults.flatMap((one): [string, string[]][] => {
    const names = withStatus(one, "failed");
    if (names.length > 0) return [[one.name, names]];
    return one.message === "" ? [] : [[one.name, [wholeFile]]];
  });
  const passed = testResults.map((one) => [one.name, withStatus(one, "passed")] as const);
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== "pending");
  if (ran.length === 0 && failed.length === 0) failed.push(["all files", ["no test has run"]]);
  return { tests: ran.length, failed: new Map(failed), passed: new Map(passed) };
}

/** Returns the failed tests of the first run. Those that pass in the second run are flaky; all others have failed, also if they did not
 *  run again. */
export function compareRuns(first: Outcome, again: Outcome): Pick<Result, "failed" | "flaky"> {
  const names = [...first.failed].flatMap(([file, tests]) => tests.map((test) => ({ file, test })));
  const passes = ({ file, test }: (typeof names)[number]) => {
    const passed = again.passed.get(file) ?? [];
    return test === wholeFile ? passed.length > 0 && !again.failed.has(file) : passed.includes(test);
  };
  const text = ({ file, test }: (typeof names)[number]) => `${file}: ${test}`;
  return {
    failed: names.filter((one) => !passes(one)).map(text),
    flaky: names.filter(passes).map(text),
  };
}

/** Returns the results as a table, and below it the failed and the flaky tests. */
export function formatResults(results: readonly Result[]): string {
  const rows = table(
    ["Suite", "Tests", "Failed", "Flaky", "Seconds"],
    results.map(({ suite, tests, failed, flaky, seconds }) =>
      [suite, tests, failed.length, flaky.length, Math.round(seconds)].map(String),
    ),
  );
  const lines = (kind: "failed" | "flaky") => results.flatMap((one) => one[kind].map((name) => `- ${kind}: ${name}`));
  return [rows, [...lines("failed"), ...lines("flaky")].join("\n")].filter((part) => part !== "").join("\n\n");
}
