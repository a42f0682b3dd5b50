/** Runs every query of every dashboard on a real Prometheus that scrapes an exporter with simulated nodes. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { collectors } from "../../../src/collectors/all.ts";
import type { Chain } from "../../../src/simulator/chain.ts";
import { demoWatchOf } from "../../../src/simulator/demo-watch.ts";
import type { SimulatorOptions } from "../../../src/simulator/simulator.ts";
import { startNode } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { pollLimit, scaled } from "../../support/limits.ts";
import { type Dashboard, dashboards, queriesOf, type Target } from "../../tools/grafana/dashboards.ts";
import { type Chosen, choose, type Get, queryTarget, type Series } from "../../tools/grafana/query.ts";
import { type Exporter, everyCollector, startExporter } from "../support/exporter.ts";
import { eventually } from "../support/programs.ts";
import { type Prometheus, startPrometheus } from "../support/prometheus.ts";
import { startNativeMetrics } from "./native.ts";

/** Alerts that fire immediately. */
const alerts = ["critical", "warning", "info"].map((severity) => ({
  alert: severity === "info" ? "AvaxWatchdog" : "OwnAlert",
  expr:
    severity === "info"
      ? "vector(1)"
      : "avax_node_state == 1 or max by (network, node_id) (avax_validator_present) or max by (network, subnet_id) (avax_subnet_info)",
  labels: { severity },
}));
const rules = JSON.stringify({ groups: [{ name: "test", rules: alerts }] });

async function startScraping(job: string): Promise<Prometheus> {
  const file = join(await temporaryFolder(), "rules.yml");
  await writeFile(file, rules);
  const global = "global: {scrape_interval: 1s, evaluation_interval: 1s}\n";
  const prometheus = await startPrometheus(`${global}rule_files: ["${file}"]\nscrape_configs:\n${job}`);
  onTestFinished(async () => void (await prometheus.stop()));
  return prometheus;
}
const stopAtTheEnd = (exporter: Exporter) => onTestFinished(async () => void (await exporter.stop()));

/** Returns the IDs to watch, including the permissioned subnet. */
function watchedOn(chain: Chain) {
  const landmarks = demoWatchOf(chain);
  const permissioned = chain.subnets.all().flatMap(({ kind, id }) => (kind === "permissioned" ? [id] : []));
  const node_ids = landmarks.node_ids.map((one) => ({ ...one, subnet_ids: [...one.subnet_ids, ...permissioned] }));
  return { ...landmarks, node_ids };
}

/** A node whose network is not known yet belongs to every network: such a scrape would stay in the history. */
const networkKnown = (url: string) =>
  eventually("the node's network", async () => {
    const page = await (await fetch(url)).text();
    return page.includes("\navax_node_info{") || undefined;
  });

/** Prometheus learns of the nodes from /sd, as in the README. */
async function startFleet(nodes: Readonly<Record<string, SimulatorOptions>>): Promise<Get> {
  const configured: Record<string, object> = {};
  for (const [name, options] of Object.entries(nodes)) {
    const { simulator, url } = await startNode(options);
    const { node_ids, ...watched } = watchedOn(simulator.chain);
    const watch = name === unwatched ? { ...watched, node_ids: [], own: false } : { ...watched, node_ids };
    configured[name] = { url, watch, validators: { detail: "all" } };
  }
  const often = Object.fromEntries(collectors.map(({ name }) => [name, { interval: "1s", enabled: true }]));
  const file = join(await temporaryFolder(), "config.yml");
  await writeFile(file, JSON.stringify({ nodes: configured, collectors: often, series_limit: 200 }));
  const exporter = await startExporter([`--config.file=${file}`]);
  stopAtTheEnd(exporter);
  for (const name of Object.keys(nodes)) await networkKnown(`${exporter.url}/probe?target=${name}`);
  const address = `127.0.0.1:${exporter.port}`;
  const native = await startNativeMetrics();
  onTestFinished(() => void native.close());
  const named = Object.keys(nodes).map(
    (node) => `{targets: ["${native.address}"], labels: {node: ${node}, cluster: test}}`,
  );
  const prometheus = await startScraping(
    `- {job_name: avalanchego, static_configs: [${named}]}
- {job_name: avalanche-exporter, static_configs: [{targets: ["${address}", "127.0.0.1:1"], labels: {cluster: test}}]}
- {job_name: avalanche-nodes, http_sd_configs: [{url: "${exporter.url}/sd"}], relabel_configs: [{target_label: __address__, replacement: "${address}"}, {target_label: cluster, replacement: test}]}
`,
  );
  await eventually("each node scraped", async () => {
    const series = await prometheus.series("avax_up");
    return series.length === Object.keys(nodes).length || undefined;
  });
  return prometheus.get;
}

