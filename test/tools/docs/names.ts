/** Names in texts: finds those of each kind, and those that do not exist. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { nightly } from "../../../.ci/suites.ts";
import { alerts } from "../../../src/alerts/groups.ts";
import { runProgram } from "../../../src/app/cli/program.ts";
import { isCommand, summaries } from "../../../src/app/cli/usage.ts";
import { optionsOf, variableOf } from "../../../src/app/config/options.ts";
import { configSchema } from "../../../src/app/config/schema.ts";
import { paths } from "../../../src/app/server-address.ts";
import { collectors } from "../../../src/collectors/all.ts";
import { stateTables } from "../../../src/entities/all.ts";
import { type Path, schemaAt } from "../../../src/lib/schema.ts";
import { contract, isMethodName, methodOf, pathOf, type RpcMethodName } from "../../../src/node-api/contract.ts";
import { readValues } from "../../../src/tools/chart/values.ts";
import { anchorsIn } from "../../support/documents.ts";
import { createIo } from "../../support/io.ts";
import { nativeLabelsOf } from "../grafana/native-pages.ts";
import { labelsOfResult, selectorsOf } from "../grafana/promql.ts";
import { alertRules, allLabels, labelsOf, metrics, native, sourceNames } from "../grafana/sources.ts";

const read = (path: string) => readFileSync(path, "utf8");
const groupsOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([whole, name]) => name ?? whole);

/** A text in Markdown, in parts. */
export type Document = {
  readonly file: string;
  readonly text: string;
  /** Without code blocks. */
  readonly prose: string;
  /** Inline code. */
  readonly spans: readonly string[];
  /** Code blocks of a language; "" for commands. */
  readonly blocksOf: (language: string) => readonly string[];
  /** Changes of the code, which add names. */
  readonly added: string;
};

