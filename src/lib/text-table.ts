const maxWidth = 100;

/** Breaks a text at blanks into lines of at most `room` characters; a longer word has its own line. */
const wrap = (text: string, room: number) => text.match(new RegExp(`[^ ].{0,${room - 1}}(?= |$)|[^ ]+`, "g")) ?? [""];

/** Formats rows as two columns, at most 100 characters wide in total. */
export function formatColumns(rows: readonly (readonly [left: string, right: string])[]): string {
  const left = 2 + Math.max(0, ...rows.map(([text]) => text.length)) + 2;
  return rows
    .flatMap(([name, text]) =>
      wrap(text, maxWidth - left).map((line, at) => `${(at === 0 ? `  ${name}` : "").padEnd(left)}${line}`),
    )
    .join("\n");
}
