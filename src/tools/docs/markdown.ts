/** Markdown tables. */
export const code = (text: string) => (text === "" ? "" : `\`${text}\``);

const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
