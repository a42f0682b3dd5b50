/** Dashboards in the repository. */
import { dashboardFiles, uploadFiles } from "../../../src/tools/grafana/dashboards/files.ts";
import { selectorsOf } from "./promql.ts";

export type Target = {
  readonly refId: string;
  readonly expr: string;
  readonly instant?: boolean;
  readonly range?: boolean;
  readonly format?: string;
  readonly legendFormat?: string;
  readonly datasource?: unknown;
};
export type DataLink = { readonly title: string; readonly url: string };
type Property = { readonly id: string; readonly value: unknown };
export type Panel = {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly datasource?: unknown;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly targets?: readonly Target[];
  readonly options?: { readonly colorMode?: string };
  /** Only for rows. */
  readonly collapsed?: boolean;
  readonly panels?: readonly Panel[];
  readonly fieldConfig: {
    readonly defaults: {
      readonly unit?: string;
      readonly noValue?: string;
      readonly mappings?: readonly object[];
      readonly links?: readonly DataLink[];
      readonly thresholds?: { readonly steps: readonly { readonly color: string }[] };
    };
    readonly overrides: readonly {
      readonly matcher: { readonly options: string };
      readonly properties: readonly Property[];
    }[];
  };
  readonly transformations?: readonly { readonly id: string; readonly options: Organized }[];
};
type Organized = {
  readonly renameByName: Readonly<Record<string, string>>;
  readonly excludeByName: Readonly<Record<string, boolean>>;
};
export type Variable = {
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly query: string;
  readonly allValue?: string;
  readonly regex?: string;
  readonly multi?: boolean;
  readonly includeAll?: boolean;
  readonly refresh?: number;
  readonly datasource?: unknown;
};
export type Dashboard = {
  readonly id: null;
  readonly uid: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly editable: boolean;
  readonly graphTooltip: number;
  readonly timezone: string;
  readonly refresh: string;
  readonly schemaVersion: number;
  readonly time: { readonly from: string; readonly to: string };
  readonly links: readonly Readonly<Record<string, unknown>>[];
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Variable[] };
  readonly annotations: {
    readonly list: readonly { readonly name: string; readonly expr: string; readonly enable: boolean }[];
  };
};

export const texts: ReadonlyMap<string, string> = dashboardFiles();
const parseAll = (files: ReadonlyMap<string, string>) => [...files.values()].map((text) => JSON.parse(text));
export const dashboards: readonly Dashboard[] = parseAll(texts);
export const uploads: readonly Readonly<Record<string, unknown>>[] = parseAll(uploadFiles());

/** Returns the panels without rows, but with the panels in collapsed rows. */
export const panelsOf = ({ panels }: Dashboard): readonly Panel[] =>
  panels.flatMap((panel) => (panel.type === "row" ? (panel.panels ?? []) : [panel]));
export const queriesOf = (dashboard: Dashboard) =>
  panelsOf(dashboard).flatMap((panel) =>
    (panel.targets ?? []).map((target) => ({
      dashboard,
      panel,
      target,
      name: `${dashboard.uid}: ${panel.title} ${target.refId}`,
    })),
  );

export const queries = dashboards.flatMap(queriesOf);
export const panels = dashboards.flatMap((dashboard) =>
  panelsOf(dashboard).map((panel) => ({ dashboard, panel, name: `${dashboard.uid}: ${panel.title}` })),
);
/** Selectors of all queries, with the names of the queries. */
export const selectors = queries.flatMap(({ name, target }) =>
  selectorsOf(target.expr).map((selector) => ({ name, ...selector })),
);
/** Returns the names of all for which a condition holds. */
export const namesWhere = <T extends { readonly name: string }>(all: readonly T[], condition: (one: T) => boolean) =>
  all.filter(condition).map(({ name }) => name);