/** Starts Prometheus with one node on /metrics. */
async function startAlone(options: SimulatorOptions, flagsOf: (chain: Chain) => readonly string[] = () => []) {
  const { simulator, url: nodeUrl } = await startNode(options);
  const exporter = await startExporter([
    `--node.url=${nodeUrl}`,
    everyCollector(await temporaryFolder(), { interval: "1s", stale_after: "5s" }),
    ...flagsOf(simulator.chain),
  ]);
  stopAtTheEnd(exporter);
  const prometheus = await startScraping(
    `- {job_name: avalanche-exporter, static_configs: [{targets: ["127.0.0.1:${exporter.port}"]}]}\n`,
  );
  return { simulator, exporter, get: prometheus.get };
}

type Row = {
  readonly name: string;
  readonly legend: string;
  readonly expr: string;
  readonly type: string;
  readonly series: readonly Series[];
  readonly error?: string;
};

/** Subqueries are shortened as the rate interval is: the test needs no history of minutes. */
const sooner = ({ expr, ...rest }: Target): Target => ({ ...rest, expr: expr.replaceAll("[1d:1m]", "[1m:1s]") });

async function rowsOf(get: Get, dashboard: Dashboard, chosen: Chosen): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, panel, target } of queriesOf(dashboard)) {
    const answer = await queryTarget(get, sooner(target), chosen).then(
      (series) => ({ series }),
      (error: Error) => ({ series: [], error: error.message }),
    );
    rows.push({ name, type: panel.type, legend: target.legendFormat ?? "", expr: target.expr, ...answer });
  }
  return rows;
}
async function everyRow(get: Get, given?: Readonly<Record<string, string>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const dashboard of dashboards) rows.push(...(await rowsOf(get, dashboard, await choose(get, dashboard, given))));
  return rows;
}

const errorsOf = (rows: readonly Row[]) => rows.flatMap(({ name, error }) => (error ? [`${name}: ${error}`] : []));
const notNumbersOf = (rows: readonly Row[]) =>
  rows
    .filter(
      ({ type, series }) =>
        type !== "timeseries" && type !== "state-timeline" && series.some(({ values }) => values.some(Number.isNaN)),
    )
    .map(({ name }) => name);
