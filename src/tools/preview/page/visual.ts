/** Data and settings of a panel to draw. */
import type { DataFrame, FieldConfigSource, TimeRange } from "@grafana/data";
import type { Panel } from "./model.ts";

export type Visual = {
  readonly panel: Panel;
  readonly fieldConfig: FieldConfigSource;
  readonly data: DataFrame[];
  readonly range: TimeRange;
};
export type Sized = Visual & { readonly width: number; readonly height: number };
