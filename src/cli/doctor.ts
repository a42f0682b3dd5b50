import { once } from "node:events";
import { createServer } from "node:net";
import * as z from "zod";
import { nodeSchema } from "../config/node-schema.ts";
import type { Config } from "../config/schema.ts";
import { listenAddress, oneOfNames } from "../config/values.ts";
import { type Finding, ok, problem } from "../doctor/check.ts";
import { createFormatSetting } from "../doctor/format.ts";
import type { NodeContext } from "../doctor/node-queries.ts";
import { checks, compareReports, type NodeReport, runChecks } from "../doctor/run-checks.ts";
import { showUrl } from "../lib/redaction.ts";
import { errorCode } from "../rpc/errors.ts";
import { formatJson } from "../rpc/json.ts";
import { webErrors } from "./check-config.ts";
import { hasColorOf } from "./colors.ts";
import { allSettings, command } from "./command.ts";
import { exporterText, reportOn, sectionText, summaryText } from "./doctor-text.ts";
import { exitStatusText } from "./exit-statuses.ts";
import { probeHealth } from "./healthcheck.ts";
import { type ExitCode, exitCodes, type Io, printErrors } from "./io.ts";
import { listenErrorMessage } from "./listen-address.ts";
import { nodesOf, planOf, selectNode, targetFlag } from "./node-plans.ts";
import { version } from "./usage.ts";

const cannotStart = "The exporter cannot start on this machine.";
const useAnother =
  "Use another address: `--web.listen-address :9653`, and update the scrape configuration of Prometheus.";

async function identifyListener(web: Config["web"], address: string): Promise<Finding> {
  const { status, text } = await probeHealth(web).catch(() => ({ status: 0, text: "" }));
  if (status === 200 && text === "healthy\n") return ok(`An exporter is running at ${address}.`);
  if (status === 200 && text === "")
    return ok(`${address} requires authentication; it is probably a running exporter.`);
  return problem(`Another program is using ${address}.`, cannotStart, "Find the program: `ss -ltnp`.", useAnother);
}

/** Listens on the address of the exporter briefly. Returns whether it is free, or the program that uses it. */
async function checkListenAddress(web: Config["web"]): Promise<Finding> {
  const address = z.encode(listenAddress, web.listen_address);
  const server = createServer().listen(web.listen_address);
  try {
    await once(server, "listening");
  } catch (error) {
    if (errorCode(error) === "EADDRINUSE") return identifyListener(web, address);
    return problem(`Cannot listen on ${address}: ${listenErrorMessage(error)}.`, cannotStart, useAnother);
  }
  server.close();
  await once(server, "close");
  return ok(`${address} is free: no exporter is running there.`);
}

/** Returns the flags to reach the node, for suggested commands. Paths and credentials are replaced by FLAGS, or by the
 *  name of the node in the configuration file. */
function flagsFor(name: string, { url, timeout: _, ...reach }: NodeContext["node"]): string {
  const isPlain =
    url === new URL(url).origin && !Object.values(reach).some((value) => Object.keys(value ?? {}).length > 0);
  if (!isPlain) return name === "" ? " FLAGS" : ` --config.file FILE --target ${name}`;
  return url === nodeSchema.parse({}).url ? "" : ` --node.url ${url}`;
}

export function doctorTargets(config: Config, nodes = nodesOf(config)): readonly NodeContext[] {
  const changeFor = createFormatSetting(allSettings);
  return nodes.map(({ name, node, settings, sections }) => ({
    name,
    node,
    url: showUrl(node.url),
    watch: settings.watch,
    collectorOptions: settings.collectors,
    jobs: planOf({ name, node }, settings, config).jobs,
    formatSetting: changeFor(name, sections),
    commandLine: (words) => `\`avalanche-exporter ${words}${flagsFor(name, node)}\``,
    keyName: (key) => `${name === "" ? "node" : `nodes.${name}`}.${key}`,
  }));
}

type Targets = readonly NodeContext[];

async function examineAll(io: Io, { web }: Config, targets: Targets, isJson: boolean): Promise<ExitCode> {
  const hasColor = hasColorOf(io);
  const print = (text: string) => {
    if (!isJson) io.out(text);
  };
  const exporter = { version, findings: [{ check: "address", ...(await checkListenAddress(web)) }] };
  print(`${exporterText(exporter, hasColor)}\n`);
  const nodes: NodeReport[] = [];
  for (const context of targets) nodes.push(await runChecks(context, { checks, now: Date.now, signal: io.stop }));
  const compared = compareReports(nodes);
  for (const section of compared) print(`${sectionText(section, hasColor)}\n`);
  const report = reportOn(exporter, compared);
  io.out(isJson ? `${formatJson(report)}\n` : summaryText(report));
  return report.ok ? exitCodes.ok : exitCodes.failed;
}

const help = `Levels: problem (metrics are missing or stale, or a state asks for attention), note (informational), ok.
${exitStatusText("doctor")}

Issues the same calls as the enabled collectors, once per node, sequentially and read-only.`;

const jsonHelp = `--format json prints one object. Existing fields are stable; new ones may be added:
  ok, problems, notes   true if there is no problem; number of problems; number of notes
  exporter              version, findings
  nodes                 list of nodes, each with name ("" for node.url), url, findings
Each finding has check (its name), level, what, why ("" if the level is ok) and fix.
fix is a list of sentences with commands and settings in backticks.`;

export const doctor = command({
  name: "doctor",
  flags: {
    format: oneOfNames("format", ["text", "json"])
      .default("text")
      .describe("Output format: text or json (one object, described by --help)."),
    target: targetFlag,
  },
  uses: () => true,
  instead: { "--json": "--format json" },
  examples: ["", "--node.url http://127.0.0.1:9650", "--config.file /etc/avalanche-exporter.yml --format json"],
  extraHelp: () => `${help}\n\n${jsonHelp}`,
  run: async (io, config, { flags: { format, target } }) => {
    const selected = target === undefined ? undefined : selectNode(config, target);
    if (typeof selected === "string") return printErrors(io, [selected]);
    const errors = await webErrors(config);
    if (errors.length > 0) return printErrors(io, errors);
    try {
      return await examineAll(io, config, doctorTargets(config, selected && [selected]), format === "json");
    } catch (error) {
      if (io.stop.aborted) return exitCodes.failed;
      throw error;
    }
  },
});
