/** Alerts of failing nodes: the rules in a real Prometheus, sixty times as fast, with a real Alertmanager. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { collectors } from "../../../src/collectors/all.ts";
import { alerts } from "../../../src/rules/groups.ts";
import { runbookUrl } from "../../../src/rules/links.ts";
import { demoWatchOf } from "../../../src/simulator/demo-watch.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../../../src/simulator/simulator.ts";
import { reconnect, type Validator } from "../../../src/simulator/stakers.ts";
import { scaled } from "../../support/limits.ts";
import { type Alertmanager, startReceiver } from "../support/alertmanager.ts";
import { type Exporter, startExporter } from "../support/exporter.ts";
import { jobOf, startFasterAlertmanager, startFasterPrometheus } from "../support/faster-rules.ts";
import { eventually } from "../support/programs.ts";
import type { Prometheus } from "../support/prometheus.ts";

const unknownId = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const within = scaled(150_000);

const seconds = (since: number) => Math.floor(since / 1000);
const validatorsOf = ({ chain }: Simulator) => chain.primary.validators;
/** Returns a node that started so many minutes ago in chain time. */
async function startNode(options: SimulatorOptions, minutes = 0, change: (simulator: Simulator) => void = () => {}) {
  let behind = minutes * 60_000;
  const simulator = createSimulator({ ...options, now: () => Date.now() - behind });
  behind = 0;
  simulator.chain.advance(new Date());
  change(simulator);
  const url = await simulator.listen();
  return { url, watch: demoWatchOf(simulator.chain), simulator };
}
type Node = Awaited<ReturnType<typeof startNode>>;

const see = (validator: Validator | undefined, share: number) => {
  if (!validator) throw new Error("no such validator");
  const now = seconds(Date.now());
  reconnect(validator, true, now);
  validator.up = Math.floor(share * (now - validator.start));
};
const day = 86_400;
/** Returns the uptime of a validator that has a day of its offline budget left. Helicon was 60 days ago. */
function uptimeWithADayOfTheBudget({ start, end }: Validator) {
  const now = seconds(Date.now());
  const required = now - start < 60 * day ? 0.9 : 0.8;
  return (day + required * (end - start) - (end - now)) / (now - start);
}
/** So late in its period that the lost uptime cannot be recovered. */
const late = ({ start, end }: Validator) => (seconds(Date.now()) - start) / (end - start) > 0.5;

let folder: string;
let nodes: Readonly<Record<string, Node>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let exporter: Exporter;
let alertmanager: Alertmanager;
let prometheus: Prometheus;
/** Separate Prometheus server without an exporter. */
let lonely: Prometheus;

async function startNodes() {
  // different seeds: the validators of one node are not observed by the others
  const [well, gone, walled, halted, offline, swapped, stalled, draining, drained, cutOff, away] = await Promise.all([
    startNode({ seed: 1 }),
    startNode({ seed: 2 }),
    startNode({ seed: 3, scenario: "forwarder-403" }),
    startNode({ seed: 4, scenario: "halted" }, 20),
    startNode({ seed: 5, scenario: "validator-offline" }, 15, (simulator) => {
      const [, , second] = validatorsOf(simulator);
      if (second) {
        see(second, uptimeWithADayOfTheBudget(second));
        reconnect(second, false, seconds(Date.now()));
      }
      see(
        validatorsOf(simulator).find((one) => one.node > 2 && late(one)),
        0.1,
      );
    }),
    startNode({ seed: 6, scenario: "node-swapped" }),
    startNode({ seed: 7, scenario: "l1-stalled" }, 20),
    startNode({ seed: 13, scenario: "l1-draining" }),
    startNode({ seed: 9, scenario: "l1-draining" }, 14),
    startNode({ seed: 10 }, 0, (simulator) => {
      for (const validator of validatorsOf(simulator).slice(3)) reconnect(validator, false, seconds(Date.now()));
    }),
    startNode({ seed: 11, scenario: "l1-validator-offline" }, 15),
  ]);
  return { well, gone, walled, halted, offline, swapped, stalled, draining, drained, cutOff, away };
}

/** Returns validations of the first L1s: those that are watched raise critical alerts. */
const validationsOf = (node: Node | undefined) => {
  if (!node) return [];
  const { l1s, origins } = node.simulator.chain;
  return l1s.validators.slice(0, 40).map((one) => origins.validationId(one));
};

async function startStack() {
  receiver = await startReceiver();
  alertmanager = await startFasterAlertmanager(receiver.url);
  const discovered = {
    job_name: "avalanche-exporter-nodes",
    honor_labels: false,
    http_sd_configs: [{ url: `${exporter.url}/sd`, refresh_interval: "1m" }],
  };
  const shared = { folder, alertmanager: alertmanager.address };
  prometheus = await startFasterPrometheus({ ...shared, jobs: [jobOf(exporter), discovered] });
  lonely = await startFasterPrometheus({ ...shared, jobs: [] });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "alerts-"));
  nodes = await startNodes();
  const { offline } = nodes;
  if (!offline) throw new Error("no such node");
  const quick = Object.fromEntries(collectors.map(({ name }) => [name, { interval: "2s" }]));
  const lateOne = validatorsOf(offline.simulator).find((one) => one.node > 2 && late(one));
  const lateId = offline.simulator.chain.names.nodeId(lateOne?.node ?? 0);
  const more = [
    { id: lateId, alias: "late" },
    { id: unknownId, alias: "unknown" },
  ];
  const watchOf = (name: string, { watch }: Node) =>
    name === "offline"
      ? { ...watch, node_ids: [...watch.node_ids, ...more] }
      : name === "well"
        ? { node_ids: watch.node_ids } // its L1 validators are inactive
        : { ...watch, validation_ids: validationsOf(nodes[name]) };
  const config = {
    nodes: Object.fromEntries(
      Object.entries(nodes).map(([name, node]) => [
        name,
        { url: node.url, watch: watchOf(name, node), collectors: quick },
      ]),
    ),
  };
  const file = join(folder, "config.yaml");
  await writeFile(file, stringify(config));
  exporter = await startExporter([`--config.file=${file}`]);
  await startStack();
});
afterAll(async () => {
  await Promise.all([prometheus?.stop(), lonely?.stop(), alertmanager?.stop(), exporter?.stop()]);
  await Promise.all(Object.values(nodes ?? {}).map(({ simulator }) => simulator.close()));
  receiver?.close();
  await rm(folder, { recursive: true, force: true });
});

