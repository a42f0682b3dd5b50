/** Properties that must hold for each fault, and the table of results. */
export const properties = {
  page: "the response is complete, and promtool accepts it",
  values: "no value is false",
  reason: "the reason is correct",
  others: "other nodes are not affected",
  recovers: "it recovers without intervention",
  alive: "there are no unhandled rejections and no reports of a bug",
  resources: "memory and sockets return to their initial level",
} as const;
export type Property = keyof typeof properties;
export const propertyNames = Object.keys(properties) as readonly Property[];

/** Results by property. A property that does not apply to a fault is absent. */
export type Cells = { readonly [P in Property]?: Cell };
export type Cell = { readonly wrong: string } | { readonly holds: true; readonly note?: string };
export const holds = (note?: string): Cell => ({ holds: true, ...(note !== undefined && { note }) });
export const cellOf = (wrong: string | undefined): Cell => (wrong === undefined ? holds() : { wrong });

const shown = (cell: Cell | undefined) => (!cell ? "–" : "wrong" in cell ? "FAILS" : (cell.note ?? "✓"));

export function tableOf(rows: ReadonlyMap<string, Cells>): string {
  const width = Math.max(...[...rows.keys()].map((name) => name.length));
  const line = (name: string, cells: readonly string[]) =>
    [name.padEnd(width), ...cells.map((cell) => cell.padEnd(9))].join("  ").trimEnd();
  return [
    line("fault", propertyNames),
    ...[...rows].map(([name, cells]) =>
      line(
        name,
        propertyNames.map((property) => shown(cells[property])),
      ),
    ),
    ...[...rows].flatMap(([name, cells]) =>
      Object.entries(cells).flatMap(([property, cell]) =>
        "wrong" in cell ? `${name}: ${property}: ${cell.wrong}` : [],
      ),
    ),
    "",
  ].join("\n");
}
