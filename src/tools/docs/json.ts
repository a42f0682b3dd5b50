/** Returns JSON text with a line for each member down to `depth`, so that a change of one member changes one line. */
export function toJson(value: object, depth: number): string {
  return `${format(value, depth, "\n")}\n`;
}

function format(value: unknown, depth: number, lineBreak: string): string {
  if (depth === 0 || typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${lineBreak}  `;
  const wrap = (open: string, members: readonly string[], close: string) =>
    members.length === 0 ? open + close : open + inner + members.join(`,${inner}`) + lineBreak + close;
  if (Array.isArray(value)) {
    const items = value.map((item) => format(item ?? null, depth - 1, inner));
    return wrap("[", items, "]");
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return wrap(
    "{",
    members.map(([key, member]) => `${JSON.stringify(key)}: ${format(member, depth - 1, inner)}`),
    "}",
  );
}
