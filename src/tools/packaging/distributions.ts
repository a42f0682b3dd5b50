/** Packages for Debian and Red Hat, from the folder of an executable. */
import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import packageJson from "../../../package.json" with { type: "json" };
import { loadCommands } from "../../app/cli/program.ts";
import { collectors } from "../../collectors/all.ts";
import { root } from "./bundle.ts";
import type { Architecture } from "./image.ts";
import { formatManPage } from "./man-page.ts";
import { findProgram } from "./programs.ts";

const { name, version, description, license, repository } = packageJson;
/** Libraries that Node.js needs, by packager. The names of rpm are those of all its distributions. */
const dependencies = {
  deb: ["libc6 (>= 2.28)", "libstdc++6", "libatomic1"],
  rpm: ["libc.so.6(GLIBC_2.28)(64bit)", "libstdc++.so.6()(64bit)", "libatomic.so.1()(64bit)"],
} as const;
/** The unit has this path. */
const library = `/usr/lib/${name}`;

const manPage = `${name}.1.gz`;

/** Writes the man page and the completion of each shell, which has the name of the shell. `seconds`: date of the page. */
async function writeHelp(folder: string, seconds: number) {
  const date = new Date(seconds * 1000).toISOString().slice(0, 10);
  const page = formatManPage(await loadCommands(), collectors, date);
  await writeFile(join(folder, manPage), gzipSync(page, { level: 9 }));
  for (const shell of ["bash", "zsh", "fish"]) {
    const script = execFileSync(process.execPath, [join(root, "src/main.ts"), "completion", shell]);
    await writeFile(join(folder, shell), script);
  }
}

const configOf = (folder: string, help: string, arch: Architecture) => {
  const place = (src: string, dst: string, mode = 0o644) => ({ src, dst, file_info: { mode } });
  const file = (source: string, dst: string, mode?: number) => place(join(folder, source), dst, mode);
  const zsh = (packager: string, functions: string) => ({
    ...place(join(help, "zsh"), `/usr/share/zsh/${functions}/_${name}`),
    packager,
  });
  return {
    name,
    arch,
    platform: "linux",
    version,
    section: "net",
    maintainer: "The avalanche-exporter authors <noreply@github.com>",
    vendor: "The avalanche-exporter authors",
    description,
    homepage: repository,
    license,
    contents: [
      // removal of the package removes its folders
      ...[library, `/etc/${name}`, `/usr/share/doc/${name}`].map((dst) => ({
        dst,
        type: "dir",
        file_info: { mode: 0o755 },
      })),
      file(name, `${library}/${name}`, 0o755),
      file("bcrypt.node", `${library}/bcrypt.node`),
      { src: `../lib/${name}/${name}`, dst: `/usr/bin/${name}`, type: "symlink" },
      file(`${name}.service`, `/usr/lib/systemd/system/${name}.service`),
      // an upgrade keeps the user's file
      { ...file("config.yml", `/etc/${name}/config.yml`), type: "config|noreplace" },
      file("LICENSE", `/usr/share/doc/${name}/copyright`),
      file("NOTICE", `/usr/share/doc/${name}/NOTICE`),
      place(join(help, manPage), `/usr/share/man/man1/${manPage}`),
      place(join(help, "bash"), `/usr/share/bash-completion/completions/${name}`),
      place(join(help, "fish"), `/usr/share/fish/vendor_completions.d/${name}.fish`),
      zsh("deb", "vendor-completions"),
      zsh("rpm", "site-functions"),
    ],
    scripts: Object.fromEntries(
      ["postinstall", "preremove", "postremove"].map((one) => [
        one,
        join(root, `src/tools/packaging/scripts/${one}.sh`),
      ]),
    ),
    // read by all supported distributions, unlike zstd
    deb: { compression: "xz" },
    rpm: { compression: "xz" },
    overrides: { deb: { depends: dependencies.deb }, rpm: { depends: dependencies.rpm } },
  };
};

/** Writes packages. `epoch`: time of all files in seconds. */
export async function packDistributions(
  folder: string,
  artifacts: string,
  architecture: Architecture,
  epoch: string,
  packagers: readonly (keyof typeof dependencies)[] = ["deb", "rpm"],
) {
  const work = await mkdtemp(join(tmpdir(), "avalanche-exporter-distributions-"));
  try {
    await writeHelp(work, Number(epoch));
    const config = join(work, "nfpm.json");
    await writeFile(config, JSON.stringify(configOf(folder, work, architecture)));
    const pack = (packager: string) =>
      promisify(execFile)(
        findProgram("nfpm"),
        ["package", "--config", config, "--packager", packager, "--target", artifacts],
        { env: { ...process.env, SOURCE_DATE_EPOCH: epoch } },
      );
    await Promise.all(packagers.map(pack));
  } finally {
    await rm(work, { recursive: true });
  }
}
