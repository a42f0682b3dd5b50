/** npm run conformance: checks every rule of the API on one node. */
import { parseArgs } from "node:util";
import { areas } from "./areas.ts";
import { methodsLeftOut } from "./methods.ts";
import { connect, type Node } from "./node.ts";
import type { Rule } from "./rule.ts";
import { explain, type Outcome, outcomeOf } from "./run.ts";
import { startSimulated } from "./simulated/nodes.ts";

const usage = `npm run conformance -- --url URL [options]
npm run conformance -- --simulated [--only TEXT]
  --url URL       the node, such as http://127.0.0.1:9650
  --bare-url URL  a second node, without the administration service and without the index
  --bootstrapping-url URL
                  a third one, which is not done bootstrapping
  --allow-write   also the rules that change the node
  --only TEXT     only rules in whose area or sentence the text is
  --simulated     on simulated nodes that it starts
`;
const print = (line: string) => process.stdout.write(`${line}\n`);

function settingsOf(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: "string", default: "" },
      "bare-url": { type: "string" },
      "bootstrapping-url": { type: "string" },
      "allow-write": { type: "boolean", default: false },
      only: { type: "string", default: "" },
      simulated: { type: "boolean", default: false },
    },
  });
  const urlOf = (option: "url" | "bare-url" | "bootstrapping-url") => {
    const url = values[option];
    if (url !== undefined && !URL.canParse(url) && !values.simulated)
      throw new TypeError(`--${option}: expected a URL`);
    return url?.replace(/\/+$/, "");
  };
  return {
    url: urlOf("url") ?? "",
    bareUrl: urlOf("bare-url"),
    bootstrappingUrl: urlOf("bootstrapping-url"),
    allowWrite: values["allow-write"],
    only: values.only,
    simulated: values.simulated,
  };
}

type Checked = { readonly area: string; readonly rule: Rule; readonly outcome: Outcome };
const name = ({ area, rule }: Checked) => `${area}: ${rule.sentence}`;
const marks = { ok: "ok         ", failed: "FAILED     ", "cannot show": "cannot show" };

function printOutcome(checked: Checked) {
  const { rule, outcome } = checked;
  const follows = rule.document === undefined ? "" : ` [follows the node; the document: ${rule.document}]`;
  const why = outcome.kind === "cannot show" ? `: ${outcome.why}` : "";
  print(`${marks[outcome.kind]} ${name(checked)}${follows}${why}`);
  if (outcome.kind === "failed") print(`    ${explain(outcome.error)}`);
}

async function check(node: Node, only: string): Promise<Checked[]> {
  const all: Checked[] = [];
  for (const [area, rules] of Object.entries(areas)) {
    for (const rule of rules.filter(({ sentence }) => `${area}: ${sentence}`.includes(only))) {
      const checked = { area, rule, outcome: await outcomeOf(rule, node) };
      printOutcome(checked);
      all.push(checked);
    }
  }
  return all;
}

function printSummary(all: readonly Checked[]) {
  const unshown = all.flatMap((checked) =>
    checked.outcome.kind === "cannot show" ? [`  ${name(checked)}\n    ${checked.outcome.why}`] : [],
  );
  if (unshown.length > 0) print(`\nNot shown on this node, so not passed:\n${unshown.join("\n")}`);
  const count = (kind: Outcome["kind"]) => all.filter(({ outcome }) => outcome.kind === kind).length;
  print(`\n${count("ok")} ok, ${count("failed")} failed, ${count("cannot show")} not shown`);
  const differing = all.filter(({ rule }) => rule.document !== undefined).length;
  print(`${differing} of the ${all.length} rules follow the node where the document differs or has no statement`);
  return count("failed") === 0 ? 0 : 1;
}

async function open({ simulated, ...options }: ReturnType<typeof settingsOf>) {
  return simulated ? startSimulated() : { node: connect(options), url: options.url, stop: async () => {} };
}

async function run(settings: ReturnType<typeof settingsOf>): Promise<number> {
  const { only } = settings;
  const { node, url, stop } = await open(settings);
  try {
    const { version } = await node.call("info.getNodeVersion");
    print(`${version} at ${url}\n`);
    const all = await check(node, only);
    const left = methodsLeftOut(node.answered);
    if (only === "" && left.length > 0) print(`\nMethods of the document that gave no result: ${left.join(", ")}`);
    return printSummary(all);
  } finally {
    await node.close();
    await stop();
  }
}

function fail(code: number, text: string): number {
  process.stderr.write(text);
  return code;
}

async function main(): Promise<number> {
  let settings: ReturnType<typeof settingsOf>;
  try {
    settings = settingsOf(process.argv.slice(2));
  } catch (error) {
    return fail(2, `${(error as Error).message}\n\n${usage}`);
  }
  return run(settings).catch((error: Error) => fail(1, `${settings.url}: ${explain(error)}\n`));
}

process.exitCode = await main();
