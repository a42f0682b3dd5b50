/** The commands of the documents, as they are typed. */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readDocuments } from "./documents.ts";

const root = resolve(import.meta.dirname, "../..");

/** Examples that are not typed, with the reason and the file that covers them. Every other example is typed. */
export const untyped: readonly (readonly [RegExp, string])[] = [
  [/^alias /, "It is typed before each example: test/e2e/support/examples.ts"],
  [/^avalanche-exporter (serve|demo|simulate)$/, "It runs until it is stopped: test/e2e/demo.test.ts"],
  [
    /^avalanche-exporter (call|rules|completion)$/,
    "The name of a command, without its arguments: test/app/cli/program.test.ts",
  ],
  [/^npm (--silent start|ci && npm (run demo|--silent start))/, "It runs until it is stopped: test/e2e/demo.test.ts"],
  [
    /^npm (ci$|ci && npm run build|run package|install --global)/,
    "It changes the machine: test/e2e/release/release.test.ts",
  ],
  [/^npm ci && npm test$/, "It runs all tests: .ci/suites.ts"],
  [/^npm run release |^git /, "It publishes a release: test/e2e/delivery/release.test.ts"],
  [/^docker (build|run) /, "It needs Docker: test/e2e/delivery/image.test.ts"],
  [/^docker compose /, "It needs Docker: test/tools/grafana/stack.test.ts"],
  [/^(cosign |identity=|issuer=)/, "It needs a published release: test/e2e/delivery/release.test.ts"],
  [/^(sha256sum|tar|sudo) /, "It needs the files of a release, or systemd: test/e2e/release/release.test.ts"],
  [/^helm /, "It needs a cluster: test/e2e/cluster.test.ts"],
  [/^avalanche /, "It needs Avalanche CLI and a wallet; no test covers it"],
  [/^curl .*\/control\//, "It changes the clock of the simulated node: test/simulator/control.test.ts"],
];

/** Returns the command lines in blocks without a language or of a shell. One that ends in a backslash continues in the next. */
const linesInBlocks = (text: string): readonly string[] =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter(([, language = ""]) => ["", "sh", "bash"].includes(language))
    .flatMap(([, , block = ""]) => block.replaceAll(/\\\n\s*/g, "").split("\n"))
    .filter((line) => line !== "");

/** Returns the commands in inline code that are complete: without a placeholder, such as METHOD. */
const commandsInline = (text: string): readonly string[] =>
  [...text.replaceAll(/^ *```.*?^ *```$/gms, "").matchAll(/`(avalanche-exporter\s[^`]+)`/g)]
    .map(([, command = ""]) => command.replaceAll(/\s+/g, " "))
    .filter((command) => !/…|\b[A-Z]{2,}\b/.test(command));

export const examplesIn = (text: string): readonly string[] => [...linesInBlocks(text), ...commandsInline(text)];

export type Example = { readonly line: string; readonly documents: readonly string[] };

/** Its commands depend on each other: test/e2e/getting-started.test.ts types them in their order. */
const inOrder = "docs/getting-started.md";

/** Returns the texts of the documents, the runbooks and the READMEs of the charts, with their files. */
export async function readTexts(): Promise<readonly (readonly [string, string])[]> {
  const others = globSync(["grafana/runbooks/*.md", "helm/*/README.md"], { cwd: root }).toSorted();
  const documents = [...(await readDocuments())].filter(([file]) => file !== inOrder);
  return [...documents, ...others.map((file) => [file, readFileSync(join(root, file), "utf8")] as const)];
}

/** Returns each example of these texts once, with the files that have it. */
export async function readExamples(): Promise<readonly Example[]> {
  const found = (await readTexts()).flatMap(([document, text]) => examplesIn(text).map((line) => ({ document, line })));
  return [...Map.groupBy(found, ({ line }) => line)].map(([line, those]) => ({
    line,
    documents: [...new Set(those.map(({ document }) => document))],
  }));
}

/** Returns the reasons why an example is not typed. */
export const reasonsOf = ({ line }: Example): readonly string[] =>
  untyped.filter(([pattern]) => pattern.test(line)).map(([, reason]) => reason);
