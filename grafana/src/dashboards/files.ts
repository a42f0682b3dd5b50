/** Dashboard files: names relative to `grafana/`, and contents. */
import { build, type Dashboard, everyPanel } from "./dashboard.ts";
import { economics } from "./economics.ts";
import { exporter } from "./exporter.ts";
import { l1s } from "./l1s.ts";
import { overview } from "./overview.ts";
import { sync } from "./sync.ts";
import { validators } from "./validators.ts";

const specs = [overview, validators, l1s, economics, sync, exporter];

/** Sorts keys, independently of the SDK's order. */
const sorted = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
const toText = (value: object) => `${JSON.stringify(value, sorted, 2)}\n`;

const input = "DS_PROMETHEUS";
const panelNames: Readonly<Record<string, string>> = {
  bargauge: "Bar gauge",
  stat: "Stat",
  "state-timeline": "State timeline",
  table: "Table",
  timeseries: "Time series",
};

/** Returns the dashboard for manual upload: Grafana asks for the data source. */
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

export function dashboardFiles(): ReadonlyMap<string, string> {
  return new Map(
    specs.flatMap((spec) => {
      const dashboard = build(spec);
      return [
        [`dashboards/${spec.name}.json`, toText(dashboard)],
        [`upload/${spec.name}.json`, toText(uploadOf(dashboard))],
      ] as const;
    }),
  );
}
