/** What must hold of each fault, and the table of it. */
export const properties = {
  page: "the page is whole, and promtool takes it",
  values: "no value is false",
  reason: "the reason is the right one",
  others: "other nodes go on untouched",
  recovers: "it recovers by itself within two intervals",
  alive: "no rejection is unhandled, and nothing is a bug",
  resources: "memory and sockets are back to where they began",
} as const;
export type Property = keyof typeof properties;
export const propertyNames = Object.keys(properties) as readonly Property[];

/** What is wrong, or that it holds. A property that has no meaning for a fault is not there. */
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
