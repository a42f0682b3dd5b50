import { once } from "node:events";
import { createServer } from "node:net";
import { isatty } from "node:tty";
import * as z from "zod";
import { nodeSchema } from "../config/node-schema.ts";
import type { Config } from "../config/schema.ts";
import { listenAddress } from "../config/values.ts";
import { type Finding, ok, problem } from "../doctor/check.ts";
import { createFormatSetting } from "../doctor/format.ts";
import type { NodeContext } from "../doctor/node-queries.ts";
import { exporterText, reportOn, sectionText, summaryText } from "../doctor/render-report.ts";
import { checks, type NodeReport, runChecks } from "../doctor/run-checks.ts";
import { errorCode } from "../node/errors.ts";
import { webErrors } from "./check-config.ts";
import { settings as allSettings, command } from "./command.ts";
import { probeHealth } from "./healthcheck.ts";
import { type Exit, exit, type Io, printErrors } from "./io.ts";
import { listenErrorMessage } from "./listen-address.ts";
import { nodesOf, planOf } from "./node-plans.ts";
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

/** Returns the flags to reach the node, for suggested commands. Paths and credentials are replaced by FLAGS. */
function flagsFor({ url, timeout: _, ...reach }: NodeContext["node"]): string {
  const isPlain =
    url === new URL(url).origin && !Object.values(reach).some((value) => Object.keys(value ?? {}).length > 0);
  if (!isPlain) return " FLAGS";
  return url === nodeSchema.parse({}).url ? "" : ` --node.url ${url}`;
}

export function doctorTargets(config: Config): readonly NodeContext[] {
  const changeFor = createFormatSetting(allSettings);
  return nodesOf(config).map(({ name, node, settings, sections }) => ({
    name,
    node,
    origin: new URL(node.url).origin,
    watch: settings.watch,
    collectorOptions: settings.collectors,
    jobs: planOf(node, settings, config).jobs,
    set: changeFor(name, sections),
    command: (words) => `\`avalanche-exporter ${words}${flagsFor(node)}\``,
    key: (key) => `${name === "" ? "node" : `nodes.${name}`}.${key}`,
  }));
}

async function examineAll(io: Io, config: Config, isJson: boolean): Promise<Exit> {
  const hasColour = isatty(1) && !io.env["NO_COLOR"] && io.env["TERM"] !== "dumb";
  const print = (text: string) => {
    if (!isJson) io.out(text);
  };
  const exporter = { version, findings: [{ check: "address", ...(await checkListenAddress(config.web)) }] };
  print(`${exporterText(exporter, hasColour)}\n`);
  const nodes: NodeReport[] = [];
  for (const about of doctorTargets(config)) {
    const section = await runChecks(about, { checks, now: Date.now, signal: io.stop });
    nodes.push(section);
    print(`${sectionText(section, hasColour)}\n`);
  }
  const report = reportOn(exporter, nodes);
  io.out(isJson ? `${JSON.stringify(report, undefined, 2)}\n` : summaryText(report));
  return report.ok ? exit.ok : exit.failed;
}

const help = `Levels: problem (metrics are missing or stale), note (informational), ok.
Exit status: 1 if there is at least one problem, otherwise 0.

Issues the same calls as the enabled collectors, once per node, sequentially and read-only.

--json prints one object. Existing fields are stable; new ones may be added:
  ok, problems, notes   true if there is no problem; number of problems; number of notes
  exporter              version, findings
  nodes                 list of nodes, each with name ("" for node.url), url, findings
Each finding has check (its name), level, what, why ("" if the level is ok) and fix.
fix is a list of sentences with commands and settings in backticks.`;

export const doctor = command({
  name: "doctor",
  flags: { json: z.boolean().optional().describe("Print the findings as JSON.") },
  examples: ["", "--node.url http://127.0.0.1:9650", "--config.file /etc/avalanche-exporter.yml --json"],
  more: () => help,
  run: async (io, config, { flags: { json = false } }) => {
    const errors = await webErrors(config);
    if (errors.length > 0) return printErrors(io, errors);
    try {
      return await examineAll(io, config, json);
    } catch (error) {
      if (io.stop.aborted) return exit.failed;
      throw error;
    }
  },
});
