/** Runbooks: handwritten prose that refers to the parameters of the alert, and a generated table of their defaults. A new alert gets
 *  a runbook without prose. Their README has the number of alerts, and the states without one. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Alert, type Parameters, severities } from "../../alerting/alert.ts";
import { defaultAddresses } from "../../alerting/links.ts";
import { alerts, defaultAlerts } from "../../app/alerts/groups.ts";
import { timeSpan } from "../../lib/span.ts";
import { fillBlocks } from "../docs/blocks.ts";
import { code, table } from "../docs/markdown.ts";
import { statesWithoutAlert } from "./states-without-alert.ts";

const parameterText = ([name, value]: [string, number | string]) => {
  const inWords = name === "seconds" && typeof value === "number" ? ` (${timeSpan(value)})` : "";
  return `${code(name)} = ${code(String(value))}${inWords}`;
};
export const parametersText = (parameters: Parameters): string =>
  Object.entries(parameters).map(parameterText).join(", ");

const defaultsOf = ({ tiers, dashboard }: Alert): string => {
  const rows = severities.flatMap((severity) => {
    const tier = tiers[severity];
    return tier ? [[severity, tier.for, parametersText(tier.parameters)]] : [];
  });
  const link = `Dashboard: [${dashboard.file}](${defaultAddresses.grafana}/d/avax-${dashboard.file}), at the address of your Grafana.`;
  return `${table(["Severity", "For", "Parameters (defaults)"], rows)}\n\n${link}`;
};

export const sections = ["Meaning", "Impact", "Diagnosis", "Mitigation", "Escalation", "False positives"] as const;
const emptyRunbook = ({ name }: Alert) =>
  `# ${name}\n\n${sections.map((section) => `## ${section}\n`).join("\n")}`.replace(
    "## Meaning\n",
    "$&\n<!-- generated: defaults -->\n<!-- /generated -->\n",
  );

const overview = {
  counts: `${defaultAlerts.length} alerts are loaded by default, at most 32. With the optional groups there are ${alerts.length}.`,
  states: table(["State", "Reason"], Object.entries(statesWithoutAlert)),
};

/** Returns the runbooks: file names relative to `grafana/`, and contents. */
export async function runbookFiles(): Promise<ReadonlyMap<string, string>> {
  const fill = async (name: string, blocks: Readonly<Record<string, string>>, otherwise = "") => {
    const file = join(import.meta.dirname, "../../../grafana/runbooks", `${name}.md`);
    const text = existsSync(file) ? await readFile(file, "utf8") : otherwise;
    return [`runbooks/${name}.md`, fillBlocks(text, blocks)] as const;
  };
  const files = alerts.map((alert) => fill(alert.name, { defaults: defaultsOf(alert) }, emptyRunbook(alert)));
  return new Map(await Promise.all([...files, fill("README", overview)]));
}
