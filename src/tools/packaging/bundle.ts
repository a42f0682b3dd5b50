/** Compiles the program: bundles src/main.ts with its packages. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { type OutputChunk, type Plugin, rolldown } from "rolldown";
import { readBuild } from "../../app/cli/build.ts";

export const root = join(import.meta.dirname, "../../..");

/** Replaces the read of a file next to a module by its text. */
const inlineFiles: Plugin = {
  name: "inline-files",
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: /readFileSync\(new URL\(/ },
    handler: (code, id) => ({
      code: code.replace(/readFileSync\(new URL\("(.+?)", import\.meta\.url\), "utf8"\)/g, (_, name: string) =>
        JSON.stringify(readFileSync(join(dirname(id), name), "utf8")),
      ),
      map: null,
    }),
  },
};

/** Source maps name the lines of the sources, by their paths in the repository, which has the sources. */
const withoutSources: Plugin = {
  name: "without-sources",
  generateBundle({ dir = "" }, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "asset" || !file.fileName.endsWith(".map")) continue;
      const { sourcesContent, ...map } = JSON.parse(String(file.source));
      const sources = map.sources.map((source: string) => relative(root, resolve(dir, source)));
      file.source = JSON.stringify({ ...map, sources });
    }
  },
};

/** Returns the folders of the packages in the bundle, sorted. */
function packageFolders(chunks: readonly OutputChunk[]): string[] {
  const folders = chunks
    .flatMap(({ moduleIds }) => moduleIds)
    .flatMap((id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []);
  return [...new Set(folders)].sort();
}

export type Form = {
  /** Where bcrypt is: the npm package, or its native code in the folder of the program. */
  readonly bcrypt: "package" | "file";
  readonly sourcemap?: boolean;
  /** One file in place of one per command and what they share. */
  readonly isSingle?: boolean;
};

/** Writes main.js, and the other files of the bundle. Returns the folders of the packages that it contains. */
export async function bundle(folder: string, { bcrypt, sourcemap = false, isSingle = false }: Form): Promise<string[]> {
  const { branch, revision } = await readBuild(process.env);
  const build = await rolldown({
    input: { main: join(root, "src/main.ts") },
    platform: "node",
    plugins: [inlineFiles, withoutSources],
    transform: { target: "node24", define: { COMPILED_REVISION: JSON.stringify({ branch, revision }) } },
    ...(bcrypt === "package"
      ? { external: ["bcrypt"] }
      : { resolve: { alias: { bcrypt: join(root, "src/tools/packaging/bcrypt-file.ts") } } }),
  });
  const { output } = await build.write({
    dir: folder,
    format: "esm",
    minify: true,
    sourcemap,
    codeSplitting: !isSingle,
    comments: { legal: false },
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  });
  await build.close();
  const bundled = packageFolders(output.filter((file) => file.type === "chunk"));
  return bcrypt === "package" ? bundled : [...bundled, join(root, "node_modules/bcrypt")].sort();
}

type PackageJson = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author: string | { readonly name: string };
};
const formatAuthor = (author: PackageJson["author"]) => (typeof author === "string" ? author : author.name);

export const readPackage = (folder: string): PackageJson =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Returns the notices that must accompany copies of packages: name, version and license text of each. */
export function formatNotices(folders: readonly string[]): string {
  const notices = folders.map((folder) => {
    const { name, version, license, author } = readPackage(folder);
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    const text =
      file === undefined ? `Author: ${formatAuthor(author)}` : readFileSync(join(folder, file), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return notices.join(`\n${"-".repeat(80)}\n\n`);
}
