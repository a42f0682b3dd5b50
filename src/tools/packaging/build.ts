/** Compiles the program to the npm package in dist/npm. */
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { bundle, type Form, formatNotices, root } from "./bundle.ts";

const { name, version, description, license, repository, dependencies, engines } = packageJson;
const minimumNode = engines.node.replace(">=", "");
const [major, minor] = minimumNode.split(".");

/** Checks the version before it loads the program, which an older Node.js cannot parse. */
const launcher = `#!/usr/bin/env node
const [major, minor] = process.versions.node.split(".").map(Number);
if (major > ${major} || (major === ${major} && minor >= ${minor})) {
  await import("./main.js");
} else {
  process.stderr.write(\`avalanche-exporter: Node.js \${process.version} is too old; install ${minimumNode} or later\\n\`);
  process.exitCode = 1;
}
`;

const manifest = {
  name,
  version,
  description,
  keywords: ["avalanche", "avalanchego", "prometheus", "exporter", "metrics", "validator"],
  license,
  repository: { type: "git", url: `git+${repository}.git` },
  homepage: `${repository}#readme`,
  bugs: `${repository}/issues`,
  type: "module",
  bin: { [name]: `${name}.js` },
  engines,
  dependencies: { bcrypt: dependencies.bcrypt },
};

/** The package has no other documents and pictures. */
function absoluteLinks(text: string): string {
  const at = (kind: string) => `${repository}/${kind}/v${version}`;
  return text.replace(
    /(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)/g,
    (_, image: string, label: string, path: string) => `${image}[${label}](${at(image ? "raw" : "blob")}/${path})`,
  );
}

/** Writes the program with its launcher and the notices of its packages. Returns the folders of the packages. */
export async function writeProgram(folder: string, form: Form) {
  await mkdir(folder, { recursive: true });
  const packages = await bundle(folder, form);
  await writeFile(join(folder, `${name}.js`), launcher);
  await chmod(join(folder, `${name}.js`), 0o755);
  await writeFile(join(folder, "THIRD-PARTY-NOTICES"), formatNotices(packages));
  await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"));
  return packages;
}

/** Writes the npm package. */
export async function buildPackage(folder: string) {
  await writeProgram(folder, { bcrypt: "package", sourcemap: true });
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(folder, "README.md"), absoluteLinks(await readFile(join(root, "README.md"), "utf8")));
}

if (import.meta.main) {
  const folder = join(root, "dist/npm");
  await rm(folder, { recursive: true, force: true });
  await buildPackage(folder);
}