/** Returns the entries of the newest release that do not remove or rename something: their names have to exist. */
function presentChanges(changelog: string): string {
  const [introduction = "", newest = ""] = changelog.split(/^## \d.*$/m);
  const entries = newest.split(/^(?=- )/m).filter((entry) => !/\b(removed?|replaces?|instead of|is now)\b/.test(entry));
  return introduction + entries.join("");
}

export function documentOf(file: string, whole: string): Document {
  const blocks = [...whole.matchAll(/^ *```(\w*)\n(.*?)^ *```$/gms)].map(([, language = "", body = ""]) => ({
    language,
    body: body.replaceAll("\\\n", ""),
  }));
  const blocksOf = (language: string) => blocks.flatMap((block) => (block.language === language ? [block.body] : []));
  const text = (file === "CHANGELOG.md" ? presentChanges(whole) : whole).replaceAll(/^ *```diff\n.*?^ *```$/gms, "");
  const prose = text.replaceAll(/^ *```.*?^ *```$/gms, "");
  const spans = groupsOf(prose, /`([^`\n]+(?:\n[^`\n]+)?)`/g).map((span) => span.replaceAll(/\s+/g, " "));
  return { file, text, prose, spans, blocksOf, added: blocksOf("diff").join("\n") };
}

const linesOf = ({ blocksOf }: Document, language: string) => blocksOf(language).flatMap((body) => body.split("\n"));

export type Kind = {
  readonly find: (document: Document) => readonly string[];
  /** Returns the errors of a name. */
  readonly errorsOf: (name: string, document: Document) => readonly string[];
};
/** Returns a kind whose names exist or not. */
const kind = (find: Kind["find"], exists: (name: string, document: Document) => boolean): Kind => ({
  find,
  errorsOf: (name, document) => (document.added.includes(name) || exists(name, document) ? [] : [name]),
});
const inText =
  (pattern: RegExp): Kind["find"] =>
  ({ text }) =>
    groupsOf(text, pattern);
/** Finds the names in inline code that follow a word. */
const listed = (word: string): Kind["find"] => {
  const name = "`[\\w-]+`";
  const list = new RegExp(`\\b${word} (${name}(?:(?:, ${name})* (?:and|or) ${name})?)`, "gi");
  return ({ prose }) =>
    groupsOf(prose.replaceAll(/\s+/g, " "), list).flatMap((names) => groupsOf(names, /`([\w-]+)`/g));
};

// Metrics, labels, states, alerts, queries

/** Labels of targets in Kubernetes, and of its objects. */
const podLabels = ["pod", "namespace"];
const objectLabels = ["release", "grafana_dashboard"];
const knownLabels = new Set([
  ...[...allLabels, ...podLabels, ...objectLabels],
  ...alertRules().flatMap(({ expr, labels }) => [...Object.keys(labels), ...labelsOfResult(expr, labelsOf).labels]),
]);
const isLabel = (name: string) => knownLabels.has(name.replace(/^exported_/, ""));
const isState = (name: string) => Object.values(stateTables).some((states) => Object.hasOwn(states, name));
const labelsInQuery = (metric: string) => {
  const labels =
    labelsOf(metric) ?? nativeLabelsOf(metric) ?? (/^prometheus_/.test(metric) ? ["rule_group"] : undefined);
  return labels && [...labels, ...podLabels];
};
const families = new Set([...metrics, ...native].map(({ name }) => name));
/** Returns whether a metric exists. A part of it can be `*`, and it can end with an underscore or an ellipsis. */
function isMetric(name: string): boolean {
  if (labelsInQuery(name) || families.has(name)) return true;
  const pattern = name
    .replace(/(_|…)$/, "$1*")
    .replace("…", "")
    .replaceAll("*", "\\w+");
  return sourceNames.some((known) => new RegExp(`^${pattern}$`).test(known)) || nativeLabelsOf(pattern) !== undefined;
}
function errorsInQuery(query: string): readonly string[] {
  try {
    const states = selectorsOf(query).flatMap(({ metric, matchers }) =>
      matchers
        .filter(({ label, operator }) => /^avax_\w+_state$/.test(metric) && label === "state" && operator === "=")
        .filter(({ value }) => !isState(value)),
    );
    const { messages } = labelsOfResult(query, labelsInQuery);
    return [...messages, ...states.map(({ value }) => `no state ${value}`)].map((message) => `${query}: ${message}`);
  } catch (error) {
    return [String(error)];
  }
}
/** Returns the queries of a code block: the whole block, or each of its lines. */
const queriesIn = (block: string) =>
  errorsInQuery(block).some((error) => error.includes("no PromQL"))
    ? block.split("\n").filter((line) => /^[^#]/.test(line))
    : [block];
const isQuery = (span: string) =>
  /(avax|avalanche)_\w+([[{(]| [-+*/<>=]+ )|\(.*(avax|avalanche)_\w+|[-+*/<>=]+ avax_/.test(span);

// Flags and commands

/** Returns the help of a command with all flags. */
async function helpOf(command: string): Promise<string> {
  const { io, out } = createIo();
  await runProgram([command, "--help"], io);
  return out();
}
const flagsIn = (help: string) =>
  [...help.matchAll(/^ +(?:-\w, )?--(\[no-\])?([\w.-]+)/gm)].flatMap(([, no, flag]) => [
    `--${flag}`,
    ...(no ? [`--no-${flag}`] : []),
  ]);
const flagsByCommand = new Map(
  await Promise.all(Object.keys(summaries).map(async (name) => [name, new Set(flagsIn(await helpOf(name)))] as const)),
);
const collectorNames = collectors.map(({ name }) => name).join("|");
const hasFlag = (command: string, flag: string) =>
  flagsByCommand.get(command)?.has(flag.replace(new RegExp(`(?<=collector\\.)(${collectorNames})(?=\\.|$)`), "NAME")) ??
  false;
const nodeFlags = new Set(read("test/fixtures/flags-of-avalanchego.txt").trim().split("\n"));
/** Flags that documents name without their program: npm, Node.js, helm, mimirtool and amtool. */
const otherFlags = new Set(["--silent", "--max-semi-space-size", "--api-versions", "--reuse-values", "--rule-file"]);
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read("package.json"));
const scriptTexts = Object.values(scripts).flatMap((script) => groupsOf(script, /\b[\w/.-]+\.ts\b/g).map(read));
const isFlagOfScript = (flag: string) =>
  scriptTexts.some((text) => new RegExp(`\\b${flag.slice(2)}"?:|${flag}\\b`).test(text));
const isFlag = (flag: string) =>
  [...flagsByCommand.keys()].some((command) => hasFlag(command, flag)) ||
  [nodeFlags, otherFlags].some((flags) => flags.has(flag)) ||
  isFlagOfScript(flag);

const exporterCommand =
  /^(?:(?:npx |docker (?:run|exec) (?:\S* )*?\S*)?avalanche-exporter(?:\.js|:[\d.]+)?|npm --silent start --) (.*)$/;
const ownCommand = new RegExp(`^((?:${Object.keys(summaries).join("|")}) .*)$`);
/** Returns the arguments of the exporter in each command line. */
const exporterCommands = (document: Document) => [
  ...[...document.spans, ...linesOf(document, "")].flatMap((line) => exporterCommand.exec(line)?.[1] ?? []),
  ...document.spans.flatMap((line) => ownCommand.exec(line)?.[1] ?? []),
];
function errorsInCommand(line: string): readonly string[] {
  const [command = ""] = line.split(/ (?:[|>#]|&&) /);
  const words = groupsOf(command, /'[^']*'|"[^"]*"|\S+/g);
  const name = words[0]?.startsWith("-") ? "serve" : (words[0] ?? "");
  if (name === "…") return [];
  if (!isCommand(name)) return [`${line}: no command ${name}`];
  const flags = words.flatMap((word) => /^--[a-z][^=]*/.exec(word)?.[0] ?? []);
  const unknown = flags.filter((flag) => !hasFlag(name, flag)).map((flag) => `${line}: no flag ${flag}`);
  const [, method = "…", given = ""] = words;
  if (name !== "call" || /^(-.*|…|METHOD)$/.test(method)) return unknown;
  if (!isMethodName(method)) return [`${line}: no method ${method}`];
  const { error } = methodOf(method).params.safeParse(JSON.parse(/^'\{/.test(given) ? given.slice(1, -1) : "{}"));
  // a placeholder, such as "ID", is no value
  const wrong = error?.issues.filter(({ code }) => !/"[A-Z_]+"/.test(given) || code === "unrecognized_keys") ?? [];
  return given.startsWith("'") && wrong.length > 0 ? wrong.map(({ message }) => `${line}: ${message}`) : unknown;
}

const variables = new Set(
  optionsOf(configSchema(collectors)).map(({ flag, collector }) =>
    variableOf(collector === undefined ? flag : flag.replace(`collector.${collector}`, "collector.NAME")),
  ),
);

// Keys, values of the charts, methods, paths

const schema = configSchema(collectors);
/** Returns whether a key of the configuration exists. NAME is a node, a collector or a header. */
const isKey = (path: Path): boolean => {
  const known = path.map((key, i) => (key === "NAME" && path[i - 1] === "collectors" ? "node" : key));
  return [known, ["node", ...known]].some((one) => schemaAt(schema, one) !== undefined);
};
type Values = ReturnType<typeof readValues>;
function isValue(values: Values, [first, ...rest]: readonly string[]): boolean {
  const value = values.find(({ name }) => name === first);
  if (value === undefined || rest.length === 0) return value !== undefined;
  if (first === "config") return isKey(rest);
  return value.children.length > 0 ? isValue(value.children, rest) : value.isFreeform;
}
const charts = ["avalanche-exporter", "avalanche-exporter-sidecar"].map((chart) =>
  readValues(read(`helm/${chart}/values.yaml`)),
);
const templates = read("helm/avalanche-exporter-sidecar/templates/_sidecar.tpl");
const exclude = (path: string) => /(^|\/)(node_modules|dist|coverage|\.git)$/.test(path);
const files = globSync(["**/*", ".github/**", ".ci/**"], { exclude });
const baseNames = new Set(files.map((path) => path.slice(path.lastIndexOf("/") + 1)));
/** Files of the node, of a release, and of a registry. */
const otherFiles = new Set([
  "signer.key",
  "staker.crt",
  "staker.key",
  "upgrade.json",
  "bcrypt.node",
  "artifacthub-repo.yml",
]);
/** Hosts and chart values of other programs: Docker, Kubernetes, the chart of Prometheus. */
const otherNames = new Set([
  "host.docker.internal",
  "watch-avalanche-exporter.avalanche",
  "prometheus.serverFiles.alerting_rules.yml",
]);
const isDotted = (name: string) =>
  isMethodName(name) ||
  isKey(name.split(".")) ||
  charts.some((values) => isValue(values, name.replace(/^avalanche-exporter-sidecar\./, "").split("."))) ||
  templates.includes(`define "${name}"`) ||
  baseNames.has(name) ||
  otherFiles.has(name) ||
  otherNames.has(name);

const code = files
  .filter((path) => /^(src|grafana|test\/grafana)\/.*\.tsx?$|^(helm|grafana)\/.*\.(yaml|yml|tpl)$/.test(path))
  .map(read)
  .join("\n");
const words = new Set(code.match(/[\w-]+/g));
/** Names that only other programs have: Prometheus, Kubernetes, AvalancheGo, validator managers, Builder Hub, Debian. */
const otherWords = new Set([
  ...["alert_relabel_configs", "overrideHonorLabels", "emptyDir", "sizeLimit"],
  ...["eth_getLogs", "offline-pruning-enabled", "state-sync-enabled"],
  ...["completeValidatorRemoval", "initializeValidatorSet", "resendValidatorRemovalMessage"],
  ...["miss_rate_14d", "apache2-utils", "grafana_dashboard", "grafana_dashboards_dir"],
]);
const isWord = (name: string) => words.has(name) || otherWords.has(name) || isMetric(name);

const methods = (Object.keys(contract) as RpcMethodName[]).map(methodOf);
const httpPaths = new Set<string>([
  ...["/metrics", "/ext/metrics", "/control/time"],
  ...Object.values(paths),
  ...methods.map((method) => pathOf(method, method.endpoint.selector && `<${method.endpoint.selector.of}>`)),
]);
const isHttpPath = (path: string) =>
  httpPaths.has(path.replace(/\?.*/, "")) || /^\/(app|dev|etc|nodejs|opt|run|tmp|usr|var)(\/|$)/.test(path);

const below = ({ file }: Document, path: string) => normalize(join(dirname(file), path));
const isFile = (path: string, document: Document) => existsSync(path) || existsSync(below(document, path));
const ignored = read(".gitignore").trim().split("\n");
const isIgnored = (name: string, document: Document) =>
  ignored.some((path) => [name, below(document, name)].some((one) => `${one}/`.startsWith(path)));
/** Returns whether a text with slashes is no path: an index, a package, a label of Kubernetes, or a name in a registry. */
const isNoPath = (name: string) => /^([PXC]\/|@|charts\/|[\w-]+\.[\w.-]+\/)/.test(name);
/** Folders of other projects for monitoring, and files that commands of a document write. */
const isElsewhere = (name: string) =>
  /^(ansible|kubernetes|group_vars)\/|^prometheus\/rules$|^grafana\/(secrets\/|rules\/test\.)/.test(name);
const folders = [...new Set(files.flatMap((path) => (path.includes("/") ? path.split("/")[0] : [])))];
const inFolder = new RegExp(
  `(?<![\\w/.:@-])(?:${folders.join("|").replaceAll(".", "\\.")})/[\\w./-]*\\w(?![\\w\\\\])`,
  "g",
);

function isScript(line: string, document: Document): boolean {
  const [script = "", filter = ""] = line.split(" -- ");
  const own = below(document, "package.json");
  const known = { ...scripts, ...(existsSync(own) && JSON.parse(read(own)).scripts) };
  const isSelected = (path: string) =>
    path.startsWith("test/e2e/") && path.endsWith(".test.ts") && path.includes(filter);
  if (!Object.hasOwn(known, script)) return false;
  if (script === "test:e2e") return files.some(isSelected);
  return script === "test" ? isFile(filter, document) : true;
}

export const kinds: Readonly<Record<string, Kind>> = {
  metric: kind(
    inText(/(?<![\w/:.$-])(?:\w+:)*(?:avax|avalanche|nodejs|process|go|scrape(?=_[ds]))_(?:\w|:(?=\w)|\*|\.\+)*…?/g),
    isMetric,
  ),
  label: kind(
    (document) => [
      ...listed("labels?")(document),
      ...document.spans.flatMap((span) => (/^\{?\w+=~?"/.test(span) ? groupsOf(span, /(\w+)=~?"/g) : [])),
    ],
    isLabel,
  ),
  state: kind(listed("states?"), isState),
  collector: kind(listed("collectors?"), (name) => collectors.some((collector) => collector.name === name)),
  alert: kind(
    inText(/\bAvax[A-Z][A-Za-z0-9]+\b/g),
    (name, { text }) => alerts.some((alert) => alert.name === name) || text.includes(`- alert: ${name}\n`),
  ),
  query: {
    find: (document) => [
      ...document.blocksOf("promql").flatMap(queriesIn),
      ...linesOf(document, "yaml").flatMap((line) => /^ *expr: (.+)$/.exec(line)?.[1] ?? []),
      ...document.spans.filter(isQuery),
    ],
    errorsOf: errorsInQuery,
  },
  flag: kind(
    ({ prose, spans }) =>
      [prose.replaceAll(/`[^`]*`/g, " "), ...spans.filter((span) => span.startsWith("-"))].flatMap((text) =>
        groupsOf(text, /(?<![\w-])--[a-z][\w.-]*/gi),
      ),
    isFlag,
  ),
  command: { find: exporterCommands, errorsOf: errorsInCommand },
  variable: kind(inText(/\bAVAX_EXPORTER_\w+/g), (name) => variables.has(name)),
  "name with dots": kind(
    (document) => [
      ...document.spans.flatMap((span) => /^[a-z][\w-]*(?:\.[\w-]+)+(?=$|[:=\s])/i.exec(span)?.[0] ?? []),
      ...linesOf(document, "").flatMap((line) => groupsOf(line, /--set ([a-z][\w.-]+)=/g)),
    ],
    isDotted,
  ),
  "compound name": kind(
    ({ spans }) => spans.filter((span) => /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+|[A-Z][a-z0-9]+)+$/.test(span)),
    isWord,
  ),
  "HTTP path": kind(
    ({ spans, text }) => [
      ...spans.flatMap((span) => /^(?:GET |POST )?(\/\S*)$/.exec(span)?.[1] ?? []),
      ...groupsOf(text, /http:\/\/127\.0\.0\.1:(?:10652|9650|9750)(\/[^\s'"`)\\]*)/g),
    ],
    isHttpPath,
  ),
  script: kind(
    inText(/\bnpm (?:--silent )?(?:run )?((?<=run )[\w:]+(?: -- [a-z][\w/-]*)?|test(?: -- [a-z][\w/-]*)?|start)\b/g),
    isScript,
  ),
  suite: kind(inText(/\.ci\/run nightly ([a-z][\w-]*)/g), (name) => Object.hasOwn(nightly, name)),
  path: kind(
    ({ spans, text }) => [
      ...spans.filter((span) => /^[\w@.-]+(\/[\w.-]+)*\/?$/.test(span) && span.includes("/")),
      ...groupsOf(text, inFolder),
    ],
    (name, document) => isNoPath(name) || isElsewhere(name) || isIgnored(name, document) || isFile(name, document),
  ),
  link: kind(
    ({ prose }) => groupsOf(prose, /\]\((?!https?:)([^)]+)\)/g),
    (link, document) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? document.file : below(document, path);
      return existsSync(target) && (anchor === undefined || anchorsIn(read(target)).includes(anchor));
    },
  ),
};