const notified = (name: string, summary: RegExp) =>
  eventually(
    `${name}: ${summary}`,
    async () =>
      receiver.notified.find(
        ({ status, labels, annotations }) =>
          status === "firing" &&
          labels["severity"] === "critical" &&
          labels["alertname"] === name &&
          summary.test(annotations["summary"] ?? ""),
      ),
    within,
  );

test("the node is stopped", async () => {
  const { gone } = nodes;
  await eventually("a validator", () => prometheus.query('avax_node_validates{node="gone"} == 1'));
  await gone?.simulator.close();
});

const critical: readonly (readonly [alert: string, summary: RegExp])[] = [
  ["AvaxNodeUnreachable", /^Node gone \(mainnet\) is unreachable: /],
  ["AvaxNodeOutOfSync", /^Node cutOff \(mainnet\) is isolated: /],
  ["AvaxNodeOutOfSync", /^Node halted \(mainnet\) is behind: /],
  ["AvaxChainHalted", /^Chain .+ \(mainnet\) has halted: /],
  ["AvaxValidatorOffline", /^Validator demo-1 \(mainnet\) is offline: /],
  ["AvaxValidatorOfflineBudgetLow", /^Validator demo-2 \(mainnet\) loses its reward in \d+h \d+m \d+s: /],
  ["AvaxL1BalanceLow", /^Balance of .+ of .+ \(mainnet\) runs out in (\d+h )?(\d+m )?\d+s: /],
  ["AvaxL1HaltAhead", /^L1 .+ \(mainnet\) halts in .+ without top-ups$/],
  ["AvaxL1ValidatorInactive", /^Validator .+ of .+ \(mainnet\) is inactive, without a balance: /],
  ["AvaxL1ValidatorOffline", /^Validator .+ of .+ \(mainnet\) is offline: /],
  ["AvaxL1QuorumRisk", /^Only [\d.]+% of the weight of .+ \(mainnet\) is active: /],
];
/** Conditions that need an hour, a removed validator, a halted network, a full disk or the node's own metrics: promtool tests them. */
const onlyByPromtool = [
  "AvaxCollectorFailing",
  "AvaxNodeBadBlocks",
  "AvaxNodeBootstrapping",
  "AvaxNodeDiskLow",
  "AvaxNodeFlapping",
  "AvaxNodeGone",
  "AvaxNodeHealthCheckFailing",
  "AvaxNodePollsFailing",
  "AvaxNodeUpgradeUnknown",
  "AvaxNetworkUnhealthy",
  "AvaxValidatorMissing",
];

test.for(critical)("%s fires, with reason and runbook", { timeout: within }, async ([alert, summary]) => {
  const { annotations, labels } = await notified(alert, summary);
  expect(annotations["runbook_url"]).toBe(runbookUrl(alert));
  expect(annotations["dashboard_url"]).not.toMatch(/\{\{|<no value>|error/i);
  expect(annotations["description"]).not.toMatch(/\{\{|<no value>|error/i);
  expect(labels["network"]).toBe("mainnet");
});

test("every rule is evaluated without an error", async () => {
  type Rule = { readonly name: string; readonly health: string; readonly lastError?: string };
  for (const one of [prometheus, lonely]) {
    const { data } = (await one.get("/api/v1/rules")) as {
      data: { groups: readonly { readonly rules: readonly Rule[] }[] };
    };
    const rules = data.groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(40);
    expect(rules.filter(({ health, lastError }) => health !== "ok" || lastError)).toEqual([]);
  }
});

test("no critical alert fires for a healthy node", async () => {
  const firing = await prometheus.series('ALERTS{node="well",alertstate="firing",severity="critical"}');
  expect(firing.map(({ metric }) => metric["alertname"])).toEqual([]);
});

test("AvaxExporterDown fires once the exporter is gone", { timeout: within }, async () => {
  await exporter.stop();
  const { annotations } = await notified(
    "AvaxExporterDown",
    /^Nothing is monitored by job avalanche-exporter-nodes \(mainnet\): /,
  );
  expect(annotations["runbook_url"]).toBe(runbookUrl("AvaxExporterDown"));
});

test("every critical alert was seen", () => {
  const seen = new Set([...critical.map(([alert]) => alert), "AvaxExporterDown", ...onlyByPromtool]);
  const all = alerts.filter(({ tiers }) => tiers.critical).map(({ name }) => name);
  expect([...seen].toSorted()).toEqual(all.toSorted());
});
