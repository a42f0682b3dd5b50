/** What can stand on the command line, for scripts that complete it. */
import type { CommandName } from "../summaries.ts";

export type Flag = {
  /** With its hyphens. */
  readonly name: string;
  readonly description: string;
  /** What follows it: nothing, a file, any text, or one of a list. */
  readonly value: "none" | "file" | "text" | readonly string[];
};
export type Line = {
  readonly commands: readonly {
    readonly name: CommandName;
    readonly summary: string;
    /** What may follow beside flags. */
    readonly words: readonly string[];
    /** Its own. */
    readonly flags: readonly Flag[];
  }[];
  /** Those that every command takes. */
  readonly settings: readonly Flag[];
};

export const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
type Named = { readonly name: string };
export const namesOf = (all: readonly Named[]) => all.map(({ name }) => name);
/** For a `case`. */
export const patternOf = (all: readonly Named[]) => namesOf(all).join("|");

/** All flags by what follows them. */
export function byValue({ commands, settings }: Line) {
  const all = new Map([...commands.flatMap(({ flags }) => flags), ...settings].map((flag) => [flag.name, flag]));
  const of = (value: Flag["value"]) => [...all.values()].filter((flag) => flag.value === value);
  const choices = [...all.values()].flatMap(({ name, value }) =>
    typeof value === "string" ? [] : [{ name, values: value }],
  );
  return { files: of("file"), texts: of("text"), choices };
}
