/** The man page, from the texts of the help. */
import packageJson from "../../../package.json" with { type: "json" };
import { allSettings, type Command, flagSyntax } from "../../app/cli/command.ts";
import { exitStatuses, programName, summaries, version } from "../../app/cli/usage.ts";
import { collapseCollectors, configFile, describe, type Option, prefix, variableOf } from "../../app/config/options.ts";
import type { Collector } from "../../collectors/collector.ts";
import { formatPath } from "../../lib/schema.ts";

/** Characters that roff reads as something else, or prints as another one. */
const escapes: Readonly<Record<string, string>> = {
  "\\": "\\e",
  "-": "\\-",
  "'": "\\(aq",
  "`": "\\(ga",
  "^": "\\(ha",
  "~": "\\(ti",
  '"': "\\(dq",
};
const escaped = (text: string): string =>
  text
    .replace(/[\\\-'`^~"]/g, (character) => escapes[character] ?? character)
    .replace(
      /\P{ASCII}/gu,
      (character) => `\\[u${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`,
    )
    .replace(/^\./gm, "\\&.");

const bold = (text: string) => `\\fB${escaped(text)}\\fR`;
const section = (title: string, ...parts: readonly string[]) => [`.SH ${title}`, ...parts].join("\n");
const item = (term: string, ...lines: readonly string[]) =>
  [".TP", bold(term), lines.map(escaped).join("\n.br\n")].join("\n");
const paragraph = (text: string) => `.PP\n${escaped(text)}`;
const literal = (lines: readonly string[]) => [".RS 4", ".nf", ...lines.map(escaped), ".fi", ".RE"].join("\n");

function commandPart({ name, usage, flags, details }: Command): string {
  const own = flags.filter(({ flag }) => flag !== "help");
  const items = own.map((option) => item(flagSyntax(option), describe(option)));
  const after = details === undefined ? [] : [".PP", literal(details.split("\n"))];
  return [`.SS ${escaped(name)}`, escaped(summaries[name]), ".PP", literal([usage]), ...items, ...after].join("\n");
}

function settingItem(option: Option): string {
  const { path, flag, isFileOnly } = option;
  const key = formatPath(path);
  if (isFileOnly) return item(key, `${describe(option)} Only in the configuration file.`);
  const names = [key && `key ${key}`, `variable ${variableOf(flag)}`].filter(Boolean).join(", ");
  return item(flagSyntax(option), describe(option), `(${names})`);
}

const collectorItem = ({ name, summary, interval, disabledByDefault }: Collector) =>
  item(name, `${summary} (every ${interval}${disabledByDefault ? ", disabled by default" : ""})`);

function statusItems(): string[] {
  const lines = ({ commands, meaning }: (typeof exitStatuses)[number]) =>
    commands.length === 0 ? meaning : `${commands.join(", ")}: ${meaning}`;
  return [...Map.groupBy(exitStatuses, ({ status }) => status)].map(([status, ones]) =>
    item(String(status), ...ones.map(lines)),
  );
}

const [purpose] = packageJson.description.split(":");

/** Returns the source of the page. `date`: of the release, as YYYY-MM-DD. */
export function formatManPage(commands: readonly Command[], collectors: readonly Collector[], date: string): string {
  const parts = [
    `.TH ${escaped(programName.toUpperCase())} 1 ${date} "${escaped(`${programName} ${version}`)}" "User Commands"`,
    section("NAME", `${escaped(programName)} \\- ${escaped(purpose ?? "")}`),
    section("SYNOPSIS", `${bold(programName)} [COMMAND] [FLAGS]`),
    section("DESCRIPTION", escaped(packageJson.description), paragraph("The default command is serve.")),
    section("COMMANDS", ...commands.map(commandPart)),
    section(
      "SETTINGS",
      escaped("A flag takes precedence over a variable, and a variable over a key of the configuration file."),
      escaped("COMMAND --help lists the settings that a command uses."),
      ...collapseCollectors([configFile, ...allSettings]).map(settingItem),
    ),
    section("COLLECTORS", ...collectors.map(collectorItem)),
    section("EXIT STATUS", ...statusItems()),
    section(
      "ENVIRONMENT",
      item(`${prefix}*`, "Settings, as listed above."),
      item("NO_COLOR", "No colors, also on terminals."),
      item("NODE_OPTIONS", "Options of Node.js, such as --max-semi-space-size=2."),
    ),
    section(
      "FILES",
      item(`/etc/${programName}/config.yml`, "Configuration of the service."),
      item(`/usr/lib/systemd/system/${programName}.service`, "Unit of the service."),
    ),
    section("EXAMPLES", literal(commands.flatMap(({ examples }) => examples))),
    section("SEE ALSO", `${bold("systemctl")}(1)`, paragraph(packageJson.repository)),
  ];
  return `${parts.join("\n")}\n`;
}
