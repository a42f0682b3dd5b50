/** Advice on flags of the node: one text for each, wherever it is shown, always with its consequence. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contract, methodOf, type RpcMethodName } from "../../src/api/contract.ts";
import {
  type ApiFlagName,
  apiFlagNames,
  apiOf,
  consequenceOf,
  howToEnable,
  isOffByDefault,
} from "../../src/api/node-flags.ts";
import { collectors } from "../../src/collectors/all.ts";
import { nodeStates, type StateText } from "../../src/facts/states.ts";
import { withoutCode } from "../../src/rpc/failures.ts";
import { problemsOf } from "../../src/server/landing/problems.ts";
import { createTime, sectionsOf } from "../doctor/support.ts";
import { onlyCollectors, startExporter, startNode } from "../support/exporter.ts";
import { startTarget } from "../support/target.ts";
import { until } from "../support/until.ts";

const document = (name: string) => readFile(name, "utf8");
const inOneLine = (text: string) => text.replaceAll(/\s+/g, " ");

/** A collector that needs the API. */
const collectorOf = { info: "node", health: "health", index: "index", admin: "admin" } as const;
const flags = apiFlagNames.map((flag) => ({ flag, collector: collectorOf[apiOf(flag) as keyof typeof collectorOf] }));

/** Options of a simulated node without the API of a flag. */
const lacking = (flag: ApiFlagName) => ({
  faults: (Object.keys(contract) as RpcMethodName[])
    .filter((method) => methodOf(method).endpoint.flag === flag)
    .map((method) => ({ method, fault: { kind: "api-off" } as const })),
});

test.each(flags)("without $flag, the log has the text of the flag", async ({ flag, collector }) => {
  const { target, lines } = await startTarget({ only: [collector], simulator: lacking(flag) });
  target.start();
  const line = await until(() => {
    const found = lines.find(({ msg }) => msg === "collector unavailable");
    expect(found).toBeDefined();
    return found;
  });
  expect(line?.fix).toContain(withoutCode(howToEnable(flag)));
});

// a stock node has no index: that it is disabled is no problem
test.each(flags.filter(({ flag }) => flag !== "--index-enabled"))(
  "without $flag, the status page has the text of the flag",
  async ({ flag, collector }) => {
    const { url } = await startNode(lacking(flag));
    const { exporter } = await startExporter({ node: { url }, collectors: onlyCollectors(collector) });
    await until(() => {
      const problems = problemsOf([], exporter.target("")?.collectorStates() ?? [], url);
      expect(problems.map(({ fix }) => fix)).toEqual([expect.stringContaining(howToEnable(flag))]);
    });
  },
);

test.each(flags)("without $flag, doctor has the text of the flag", async ({ flag, collector }) => {
  const time = createTime();
  const { url } = await startNode({ now: time.now, pause: time.pause, ...lacking(flag) });
  const sections = await sectionsOf({ node: { url }, collectors: onlyCollectors(collector) }, time);
  const found = sections.flatMap(({ findings }) => findings.flatMap(({ check, fix }) => (check === "apis" ? fix : [])));
  expect(found.join("\n")).toContain(howToEnable(flag));
  const own = found.findIndex((step) => step.includes(`--no-collector.${collector}`));
  // states need the other APIs
  expect(own).toBe(isOffByDefault(flag) ? 0 : -1);
});

test.each(apiFlagNames)("the documents have the text of %s", async (flag) => {
  expect(await document("docs/troubleshooting.md")).toContain(`${howToEnable(flag)}`);
  const row = (await document("docs/deployment.md")).split("\n").find((line) => line.startsWith(`| \`${flag}\` |`));
  expect(row?.toLowerCase()).toContain(consequenceOf(flag)?.toLowerCase() ?? "none: the api only reads");
});

test("the fix of a state that names a flag has the text of that flag", () => {
  const fixes = Object.values<StateText>(nodeStates).flatMap(({ fix }) => (fix?.includes("`--") ? fix : []));
  expect(fixes).toHaveLength(2);
  for (const fix of fixes) {
    const flag = apiFlagNames.find((name) => fix.includes(name));
    expect(fix.toLowerCase()).toContain(flag && howToEnable(flag));
  }
});

test("the runbook of a disabled index has the text of its flag", async () => {
  const runbook = inOneLine(await document("grafana/runbooks/AvaxIndexDisabledUnexpectedly.md"));
  expect(runbook).toContain(consequenceOf("--index-enabled"));
});

test.each(apiFlagNames.filter(isOffByDefault))("only the collector of that name needs %s", (flag) => {
  const needing = collectors.filter(({ reads }) => reads.some((method) => methodOf(method).endpoint.flag === flag));
  expect(needing.map(({ name }) => name)).toEqual([apiOf(flag)]);
});

const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => /\.(md|ts|json|ya?ml|txt|tpl)$/.test(name) && !name.includes("node_modules"))
    .map((name) => join(folder, name));
const files = [
  ...["README.md", "CHANGELOG.md"],
  ...(await Promise.all([".github", "docs", "grafana", "helm", "src"].map(filesBelow))).flat(),
];

/** Returns the statements of a file: paragraphs, items and rows of a document, lines of any other file. */
const statementsOf = (file: string, text: string) =>
  text.split(file.endsWith(".md") ? /\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )/ : "\n").map(inOneLine);

test.each([
  ["--index-enabled", "--index-allow-incomplete"],
  ["--api-admin-enabled", "any caller can reconfigure the node"],
])("no text has %s without its consequence", async (flag, consequence) => {
  // a word in front of it: not the name of the flag alone in a cell or a string
  const inProse = new RegExp(`[\\w,:] \`?${flag}`);
  const texts = await Promise.all(files.map(async (file) => [file, await document(file)] as const));
  const bare = texts.flatMap(([file, text]) =>
    statementsOf(file, text)
      .filter((statement) => inProse.test(statement) && !statement.includes(consequence))
      .map((statement) => `${file}: ${statement}`),
  );
  expect(bare).toEqual([]);
});
