/** Bundles the page with its dependencies into one script and one style sheet. */
import { join } from "node:path";
import { build } from "esbuild";

export type Bundle = { readonly script: string; readonly style: string };

export async function bundle(): Promise<Bundle> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "page/app.tsx")],
    bundle: true,
    write: false,
    outdir: "out",
    format: "iife",
    jsx: "automatic",
    minify: true,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"', global: "window" },
    loader: { ".svg": "dataurl", ".ttf": "dataurl", ".woff": "empty", ".woff2": "dataurl" },
  });
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "";
  return { script: textOf(".js"), style: textOf(".css") };
}
