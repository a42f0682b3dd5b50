/** Properties that must hold for each fault. */
const properties = {
  page: "the response is complete, and promtool accepts it",
  values: "no value is false",
  reason: "the reason is correct",
  others: "other nodes are not affected",
  recovers: "it recovers without intervention",
  alive: "there are no unhandled rejections and no reports of a bug",
  resources: "memory and sockets return to their initial level",
} as const;

/** The reason why a property does not hold; undefined if it holds. */
export type Cells = { readonly [P in keyof typeof properties]?: string | undefined };

/** Returns the properties that do not hold, each with its reason. A string, because a failed assertion shows it whole. */
export const failing = (cells: Cells): string =>
  Object.entries(properties)
    .flatMap(([name, sentence]) => {
      const wrong = cells[name as keyof Cells];
      return wrong === undefined ? [] : `not so: ${sentence}: ${wrong}`;
    })
    .join("\n");
