/** Dashboard files: names relative to `grafana/`, and contents. */
import { toJson } from "../../docs/json.ts";
import { build, type Dashboard, everyPanel } from "./dashboard.ts";
import { economics } from "./economics.ts";
import { exporter } from "./exporter.ts";
import { l1s } from "./l1.ts";
import { overview } from "./overview.ts";
import { sync } from "./sync.ts";
import { validatorsBoard as validators } from "./validators.ts";

const specs = [overview, validators, l1s, economics, sync, exporter];

/** Sorts keys, independently of the SDK's order. */
const sorted = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
/** Each panel and each variable has its own line. */
const toText = (value: object) => toJson(JSON.parse(JSON.stringify(value, sorted)), 3);

const input = "DS_PROMETHEUS";
const panelNames: Readonly<Record<string, string>> = {
  bargauge: "Bar gauge",
  stat: "Stat",
  "state-timeline": "State timeline",
  table: "Table",
  timeseries: "Time series",
};

/** Returns the dashboard for grafana.com: on import, Grafana asks for the data source. */
function uploadOf(dashboard: Dashboard) {
  const types = [...new Set(everyPanel(dashboard).map(({ type }) => type))].sort();
  const list = dashboard.templating.list?.map((variable) =>
    variable.type === "datasource"
      ? { ...variable, current: { text: `\${${input}}`, value: `\${${input}}`, selected: true } }
      : variable,
  );
  return {
    __inputs: [
      {
        name: input,
        label: "Prometheus",
        description: "Prometheus that scrapes the exporter",
        type: "datasource",
        pluginId: "prometheus",
        pluginName: "Prometheus",
      },
    ],
    __requires: [
      { type: "grafana", id: "grafana", name: "Grafana", version: "10.4.0" },
      { type: "datasource", id: "prometheus", name: "Prometheus", version: "1.0.0" },
      ...types.map((id) => ({ type: "panel", id, name: panelNames[id], version: "" })),
    ],
    ...dashboard,
    templating: { ...dashboard.templating, list },
  };
}

/** Returns the dashboards for provisioning and for an import by hand. */
export const dashboardFiles = (): ReadonlyMap<string, string> =>
  new Map(specs.map((spec) => [`dashboards/${spec.name}.json`, toText(build(spec))]));

/** Returns the number of panels of each dashboard. */
export const panelCounts = (): readonly (readonly [name: string, count: number])[] =>
  specs.map((spec) => [spec.name, everyPanel(build(spec)).length]);

/** Returns the dashboards in the format of grafana.com. */
export const uploadFiles = (): ReadonlyMap<string, string> =>
  new Map(specs.map((spec) => [`${spec.name}.json`, toText(uploadOf(build(spec)))]));
