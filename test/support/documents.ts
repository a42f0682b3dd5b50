/** The documents of the repository: those of its root, the security policy, and docs/. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "../..");

/** Returns the text of each document by its path in the repository. */
export async function readDocuments(root = repository): Promise<ReadonlyMap<string, string>> {
  const inDocs = (await readdir(join(root, "docs"), { recursive: true }))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);
  const files = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ".github/SECURITY.md", ...inDocs.toSorted()].filter(
    (file) => existsSync(join(root, file)),
  );
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(root, file), "utf8")] as const)),
  );
}

/** Returns the anchors that GitHub gives the headings of a document. */
export const anchorsIn = (text: string): readonly string[] =>
  [...text.replaceAll(/^```.*?^```/gms, "").matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
