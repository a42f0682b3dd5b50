/** Commands of docs/getting-started.md. */
import { readFile } from "node:fs/promises";

export async function gettingStarted() {
  const text = await readFile("docs/getting-started.md", "utf8");
  /** Text of the section with this title, without the sections below it. */
  const sectionOf = (title: string): string => {
    const [, section] = new RegExp(`^#+ ${title}\\n(.*?)(?=^#+ |$(?![^]))`, "ms").exec(
      text.replace(/^```.*?^```$/gms, (block) => block.replace(/^#/gm, "\0")),
    ) ?? [undefined, undefined];
    if (section === undefined) throw new Error(`docs/getting-started.md has no section ${title}`);
    return section.replaceAll("\0", "#");
  };
  return {
    /** The blocks of commands in a section, in their order. */
    blocksOf: (title: string): readonly string[] =>
      [...sectionOf(title).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block),
    /** The commands in the sentences of a section. */
    codeOf: (title: string, pattern: RegExp): readonly string[] =>
      [
        ...sectionOf(title)
          .replace(/^```.*?^```$/gms, "")
          .matchAll(/`([^`]+)`/g),
      ]
        .map(([, code = ""]) => code)
        .filter((code) => pattern.test(code)),
  };
}
