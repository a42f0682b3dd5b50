/** The default rules and the example for Alertmanager, for a real Prometheus whose time passes faster. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { type OptionalGroup, ruleGroups } from "../../../src/alerts/groups.ts";
import { type Duration, milliseconds } from "../../../src/lib/duration.ts";
import { choose } from "../../support/choose-receiver.ts";
import { startAlertmanager } from "./alertmanager.ts";
import { startPrometheus } from "./prometheus.ts";

const readExample = (name: string) => readFile(join(import.meta.dirname, "../../../grafana", name), "utf8");
/** A minute passes in a second. */
const inSeconds = 60;

/** Durations of rules, routes and scrapes, and ranges and offsets in expressions. */
const durations = /(?<=\[(?:\w+:)?|\boffset |\b(?:\w+_)?(?:for|wait|interval): "?)(?:\d+(?:ms|[smhdwy]))+\b/g;
/** Divides the durations. Ages and deadlines of the chain are unchanged. */
const faster = (text: string, factor: number) =>
  text.replace(durations, (found) => `${Math.round(milliseconds(found as Duration) / factor)}ms`);

/** Starts an Alertmanager with the example. All alerts, the watchdog too, go to the URL. */
export async function startFasterAlertmanager(url: string, factor = inSeconds) {
  const example = choose(await readExample("alertmanager.yaml"), "webhook")
    .replace("https://receiver.example/", url)
    .replace("receiver: watchdog", "receiver: webhook");
  return startAlertmanager(faster(example, factor));
}

/** Returns a scrape configuration of exporters. */
export const jobOf = (...exporters: readonly { readonly port: number }[]) => ({
  static_configs: [{ targets: exporters.map(({ port }) => `127.0.0.1:${port}`) }],
});

/** `folder` gets the file of the rules. The example has the other settings of each job. */
type Scraping = {
  readonly folder: string;
  readonly jobs: readonly object[];
  readonly optional?: readonly OptionalGroup[];
  readonly alertmanager?: string;
  readonly factor?: number;
};
/** Starts a Prometheus with the rules and those of optional groups. With the usual factor it scrapes and evaluates each second. */
export async function startFasterPrometheus({ folder, jobs, optional, alertmanager, factor = inSeconds }: Scraping) {
  const rules = join(folder, "rules.yaml");
  await writeFile(rules, faster(stringify({ groups: ruleGroups({}, optional) }, { lineWidth: 0 }), factor));
  const { static_configs: _, ...job } = parse(await readExample("prometheus.yaml")).scrape_configs[0];
  const interval = factor === inSeconds ? "1m" : "30s"; // scrapes time out after an interval
  const config = {
    global: { scrape_interval: interval, evaluation_interval: interval },
    rule_files: [rules],
    ...(alertmanager && { alerting: { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] } }),
    scrape_configs: jobs.map((one) => ({ ...job, ...one })),
  };
  const minutes = (count: number) => `${(count * 60_000) / factor}ms`;
  const flags = [`--query.lookback-delta=${minutes(5)}`, `--rules.alert.resend-delay=${minutes(1)}`];
  return startPrometheus(faster(stringify(config), factor), flags);
}
