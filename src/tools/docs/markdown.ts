/** Markdown: tables, and blocks of documents that programs fill. */
export const code = (text: string) => (text === "" ? "" : `\`${text}\``);

const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");

/** Marks of blocks: `npm run docs` writes generated ones; tests, run with `-u`, write the tables of what they verify. */
type Mark = "generated" | "tested";

/** Fills the blocks between `<!-- generated: NAME -->` and `<!-- /generated -->`. Throws unless each block occurs once. */
export function fillBlocks(text: string, blocks: Readonly<Record<string, string>>, mark: Mark = "generated"): string {
  const pattern = new RegExp(`(<!-- ${mark}: ([\\w-]+) -->\n)(.*?)(<!-- /${mark} -->)`, "gs");
  const found: string[] = [];
  const filled = text.replace(pattern, (_all, begin: string, name: string, _before: string, end: string) => {
    const block = blocks[name];
    if (block === undefined) throw new Error(`no generated block is called ${name}`);
    found.push(name);
    return `${begin}\n${block.trimEnd()}\n\n${end}`;
  });
  const missing = Object.keys(blocks).filter((name) => found.filter((other) => other === name).length !== 1);
  if (missing.length > 0) throw new Error(`not there exactly once: ${missing.join(", ")}`);
  return filled;
}

/** Replaces the text between `<!-- measured -->` and `<!-- /measured -->`. Throws if the marks are missing. */
export function fillMeasured(text: string, measured: string): string {
  const block = /(?<=<!-- measured -->\n).*?(?=<!-- \/measured -->)/s;
  if (!block.test(text)) throw new Error("no <!-- measured --> in the document");
  return text.replace(block, () => `\n${measured.trimEnd()}\n\n`);
}
