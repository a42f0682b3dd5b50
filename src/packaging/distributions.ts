/** Packages for Debian and Red Hat, from the folder of an executable. */
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import packageJson from "../../package.json" with { type: "json" };
import { root } from "./bundle.ts";
import type { Architecture } from "./image.ts";
import { findProgram } from "./programs.ts";

const { name, version, description, license, repository } = packageJson;
/** The unit has this path. */
const library = `/usr/lib/${name}`;

const configOf = (folder: string, arch: Architecture) => {
  const file = (source: string, dst: string, mode = 0o644) => ({
    src: join(folder, source),
    dst,
    file_info: { mode },
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
    ],
    scripts: {
      postinstall: join(root, "src/packaging/scripts/postinstall.sh"),
      preremove: join(root, "src/packaging/scripts/preremove.sh"),
    },
    // read by all supported distributions, unlike zstd
    deb: { compression: "xz" },
    rpm: { compression: "xz" },
  };
};

/** Writes a deb and an rpm. `epoch`: time of all files in seconds. */
export async function packDistributions(folder: string, artifacts: string, architecture: Architecture, epoch: string) {
  const config = join(artifacts, "nfpm.json");
  await writeFile(config, JSON.stringify(configOf(folder, architecture)));
  const makes = ["deb", "rpm"].map((packager) =>
    promisify(execFile)(
      findProgram("nfpm"),
      ["package", "--config", config, "--packager", packager, "--target", artifacts],
      { env: { ...process.env, SOURCE_DATE_EPOCH: epoch } },
    ),
  );
  await Promise.all(makes);
  await rm(config);
}
