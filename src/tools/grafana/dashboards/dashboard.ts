/** A dashboard: variables, annotations, links, and the grid of its panels. */
import { colors } from "./palette.ts";
import { datasource, type Panel, type Sized } from "./panels.ts";

/** Variable that a query fills. All is a regular expression, or the list of all values without `all`. */
export type Variable = {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly query: string;
  readonly all?: string;
  /** Extracts a value and its displayed text from a series. */
  readonly regex?: string;
};
export type Row = {
  readonly title: string;
  readonly panels: readonly Sized[];
  /** Hides the panels until the row is opened. Their queries do not run until then. */
  readonly isCollapsed?: true;
};
export type Board = {
  /** Name of the file, and part of the UID. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly variables: readonly Variable[];
  readonly rows: readonly Row[];
};

export const network: Variable = {
  name: "network",
  label: "network",
  description: "Network name as reported by the node.",
  query: "label_values(avax_node_state, network)",
  all: ".*",
};
/** Takes the values of a label from series, and shows their aliases. */
export const byAlias = (label: string) => `/${label}="(?<value>[^"]+)|alias="(?<text>[^"]+)/g`;

const variableOf = ({ name, label, description, query, all, regex }: Variable) => ({
  type: "query",
  name,
  label,
  description,
  datasource,
  query,
  definition: query,
  refresh: 2,
  sort: 5,
  multi: true,
  includeAll: true,
  current: { text: "All", value: "$__all", selected: true },
  options: [],
  ...(all !== undefined && { allValue: all }),
  ...(regex !== undefined && { regex }),
});
const source = {
  type: "datasource",
  name: "datasource",
  label: "Data source",
  query: "prometheus",
  current: { text: "default", value: "default", selected: true },
};

/** Off until it is chosen above the panels: an alert that keeps firing colors the background of every graph. */
const firing = {
  name: "Firing alerts",
  enable: false,
  datasource,
  expr: 'ALERTS{alertstate="firing",severity=~"critical|warning"}',
  titleFormat: "{{alertname}}",
  tagKeys: "severity,instance,node",
  iconColor: colors.bad,
  step: "60s",
};
const otherDashboards = {
  type: "dashboards",
  title: "Avalanche",
  tooltip: "Other dashboards of the exporter, with the same variables and time range",
  icon: "external link",
  tags: ["avalanche-exporter"],
  asDropdown: true,
  includeVars: true,
  keepTime: true,
  targetBlank: false,
};

const columns = 24;

/** Places panels from left to right, line by line. */
function flow(panels: readonly Sized[], top: number) {
  let [x, y, line] = [0, top, 0];
  return panels.map(({ panel, width: w, height: h }) => {
    if (x + w > columns) [x, y, line] = [0, y + line, 0];
    const gridPos = { h, w, x, y };
    x += w;
    line = Math.max(line, h);
    return { ...panel, gridPos };
  });
}
/** Returns the panels of the dashboard; those of a collapsed row are in the row. */
function place(rows: readonly Row[]): readonly Panel[] {
  let [y, id] = [0, 0];
  return rows.flatMap(({ title, panels, isCollapsed: collapsed = false }): readonly Panel[] => {
    const row = { type: "row", title, collapsed, id: ++id, gridPos: { h: 1, w: columns, x: 0, y }, panels: [] };
    const inside = flow(panels, y + 1).map((panel) => ({ ...panel, id: ++id }));
    y = collapsed ? y + 1 : Math.max(...inside.map(({ gridPos }) => gridPos.y + gridPos.h));
    return collapsed ? [{ ...row, panels: inside }] : [row, ...inside];
  });
}

export const build = ({ name, title, description, variables, rows }: Board) => ({
  id: null,
  uid: `avax-${name}`,
  title: `Avalanche / ${title}`,
  description,
  tags: ["avalanche", "avalanche-exporter"],
  editable: true,
  graphTooltip: 1,
  timezone: "browser",
  refresh: "30s",
  time: { from: "now-24h", to: "now" },
  schemaVersion: 42,
  version: 1,
  links: [otherDashboards],
  annotations: { list: [firing] },
  templating: { list: [source, ...variables.map(variableOf)] },
  panels: place(rows),
});
export type Dashboard = ReturnType<typeof build>;

/** Returns the panels of a dashboard without rows, but with the panels in collapsed rows. */
export const everyPanel = ({ panels }: Dashboard): readonly Panel[] =>
  panels.flatMap((panel) => (panel.type === "row" ? (panel["panels"] as readonly Panel[]) : [panel]));
