import { beforeAll, expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { allSettings, settings } from "../../../src/app/cli/command.ts";
import { loadCommands } from "../../../src/app/cli/program.ts";
import { exitStatuses, summaries } from "../../../src/app/cli/usage.ts";
import { collapseCollectors, variableOf } from "../../../src/app/config/options.ts";
import { collectors } from "../../../src/collectors/all.ts";
import { formatPath } from "../../../src/lib/schema.ts";
import { formatManPage } from "../../../src/tools/packaging/man-page.ts";

let source: string;
beforeAll(async () => {
  source = formatManPage(await loadCommands(), collectors, "2030-01-02");
});

/** Returns the text of a section, as a reader sees it. */
function read(title: string): string {
  const [, text = ""] = new RegExp(`^\\.SH ${title}\\n(.*?)(?=^\\.SH |$(?![\\s\\S]))`, "ms").exec(source) ?? [];
  return text
    .replace(/^\.(SS|TP|PP|br|nf|fi|RS 4|RE) ?/gm, "")
    .replace(/\\f[BR]|\\&/g, "")
    .replaceAll("\\-", "-")
    .replaceAll("\\(aq", "'")
    .replaceAll("\\(dq", '"')
    .replaceAll("\\(ti", "~")
    .replaceAll("\\e", "\\");
}

test("it has the sections of a man page, in their order", () => {
  expect([...source.matchAll(/^\.SH (.*)$/gm)].map(([, title]) => title)).toEqual([
    ...["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "SETTINGS", "COLLECTORS", "EXIT STATUS", "ENVIRONMENT"],
    ...["FILES", "EXAMPLES", "SEE ALSO"],
  ]);
});

test("its head has the date and the version, and its name a purpose", () => {
  expect(source.split("\n")[0]).toBe(
    `.TH AVALANCHE\\-EXPORTER 1 2030-01-02 "avalanche\\-exporter ${packageJson.version}" "User Commands"`,
  );
  expect(read("NAME")).toBe("avalanche-exporter - Prometheus exporter for AvalancheGo nodes\n");
});

test("each command has its summary, its operands and its flags", async () => {
  const text = read("COMMANDS");
  for (const { name, usage, flags } of await loadCommands()) {
    expect(text).toContain(`${name}\n${summaries[name]}\n`);
    expect(text).toContain(usage);
    for (const { flag } of flags) if (!flag.startsWith("help")) expect(text).toContain(`--${flag}`);
  }
  expect(text).toContain("avalanche-exporter call METHOD [PARAMS] [FLAGS]");
  expect(text).toMatch(/^ +incident /m);
});

test("each setting has its key, and its flag and variable if they exist", () => {
  const text = read("SETTINGS");
  for (const { path } of collapseCollectors(allSettings)) expect(text).toContain(formatPath(path));
  for (const { flag } of collapseCollectors(settings)) expect(text).toContain(`variable ${variableOf(flag)})`);
  expect(text).toContain("--node.url URL\n");
});

test("each exit status has its meanings", () => {
  const text = read("EXIT STATUS");
  for (const { meaning } of exitStatuses) expect(text).toContain(meaning);
  expect(text).toContain("once: a required collector failed");
});

test("lines are ASCII, and only macros begin with a control character", () => {
  for (const line of source.split("\n")) {
    expect(line).toMatch(/^\p{ASCII}*$/u);
    if (/^[.']/.test(line)) expect(line).toMatch(/^\.(TH .*|SH [A-Z ]+|SS \S+|TP|PP|br|nf|fi|RS 4|RE)$/);
  }
});

test("hyphens and quotes stay as they are typed in a shell", () => {
  const text = source.replace(/^\.TH .*/, "");
  expect(text).not.toMatch(/(?<!\\)-|['`^~"]/);
});
