import * as z from "zod";
import { defaultAddresses } from "../../alerts/alert.ts";
import { alertList, alerts, optionalGroups, ruleGroups, rulesYaml } from "../../alerts/groups.ts";
import { applySettings } from "../../alerts/settings.ts";
import { fileErrorMessage, replaceTextFile } from "../../lib/files.ts";
import { pluralize } from "../../lib/text.ts";
import { oneOfNames } from "../config/values.ts";
import { command } from "./command.ts";
import { exitCodes, printErrors } from "./io.ts";

const placeholder = /^(.*\.)?example(\.\w+)?$/;
/** Addresses that lead nowhere for a person who reads an alert on another machine. */
const loopback = /^(localhost|127\..*|\[::1\])$/;

/** The address of a link, or `none`. */
const address = (what: string) =>
  z.string().superRefine((text, context) => {
    if (text === "none") return;
    const refuse = (why: string) =>
      context.addIssue(`"${text}" ${why}; use the URL of ${what}, or none for alerts without this link`);
    if (!/^https?:\/\//.test(text) || !URL.canParse(text)) refuse("is not a URL");
    else if (placeholder.test(new URL(text).hostname)) refuse("is a placeholder");
  });
const urlOf = (text: string | undefined) => (text === "none" ? undefined : text);

/** The runbooks of the project have an address once the repository has an owner. */
const { runbooks: own } = defaultAddresses;
const ownRunbooks = URL.canParse(own) ? own : undefined;

const help = `--set changes one value of an alert:
  ALERT.SEVERITY.PARAMETER=VALUE   a threshold, such as AvaxL1QuorumRisk.warning.below=0.95
  ALERT.SEVERITY.for=DURATION      how long the condition has to hold
  ALERT.SEVERITY.severity=TEXT     another label severity
  ALERT.SEVERITY.enabled=false     without this severity
  ALERT.enabled=false              without this alert
  ALERT.keepFiringFor=DURATION     how long the alert keeps firing without its condition

--list has all alerts, severities and parameters, with defaults. A value has the type of its default.
promtool check rules checks the syntax of the result, and promtool test rules its effect.`;

export const rules = command({
  name: "rules",
  uses: () => false,
  flags: {
    "grafana-url": address("your Grafana").optional().meta({
      placeholder: "URL",
      description: "Address of your Grafana, for the links to dashboards. none: alerts without these links. Required.",
    }),
    "runbook-url": address("the folder with the runbooks").optional().meta({
      placeholder: "URL",
      description:
        "Address of the folder with the runbooks. none: alerts without these links. Required before the first release.",
    }),
    output: z.string().min(1, "the name of a file is missing").optional().meta({
      file: true,
      description: "Write the rules to this file, only if there is no error. Default: standard output.",
    }),
    list: z.boolean().optional().describe("List all alerts with their groups, severities and parameters."),
    set: z.array(z.string()).default([]).meta({
      placeholder: "ALERT.SEVERITY.PARAMETER=VALUE",
      description: "Change a threshold or another value of an alert. Can be repeated.",
    }),
    group: z
      .array(oneOfNames("group", optionalGroups))
      .default([])
      .meta({
        placeholder: "GROUP",
        description: `Add an optional group of alerts: ${optionalGroups.join(", ")}. Can be repeated.`,
      }),
  },
  examples: [
    "--grafana-url https://grafana.internal --runbook-url none --output rules.yaml",
    "--grafana-url none --runbook-url none --set AvaxL1QuorumRisk.warning.below=0.95",
  ],
  details: help,
  run: async (io, _config, { flags }) => {
    if (flags.list) {
      io.out(alertList());
      return exitCodes.ok;
    }
    const { output, set, group, "grafana-url": grafana, "runbook-url": runbooks = ownRunbooks } = flags;
    const missing = Object.entries({ "grafana-url": grafana, "runbook-url": runbooks }).flatMap(([name, text]) =>
      text === undefined ? [`--${name}: a value is missing; none leaves these links out`] : [],
    );
    const { overrides, errors } = applySettings(alerts, set);
    if (missing.length + errors.length > 0) return printErrors(io, [...missing, ...errors]);
    const addresses = { grafana: urlOf(grafana), runbooks: urlOf(runbooks) };
    for (const url of Object.values(addresses))
      if (url !== undefined && loopback.test(URL.parse(url)?.hostname ?? ""))
        io.err(`warning: links to ${url} work on this machine only\n`);
    const groups = ruleGroups({ overrides, addresses }, group);
    if (output === undefined) {
      io.out(rulesYaml(groups));
      return exitCodes.ok;
    }
    try {
      await replaceTextFile(output, rulesYaml(groups));
    } catch (error) {
      return printErrors(io, [`--output: cannot write ${output}: ${fileErrorMessage(error)}`], exitCodes.failed);
    }
    const count = groups.reduce((sum, { rules }) => sum + rules.length, 0);
    io.out(`${output} has ${pluralize(count, "rule")} in ${pluralize(groups.length, "group")}.\n`);
    return exitCodes.ok;
  },
});
