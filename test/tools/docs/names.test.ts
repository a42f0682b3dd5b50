/** Names in the documents and in the texts of the program, and the layout of the documents. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readAllDocuments } from "../../support/documents.ts";
import { programTexts } from "../../support/texts.ts";
import { documentOf, kinds, layoutErrorsIn } from "./names.ts";

const documents = [...(await readAllDocuments())].map(([file, text]) => documentOf(file, text));
const texts = Object.entries(programTexts).flatMap(([area, all]) =>
  [...all].map(([name, text]) => documentOf(`${area}: ${name}`, text)),
);

test("there are documents, runbooks and READMEs of charts", () => {
  expect(documents.length).toBeGreaterThan(70);
});

test.each(Object.entries(kinds))("each %s that a text names exists", (_, { find, errorsOf }) => {
  expect(documents.flatMap(find)).not.toEqual([]);
  const errors = [...documents, ...texts].flatMap((document) =>
    find(document).flatMap((name) => errorsOf(name, document).map((error) => `${document.file}: ${error}`)),
  );
  expect([...new Set(errors)]).toEqual([]);
});

test("code blocks with PromQL are marked as such", () => {
  const unmarked = documents
    .flatMap(({ blocksOf }) => blocksOf(""))
    .filter((block) => /^(\w+ by \(|avax_\w+ *[{<>])/m.test(block));
  expect(unmarked).toEqual([]);
});

test("the documents have the layout of Markdown", () => {
  expect(documents.flatMap(({ file, text }) => layoutErrorsIn(text).map((line) => `${file}: ${line}`))).toEqual([]);
});

/** Texts with names that exist, and with one that does not, by the kind. */
const planted: readonly (readonly [kind: string, right: string, wrong: string])[] = [
  ["metric", "avax_up, `avax_index_*`, `avalanche_network_*`, `process_*`", "`avax_upp`"],
  ["metric", "`avalanche_snowman_polls_failed`", "`avalanche_snowman_polls_fail`"],
  ["label", 'the labels `node` and `exported_chain`, `{network="fuji"}`', "the label `nodes`"],
  ["state", "the states `offline` and `at_risk`", "the state `risky`"],
  ["collector", "the collectors `p-fee`, `health` and `index`", "the collector `p-fees`"],
  ["alert", "AvaxExporterDown", "AvaxExporterGone"],
  ["query", "`time() - avax_pchain_timestamp_seconds`", "`time() - avax_pchain_time`"],
  ["query", "```promql\navax_up\n# a comment\navax_up == 0\n```", "```promql\navax_up ==\n```"],
  ["query", '`avax_node_state{state="behind"}`', '`avax_node_state{state="late"}`'],
  ["query", "```yaml\nexpr: avax_up == 0\n```", "```yaml\nexpr: native:avax_node_info:last == 0\n```"],
  ["metric", "", "query native:avax_node_info:last"],
  ["flag", "`--node.url`, `--track-subnets`, `--no-collector.health`, `-- --quick`", "`--node.uri`"],
  ["command", "`npx avalanche-exporter demo`, `status ID`, `call METHOD --all`", "`avalanche-exporter run`"],
  ["command", "```\navalanche-exporter rules --list | less\n```", "```\navalanche-exporter once --list\n```"],
  ["command", "`avalanche-exporter call info.peers '{}'`", "`avalanche-exporter call info.peer`"],
  ["variable", "AVAX_EXPORTER_NODE_URL", "AVAX_EXPORTER_URL"],
  ["name with dots", "`watch.node_ids`, `nodes.NAME.url`", "`watch.nodes`"],
  ["name with dots", "`prometheusRule.enabled: true`", "`prometheusRule.enable: true`"],
  ["name with dots", "`platform.getHeight`", "`platform.getHeights`"],
  ["name with dots", "", "```\nhelm install watch CHART --set image.registries=REGISTRY\n```"],
  ["compound name", "`stale_after`, `p-fee`, `honorLabels`, `api_off`", "`idleNetworks`"],
  ["HTTP path", "`/-/ready`, `POST /-/reload`, `/probe?target=NAME`, `/etc/hosts`", "`/-/live`"],
  ["HTTP path", "", "```\ncurl http://127.0.0.1:10652/health\n```"],
  ["script", "`npm test -- test/tools/docs`, `npm run test:e2e -- product`", "`npm run tests`"],
  ["suite", "`.ci/run nightly cluster`", "`.ci/run nightly clusters`"],
  ["path", "`docs/cli.md`, `src/alerts/`, `dist/npm`, `P/block`, `app.kubernetes.io/name`", "`docs/commands.md`"],
  ["path", "", "```\ndocker compose -f grafana/docker.yaml up\n```"],
  ["link", "[a](docs/cli.md#exit-status), [b](https://example.org/c)", "[a](docs/cli.md#exit-codes)"],
];

test("an error of each kind is planted", () => {
  expect([...new Set(planted.map(([name]) => name))]).toEqual(Object.keys(kinds));
});

test.each(planted)("of the kind %s, the names in %j exist, and one in %j does not", (name, right, wrong) => {
  const errorsIn = (text: string) => {
    const document = documentOf("README.md", text);
    return kinds[name]?.find(document).flatMap((one) => kinds[name]?.errorsOf(one, document) ?? []);
  };
  expect(errorsIn(right)).toEqual([]);
  expect(new Set(errorsIn(wrong)).size).toBe(1);
});

test("changes of the code add names, and entries of the changelog that remove something can have old ones", () => {
  const errorsIn = (file: string, text: string) => {
    const document = documentOf(file, text);
    return kinds["metric"]?.find(document).flatMap((name) => kinds["metric"]?.errorsOf(name, document) ?? []);
  };
  expect(errorsIn("CONTRIBUTING.md", "`avax_new`\n\n```diff\n+avax_new\n```\n")).toEqual([]);
  const removed = "## 0.2.0 / unreleased\n\n- [CHANGE] `avax_old` is removed.\n";
  const earlier = "## 0.1.0 / 2026-01-01\n\n- [FEATURE] `avax_older`.\n";
  expect(errorsIn("CHANGELOG.md", removed + earlier)).toEqual([]);
  expect(errorsIn("CHANGELOG.md", `${removed}- [FEATURE] \`avax_new\`.\n${earlier}`)).toEqual(["avax_new"]);
});

/** Modules of the protocol without a rule. */
const withoutRule = ["ages"];
test("each module of the protocol has the source of its rules, and each named witness exists", async () => {
  const modules = await readdir("src/protocol");
  const read = modules.map(async (name) => [name.replace(/\.ts$/, ""), await readFile(`src/protocol/${name}`, "utf8")]);
  const all = await Promise.all(read);
  const bare = all.flatMap(([name = "", text = ""]) => (text.includes(" Source: ") ? [] : name));
  expect(bare.toSorted()).toEqual(withoutRule);
  const witnesses = all.flatMap(([, text = ""]) => text.match(/(?<=Witness: [^*]*)\btest\/[\w./-]*\w/g) ?? []);
  expect(witnesses.filter((path) => !existsSync(path))).toEqual([]);
});
