/** The documents of the repository. */
import { existsSync } from "node:fs";
import { glob, readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "../..");

type Documents = ReadonlyMap<string, string>;
const read = async (root: string, files: readonly string[]): Promise<Documents> =>
  new Map(await Promise.all(files.map(async (file) => [file, await readFile(join(root, file), "utf8")] as const)));

/** Returns the text of each document for users and contributors by its path: those of the root, the security policy, and docs/. */
export async function readDocuments(root = repository): Promise<Documents> {
  const inDocs = (await readdir(join(root, "docs"), { recursive: true }))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);
  const files = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ".github/SECURITY.md", ...inDocs.toSorted()].filter(
    (file) => existsSync(join(root, file)),
  );
  return read(root, files);
}

/** Folders without documents of the repository: installed packages, and what `.gitignore` has. */
const exclude = (path: string) => /(^|\/)(node_modules|dist|coverage)$/.test(path);
/** Returns the text of every document by its path: also runbooks, and those of charts, previews and tests. */
export async function readAllDocuments(): Promise<Documents> {
  const files = await Array.fromAsync(glob(["**/*.md", ".github/*.md"], { cwd: repository, exclude }));
  return read(repository, files.toSorted());
}

/** Returns the anchors that GitHub gives the headings of a document. */
export const anchorsIn = (text: string): readonly string[] =>
  [...text.replaceAll(/^```.*?^```/gms, "").matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
