/** Fills the blocks between `<!-- generated: NAME -->` and `<!-- /generated -->`. Throws unless each block occurs once. */
export function fillBlocks(text: string, blocks: Readonly<Record<string, string>>): string {
  const found: string[] = [];
  const filled = text.replace(
    /(<!-- generated: ([\w-]+) -->\n).*?(<!-- \/generated -->)/gs,
    (_all, begin: string, name: string, end: string) => {
      const block = blocks[name];
      if (block === undefined) throw new Error(`no generated block is called ${name}`);
      found.push(name);
      return `${begin}\n${block.trimEnd()}\n\n${end}`;
    },
  );
  const missing = Object.keys(blocks).filter((name) => found.filter((other) => other === name).length !== 1);
  if (missing.length > 0) throw new Error(`not there exactly once: ${missing.join(", ")}`);
  return filled;
}
