/** Runs suites one after the other: installs their programs, runs their steps, and prints a table of the results. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { compareRuns, formatResults, type Outcome, outcomeOf, type Report, type Result } from "./results.ts";
import { gate, nightly, oneWorker, type Step, type Suite } from "./suites.ts";

const list = (suites: object) =>
  Object.keys(suites)
    .map((name) => `  ${name}`)
    .join("\n");
const usage = `Usage: .ci/run [SUITE...]          Run the gate, or some of its suites.
       .ci/run nightly [SUITE...]  Run all suites of the night, or some of them.

Suites of the gate:
${list(gate)}

Suites of the night:
${list(nightly)}
`;

const print = (text: string) => process.stdout.write(`${text}\n`);
const folder = await mkdtemp(join(tmpdir(), "results-"));

async function succeeds([program = "", ...args]: readonly string[], env: object = {}): Promise<boolean> {
  // as on a build machine: a snapshot that is missing is a failure, not written
  const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, CI: "true", ...env } });
  return once(child, "exit").then(
    ([code]) => code === 0,
    (error: unknown) => {
      print(String(error)); // a program that is missing
      return false;
    },
  );
}

/** Runs test files. Without a report, all files have failed. */
async function runTests(step: Extract<Step, { readonly tests: unknown }>): Promise<Outcome> {
  const report = join(folder, "report.json");
  await rm(report, { force: true });
  const isEndToEnd = step.tests.some((path) => path.startsWith("test/e2e/"));
  const config = isEndToEnd ? "test/e2e/vitest.config.ts" : "test/vitest.config.ts";
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const options = [...reporters, ...(step.options ?? [])];
  await succeeds(["vitest", "run", "--config", config, ...options, ...step.tests], step.env);
  if (existsSync(report)) return outcomeOf(JSON.parse(await readFile(report, "utf8")) as Report);
  return { tests: 0, failed: new Map(step.tests.map((file) => [file, ["no report of vitest"]])), passed: new Map() };
}

async function runCommand(command: readonly string[]): Promise<Outcome> {
  const name = command.join(" ");
  const [one, none] = [new Map([[name, ["exit status"]]]), new Map<string, string[]>()];
  return (await succeeds(command)) ? { tests: 1, failed: none, passed: one } : { tests: 1, failed: one, passed: none };
}

const runStep = (step: Step) => ("tests" in step ? runTests(step) : runCommand(step.command));
/** Runs what has failed once more, alone: a command, or the files of the failed tests. */
function runAgain(step: Step, { failed }: Outcome) {
  if ("command" in step) return runCommand(step.command);
  const options = [...new Set([...(step.options ?? []), oneWorker])];
  // the reports of vitest have absolute paths
  return runTests({ ...step, tests: [...failed.keys()].map((file) => relative("", file)), options });
}

/** `hasRetry`: tests that fail once are run again. */
async function runSuite([name, suite]: readonly [string, Suite], hasRetry: boolean): Promise<Result> {
  print(`\n== ${name}`);
  const begin = performance.now();
  const result = { suite: name, tests: 0, failed: [] as string[], flaky: [] as string[] };
  if (!(await succeeds([".ci/install", ...suite.programs]))) result.failed.push(`${name}: installation of programs`);
  const installed = performance.now();
  for (const step of result.failed.length > 0 ? [] : suite.steps) {
    const first = await runStep(step);
    const again = hasRetry && first.failed.size > 0 ? await runAgain(step, first) : first;
    const { failed, flaky } = compareRuns(first, again);
    result.tests += first.tests;
    result.failed.push(...failed);
    result.flaky.push(...flaky);
  }
  const seconds = (performance.now() - installed) / 1000;
  print(`\n== ${name}: ${Math.round(seconds)} s, and ${Math.round((installed - begin) / 1000)} s for programs`);
  return { ...result, seconds };
}

function select(all: Readonly<Record<string, Suite>>, names: readonly string[]): readonly (readonly [string, Suite])[] {
  const unknown = names.filter((name) => !Object.hasOwn(all, name));
  if (unknown.length > 0) throw new RangeError(`${unknown.join(", ")}: unknown suite\n\n${usage}`);
  return Object.entries(all).filter(([name]) => names.length === 0 || names.includes(name));
}

async function main([first, ...rest]: readonly string[]): Promise<boolean> {
  if (first === "--help") {
    print(usage);
    return true;
  }
  const isNightly = first === "nightly";
  const chosen = isNightly ? select(nightly, rest) : select(gate, first === undefined ? [] : [first, ...rest]);
  const results: Result[] = [];
  for (const suite of chosen) results.push(await runSuite(suite, isNightly));
  print(`\n${formatResults(results)}`);
  return results.every(({ failed }) => failed.length === 0);
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
} finally {
  await rm(folder, { recursive: true, force: true });
}
