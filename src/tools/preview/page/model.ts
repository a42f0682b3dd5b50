/** Types of classic dashboards, limited to the parts that are drawn. */
import type { DataTransformerConfig, FieldConfigSource } from "@grafana/data";

export type Target = {
  readonly refId: string;
  readonly expr: string;
  readonly legendFormat?: string;
  readonly instant?: boolean;
  readonly range?: boolean;
  readonly format?: string;
};
type GridPos = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
export type Panel = {
  readonly type: string;
  readonly title?: string;
  readonly description?: string;
  readonly gridPos: GridPos;
  readonly targets?: readonly Target[];
  readonly transformations?: readonly DataTransformerConfig[];
  readonly fieldConfig?: Partial<FieldConfigSource>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Only for rows. */
  readonly collapsed?: boolean;
  readonly panels?: readonly Panel[];
};
export type Variable = {
  readonly type: string;
  readonly name: string;
  readonly label?: string;
  readonly query: string;
  readonly regex?: string;
  readonly multi?: boolean;
  readonly includeAll?: boolean;
  readonly allValue?: string | null;
  readonly current?: { readonly value?: string | readonly string[] };
};
export type Dashboard = {
  readonly title: string;
  readonly panels: readonly Panel[];
  readonly templating?: { readonly list?: readonly Variable[] };
  readonly time?: { readonly from: string; readonly to: string };
};
/** Problem with a panel, or with the dashboard if `panel` is undefined. */
export type Problem = { readonly panel: string | undefined; readonly what: string };
export type Drawing = {
  readonly dashboard: Dashboard;
  /** "Now", in milliseconds. */
  readonly end: number;
  /** Scrape interval of Prometheus, such as 60s. */
  readonly scrapeInterval: string;
  /** Whether collapsed rows are drawn open. */
  readonly isOpen: boolean;
};
export type Draw = (drawing: Drawing) => Promise<readonly Problem[]>;

/** Position in pixels. */
export const width = 1600;
const rowHeight = 30;
const mostAbove = 300;
export const gap = 8;
export const columns = 24;
export const pixelsHigh = (rows: number) => rows * (rowHeight + gap) - gap;

/** Expands collapsed rows: following panels move down. */
function opened(panels: readonly Panel[]): readonly Panel[] {
  let moved = 0;
  return panels.flatMap((panel) => {
    const down = (one: Panel, by: number): Panel => ({ ...one, gridPos: { ...one.gridPos, y: one.gridPos.y + by } });
    const row = down(panel, moved);
    if (panel.type !== "row" || !panel.collapsed || !panel.panels?.length) return [row];
    const first = Math.min(...panel.panels.map(({ gridPos }) => gridPos.y));
    const last = Math.max(...panel.panels.map(({ gridPos }) => gridPos.y + gridPos.h));
    const begin = row.gridPos.y + row.gridPos.h;
    moved += last - first;
    return [row, ...panel.panels.map((inner) => down(inner, begin - first))];
  });
}

export const bottomOf = (panels: readonly Panel[]) => Math.max(0, ...panels.map(({ gridPos: { y, h } }) => y + h));
/** Returns the panels to draw. */
export const drawnOf = ({ panels }: Dashboard, isOpen: boolean) => (isOpen ? opened(panels) : panels);
/** Returns a height that is sufficient for the dashboard. */
export const heightOf = (dashboard: Dashboard, isOpen: boolean) =>
  mostAbove + pixelsHigh(bottomOf(drawnOf(dashboard, isOpen)));
