import { once } from "node:events";
import { createServer } from "node:net";
import * as z from "zod";
import { needsAttention } from "../../engine/states.ts";
import { type Issue, subjectOf } from "../../entities/issues.ts";
import { formatJson, pluralize } from "../../lib/text.ts";
import { errorCode } from "../../node-api/errors.ts";
import type { Config } from "../config/schema.ts";
import { listenAddress, oneOfNames } from "../config/values.ts";
import { type Finding, ok, problem } from "../doctor/checks.ts";
import { examine, type NodeReport } from "../doctor/examine.ts";
import { createPlan, nodesOf } from "../plan.ts";
import { listenErrorMessage } from "../server-address.ts";
import { checkWebConfig } from "./check-config.ts";
import { command, keyOf, selectNode, targetFlag, urlsOf } from "./command.ts";
import { probeHealth } from "./healthcheck.ts";
import { awaitWithNotice, exitCodes, hasColorOf, paint } from "./io.ts";
import { headingOf, issueText, nodeOk, symbols } from "./status-text.ts";
import { exitStatusText, version } from "./usage.ts";

const cannotStart = "The exporter cannot start on this machine.";
const useAnother =
  "Use another address: `--web.listen-address :9653`, and update the scrape configuration of Prometheus.";

async function identifyListener(web: Config["web"], address: string): Promise<Finding> {
  const { status, text } = await probeHealth(web).catch(() => ({ status: 0, text: "" }));
  if (status === 200 && text === "healthy\n") return ok("address", `An exporter is running at ${address}.`);
  if (status === 200 && text === "")
    return ok("address", `${address} requires authentication; it is probably a running exporter.`);
  return problem(
    "address",
    `Another program is using ${address}.`,
    cannotStart,
    "Find the program: `ss -ltnp`.",
    useAnother,
  );
}

/** Listens on the address of the exporter briefly. Returns whether it is free, or the program that uses it. */
async function checkListenAddress(web: Config["web"]): Promise<Finding> {
  const address = z.encode(listenAddress, web.listen_address);
  const server = createServer().listen(web.listen_address);
  try {
    await once(server, "listening");
  } catch (error) {
    if (errorCode(error) === "EADDRINUSE") return identifyListener(web, address);
    return problem("address", `Cannot listen on ${address}: ${listenErrorMessage(error)}.`, cannotStart, useAnother);
  }
  server.close();
  await once(server, "close");
  return ok("address", `${address} is free: no exporter is running there.`);
}

const tones = { ok: "ok", note: "none", problem: "bad" } as const;

function findingText({ check, level, what, why, fix }: Finding, hasColor: boolean): string {
  const label = paint(`${symbols[tones[level]]} ${check}`, tones[level], hasColor);
  const sentences = [what, why].filter(Boolean).join(" ");
  return [`  ${label}: ${sentences}`, ...fix.map((way) => `    → ${way}`), ""].join("\n");
}

/** Returns the report on one node: its problems as the command status shows them, then the findings. */
export const nodeText = ({ name, url, status, issues, findings }: NodeReport, hasColor: boolean): string =>
  [
    headingOf(name, url, status?.node),
    status?.node.state === "ok" ? nodeOk(status, hasColor) : "",
    ...issues.map((issue) => issueText(issue, hasColor)),
    ...findings.map((finding) => findingText(finding, hasColor)),
  ].join("");

function findingOf(issue: Issue): Finding {
  const { state, meaning, fix, steps } = issue;
  return {
    check: "states",
    level: needsAttention(state) ? "problem" : "note",
    what: `${subjectOf(issue)}: ${state.text}.`,
    why: meaning,
    fix: fix === undefined ? [] : [[fix, steps].join(" ").trim()],
  };
}

/** Returns the report in JSON. Scripts read its members: members can be added, but not removed. */
function reportOn(own: readonly Finding[], reports: readonly NodeReport[]) {
  const exporter = { version, findings: own };
  const nodes = reports.map(({ name, url, issues, findings }) => ({
    name,
    url,
    findings: [...issues.map(findingOf), ...findings],
  }));
  const all = [exporter, ...nodes].flatMap(({ findings }) => findings);
  const { problem = [], note = [] } = Object.groupBy(all, ({ level }) => level);
  return { ok: problem.length === 0, problems: problem.length, notes: note.length, exporter, nodes };
}

function summaryText({ problems, notes }: ReturnType<typeof reportOn>): string {
  const and = notes > 0 ? `, ${pluralize(notes, "note")}` : "";
  return `${problems > 0 ? pluralize(problems, "problem") : "No problems found"}${and}.\n`;
}

const details = `Shows the problems of status with their fixes, then the checks that only doctor makes.
${exitStatusText("doctor")}

Runs each enabled collector once, read-only, as once does.

--format json prints one object. Existing fields are stable; new ones may be added:
  ok, problems, notes   true if there is no problem; number of problems; number of notes
  exporter              version, findings
  nodes                 list of nodes, each with name ("" for node.url), url, findings
Each finding has check (its name), level, what, why ("" if there is nothing to add) and fix.
fix is a list of sentences with commands and settings in backticks.`;

export const doctor = command({
  name: "doctor",
  takesFile: true,
  flags: {
    format: oneOfNames("format", ["text", "json"])
      .default("text")
      .describe("Output format: text or json (one object, described by --help)."),
    target: targetFlag,
  },
  uses: () => true,
  examples: ["", "--node.url http://127.0.0.1:9650", "/etc/avalanche-exporter.yml --format json"],
  details,
  run: async (io, config, { flags: { format, target }, hasFile }) => {
    const nodes = target === undefined ? nodesOf(config) : [selectNode(config, target)];
    await checkWebConfig(config);
    const isJson = format === "json";
    const hasColor = hasColorOf(io);
    const inFile = (text: string) =>
      hasFile ? text.replaceAll(/`(--[^`]+)`/g, (_, flag) => `\`${keyOf(flag)}\``) : text;
    const print = (text: string) => {
      if (!isJson) io.out(inFile(text));
    };
    const own = await checkListenAddress(config.web);
    print(`Exporter ${version}\n${findingText(own, hasColor)}\n`);
    const planned = nodes.map((one) => ({ name: one.settings.name, plan: createPlan(one) }));
    const reports = await awaitWithNotice(io, urlsOf(nodes), examine(planned, io.stop));
    for (const report of reports) print(`${nodeText(report, hasColor)}\n`);
    const report = reportOn([own], reports);
    io.out(isJson ? `${inFile(formatJson(report))}\n` : summaryText(report));
    return report.ok ? exitCodes.ok : exitCodes.failed;
  },
});