/** Queries about problems, unknown states and items without an alias, of which the fleet has not all, and lines of what has no problem. */
const mayBeEmpty = ({ name, legend, expr }: Row) =>
  /state(!="ok"|!~"ok|=~"at_risk|="registered"|="leaving")|unless on |avax_watched_observed\{entity/.test(expr) ||
  /^all .*(ok|up)$/.test(legend) ||
  /: (Failing and unavailable collectors [BD]|Connection to the nodes [AC])$/.test(name) ||
  /avax_node_upgrade_unknown_seconds|avax_address_exported_avax/.test(expr);
const emptyOf = (rows: readonly Row[]) =>
  rows.filter((row) => row.series.length === 0 && !mayBeEmpty(row)).map(({ name }) => name);
/** Once no row is empty that must have data: rates need some scrapes, and some of the nodes' faults come late. */
const everyRowWithSeries = (get: Get) =>
  eventually(
    "series of every query",
    async () => {
      const rows = await everyRow(get);
      expect([errorsOf(rows), emptyOf(rows)]).toEqual([[], []]);
      return rows;
    },
    scaled(180_000),
  );
const tiles = ["Networks", "Nodes", "Validators", "L1s and subnets", "Data"] as const;
const overview = dashboards.find(({ uid }) => uid === "avax-overview") as Dashboard;
type Verdicts = { readonly [title in (typeof tiles)[number]]?: readonly string[] };
/** Words of the tile Data by its value, from -1 on. */
const dataWords = ["STALE", "PARTIAL", "FRESH"];
/** States on the tiles of the overview; none of tiles without a value. */
const verdictsOf = (rows: readonly Row[]): Verdicts =>
  Object.fromEntries(
    tiles.flatMap((title) => {
      const ofTile = rows.filter(
        ({ name, type }) => type === "stat" && new RegExp(`^avax-overview: ${title} [A-Z]$`).test(name),
      );
      const found = ofTile.flatMap(({ series, legend }) =>
        series.map(({ metric, values }) =>
          title === "Data"
            ? dataWords[(values[0] ?? Number.NaN) + 1]
            : (metric["state"] ?? legend.replace("{{network}} ", "")),
        ),
      );
      return found.length === 0 ? [] : [[title, found]];
    }),
  );
/** Waits for the expected states: scrapes and collector runs take seconds. */
const expectVerdicts = (get: Get, wanted: Verdicts, within = pollLimit) =>
  expect
    .poll(async () => verdictsOf(await rowsOf(get, overview, await choose(get, overview))), {
      timeout: within,
      interval: 1000,
    })
    .toEqual(wanted);

/** Node that validates, but is not watched. */
const unwatched = "unwatched";
/** Nodes that together have all data of the dashboards: balances that run out, rising fees, faults. */
const eventful: Readonly<Record<string, SimulatorOptions>> = {
  draining: { scenario: "l1-draining", timeScale: 5 },
  congested: { scenario: "congested", ownsFirstL1: true, runsL1: true },
  flaky: { scenario: "flaky", timeScale: 15 },
  unhealthy: { scenario: "unhealthy" },
  [unwatched]: { scenario: "l1-stalled", seed: 2, timeScale: 5 },
};
/** Panels about the exporter itself, and about the nodes' own metrics: their series have no network. */
const ofNoNetwork = /^avax-(exporter:|\w+: (Data|Firing alerts [AB]$))/;
const hasNetwork = ({ name, expr }: Row) => !ofNoNetwork.test(name) && !/avalanche_|\bup == 0/.test(expr);

test("D12, D13: every query of every dashboard returns series of a complete fleet, and only of the chosen network", async () => {
  const get = await startFleet(eventful);
  const rows = await everyRowWithSeries(get);
  for (const dashboard of dashboards) {
    const { options } = await choose(get, dashboard);
    const empty = [...options].flatMap(([name, values]) => (values.length === 0 ? [name] : []));
    expect({ dashboard: dashboard.uid, empty }).toEqual({ dashboard: dashboard.uid, empty: [] });
  }
  const lines = rows.map(({ name, series, error }) => `${String(series.length).padStart(6)}  ${name}  ${error ?? ""}`);
  process.stdout.write(`series  query\n${lines.join("\n")}\n`);
  expect(notNumbersOf(rows)).toEqual([]);

  const elsewhere = await everyRow(get, { network: "no-such-network" });
  expect(errorsOf(elsewhere)).toEqual([]);
  const shown = elsewhere.filter((row) => row.series.length > 0 && hasNetwork(row));
  expect(shown.map(({ name }) => name)).toEqual([]);
});

test("no state stays green when the node or the exporter stops", async () => {
  const { get, simulator, exporter } = await startAlone({}, (chain) => {
    const { node_ids, subnet_ids } = demoWatchOf(chain);
    return [`--watch.node-id=${node_ids.map(({ id }) => id)}`, `--watch.subnet-id=${subnet_ids.map(({ id }) => id)}`];
  });
  await expectVerdicts(get, {
    ...{
      Networks: ["ok"],
      Nodes: ["ok"],
      Validators: ["ok"],
      "L1s and subnets": ["ok", "registered"],
      Data: ["FRESH"],
    },
  });
  await simulator.close();
  const unknown = ["unknown"];
  await expectVerdicts(get, {
    ...{ Nodes: ["unreachable"], Validators: unknown, "L1s and subnets": unknown, Data: ["PARTIAL"] },
  });
  await exporter.stop();
  await expectVerdicts(get, { Nodes: ["exporter_down"], Data: ["STALE"] });
  const rows = await everyRow(get);
  expect(errorsOf(rows)).toEqual([]);
  expect(notNumbersOf(rows)).toEqual([]);
});
