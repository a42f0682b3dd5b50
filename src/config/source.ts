/** What a configuration file holds, and the text of files. */
import { readFile } from "node:fs/promises";
import { getSystemErrorMessage } from "node:util";
import type { Path } from "./walk.ts";

type Position = { readonly line: number; readonly col: number };
export type Source = {
  readonly tree: unknown;
  /** The text holds no value: nothing, comments, or null. */
  readonly isEmpty: boolean;
  /** Of the key, or of the nearest one around it. */
  readonly at: (path: Path) => Position;
  readonly faults: readonly { readonly position: Position; readonly text: string }[];
};
export const noFile: Source = { tree: {}, isEmpty: true, at: () => ({ line: 1, col: 1 }), faults: [] };

/** The text, or why there is none. */
export async function readText(file: string): Promise<{ readonly text: string } | { readonly fault: string }> {
  try {
    return { text: await readFile(file, "utf8") };
  } catch (error) {
    const { errno, message } = error as NodeJS.ErrnoException;
    return { fault: `cannot read ${file}: ${errno === undefined ? message : getSystemErrorMessage(errno)}` };
  }
}
