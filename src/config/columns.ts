const maxWidth = 100;

function wrap(text: string, room: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= room) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Formats rows as two columns, at most 100 characters wide in total. */
export function columns(rows: readonly (readonly [left: string, right: string])[]): string {
  const left = 2 + Math.max(0, ...rows.map(([text]) => text.length)) + 2;
  return rows
    .flatMap(([name, text]) =>
      wrap(text, maxWidth - left).map((line, at) => `${(at === 0 ? `  ${name}` : "").padEnd(left)}${line}`),
    )
    .join("\n");
}
