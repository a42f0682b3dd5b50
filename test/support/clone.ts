/** A clone, and its shell. */
import { symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { temporaryFolder } from "./folder.ts";
import { type Place, readAlias, type } from "./typing.ts";

const root = resolve(import.meta.dirname, "../..");

/** Creates a folder with the contents of the clone. What a command writes there is not in the clone. */
export async function createClone() {
  const folder = await temporaryFolder();
  for (const name of ["package.json", ".npmrc", "src", "node_modules"])
    await symlink(join(root, name), join(folder, name));
  const place: Place = { folder, alias: await readAlias() };
  return {
    ...place,
    /** Types a line that can have `avalanche-exporter`. */
    type: (line: string, env: Readonly<Record<string, string>>) => type(line, { ...place, env }),
  };
}
