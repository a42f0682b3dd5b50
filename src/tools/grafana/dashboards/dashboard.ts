/** Common parts of all dashboards: variables, annotations, links, and the grid. */
import {
  AnnotationQueryBuilder,
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  type Panel,
  QueryVariableBuilder,
  RowBuilder,
  VariableRefresh,
  VariableSort,
} from "@grafana/grafana-foundation-sdk/dashboard";
import { DataqueryBuilder } from "@grafana/grafana-foundation-sdk/prometheus";
import { externalMetrics } from "../promql.ts";
import { colors } from "./palette.ts";
import { datasource, type Sized, type Stack } from "./panels.ts";
import { firing, selectProcess } from "./queries.ts";

const tags = ["avalanche", "avalanche-exporter"];

export type Variable = {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly query: string;
  /** Regular expression for All; without it all listed values are joined. */
  readonly allValue?: string;
  /** Extracts a value and its displayed text from a series. */
  readonly regex?: string;
};
export type Row = {
  readonly title: string;
  readonly panels: readonly (Sized | Stack)[];
  /** Hides the panels until the row is opened. Their queries do not run until then. */
  readonly isCollapsed?: true;
};
export type Spec = {
  /** Name of the file, and part of the UID. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly variables?: readonly Variable[];
  readonly rows: readonly Row[];
};

/** Metrics of which each target of the exporter has one. A node that was never identified has no network. */
const targets = '__name__=~"avax_node_state|avax_exporter_build_info",cluster=~"$cluster",network=~"$network|"';
const targetVariables: readonly Variable[] = [
  {
    name: "network",
    label: "network",
    description: "Network name as reported by the node.",
    query: "label_values(avax_node_state, network)",
    allValue: ".*",
  },
  {
    name: "cluster",
    label: "cluster",
    description: "External label cluster of the Prometheus servers, if they have one.",
    query: 'label_values(avax_node_state{network=~"$network"}, cluster)',
    allValue: ".*",
  },
  {
    name: "job",
    label: "job",
    description: "Scrape jobs of the exporter.",
    query: `label_values({${targets}}, job)`,
  },
  {
    name: "instance",
    label: "instance",
    description: "Exporters by the address that Prometheus scrapes.",
    query: `label_values({${targets},job=~"$job"}, instance)`,
    allValue: ".+",
  },
  {
    name: "node",
    label: "node",
    description: "Nodes by their name in the exporter's configuration, if one exporter monitors several (/sd).",
    query: `label_values({${targets},job=~"$job",instance=~"$instance"}, node)`,
    allValue: ".*",
  },
];

const all = { text: "All", value: "$__all", selected: true };

function variable({ name, label, description, query, allValue, regex }: Variable) {
  const builder = new QueryVariableBuilder(name)
    .label(label)
    .description(description)
    .query(query)
    .definition(query)
    .datasource(datasource)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.AlphabeticalAsc)
    .multi(true)
    .includeAll(true)
    .current(all)
    .options([]);
  if (allValue !== undefined) builder.allValue(allValue);
  if (regex !== undefined) builder.regex(regex);
  return builder;
}

const annotation = (name: string, color: string, expr: string, titleFormat: string, tagKeys: string) =>
  new AnnotationQueryBuilder()
    .name(name)
    .datasource(datasource)
    .hide(false)
    .iconColor(color)
    .target(new DataqueryBuilder().refId("Anno").expr(expr).range().datasource(datasource))
    .expr(expr)
    .step("60s")
    .titleFormat(titleFormat)
    .textFormat("")
    .tagKeys(tagKeys);

const annotations = () => [
  annotation(
    "Exporter restarts",
    colors.neutral,
    `changes(${selectProcess(externalMetrics.processStart)}[$__rate_interval]) > 0`,
    "The exporter restarted",
    "instance",
  ).enable(true),
  // off until it is chosen above the panels: an alert that keeps firing colors the background of every graph
  annotation("Firing alerts", colors.bad, firing("critical|warning"), "{{alertname}}", "severity,instance,node").enable(
    false,
  ),
];

const links = () => [
  new DashboardLinkBuilder("Avalanche")
    .type(DashboardLinkType.Dashboards)
    .tags(["avalanche-exporter"])
    .icon("external link")
    .tooltip("Other dashboards of the exporter, with the same variables and time range")
    .asDropdown(true)
    .includeVars(true)
    .keepTime(true)
    .targetBlank(false),
];

const columns = 24;

type Placed = { readonly panel: Panel; readonly gridPos: { h: number; w: number; x: number; y: number } };

/** Places items from left to right, line by line. */
function flow(items: readonly (Sized | Stack)[], width: number, left: number, top: number): Placed[] {
  let [x, y, line] = [0, top, 0];
  return items.flatMap((item) => {
    if (x + item.width > width) [x, y, line] = [0, y + line, 0];
    const at = left + x;
    x += item.width;
    line = Math.max(line, item.height);
    if ("panels" in item) return flow(item.panels, item.width, at, y);
    return [{ panel: item.panel, gridPos: { h: item.height, w: item.width, x: at, y } }];
  });
}

/** Returns the panels of the dashboard; those of a collapsed row are in the row. */
function place(rows: readonly Row[]): Panel[] {
  let [y, id] = [0, 0];
  const numbered = ({ panel, gridPos }: Placed): Panel => ({ ...panel, id: ++id, gridPos });
  return rows.flatMap(({ title, panels, isCollapsed = false }) => {
    const row = new RowBuilder(title).collapsed(isCollapsed).build() as object as Panel;
    const head = numbered({ panel: row, gridPos: { h: 1, w: columns, x: 0, y } });
    const below = flow(panels, columns, 0, y + 1);
    y = isCollapsed ? y + 1 : Math.max(...below.map(({ gridPos }) => gridPos.y + gridPos.h));
    const inside = below.map(numbered);
    return isCollapsed ? [{ ...head, panels: inside }] : [head, ...inside];
  });
}

export function build({ name, title, description, variables = [], rows }: Spec) {
  const dashboard = new DashboardBuilder(`Avalanche / ${title}`)
    .id(null)
    .uid(`avax-${name}`)
    .description(description)
    .tags(tags)
    .editable()
    .tooltip(DashboardCursorSync.Crosshair)
    .timezone("browser")
    .refresh("30s")
    .time({ from: "now-24h", to: "now" })
    .version(1)
    .links(links())
    .annotations(annotations())
    .variables([
      new DatasourceVariableBuilder("datasource").label("Data source").type("prometheus").current({
        text: "default",
        value: "default",
        selected: true,
      }),
      ...[...targetVariables, ...variables].map(variable),
    ])
    .build();
  return { ...dashboard, panels: place(rows) };
}
export type Dashboard = ReturnType<typeof build>;

/** Returns the panels of a dashboard without rows, but with the panels in collapsed rows. */
export const everyPanel = ({ panels }: Dashboard): Panel[] =>
  panels.flatMap((panel) => (panel.type === "row" ? ((panel as { panels?: Panel[] }).panels ?? []) : [panel]));
