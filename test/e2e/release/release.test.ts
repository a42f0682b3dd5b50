/** A rehearsal of a release: makes its files as the workflow does, and installs each as a user would. */
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import packageJson from "../../../package.json" with { type: "json" };
import { buildPackage } from "../../../src/packaging/build.ts";
import { packageAll } from "../../../src/packaging/package.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { end, print } from "../delivery/support/tools.ts";
import { useExporter } from "./installed.ts";
import { startNpmRegistry } from "./npm-registry.ts";

const { name, version } = packageJson;
const node = resolve("node_modules/.bin");
const withNode = `${node}:${process.env["PATH"]}`;

let folder: string;
let artifacts: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "avalanche-exporter-release-"));
  artifacts = join(folder, "artifacts");
  await buildPackage(join(folder, "npm"));
  await print("npm", ["ci", "--force", "--prefix", "src/packaging/node"]);
  await packageAll(artifacts, ["amd64"]);
});
afterAll(() => rm(folder, { recursive: true }));

/** Total size of the files in bytes, and their names. */
async function contentsOf(root: string) {
  const names = await readdir(root, { recursive: true });
  const stats = await Promise.all(names.map((one) => stat(join(root, one))));
  return { names, bytes: stats.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0) };
}

test("the npm package is published, installed from the registry, and run", async () => {
  const upstream = (await print("npm", ["config", "get", "registry"])).trim();
  const registry = await startNpmRegistry(name, upstream);
  const given = { cwd: await temporaryFolder() };
  const settings = [`--registry=${registry.url}`, "--no-audit", "--no-fund", "--ignore-scripts"];
  const npm = (...args: readonly string[]) => print("env", [`PATH=${withNode}`, "npm", ...settings, ...args], given);
  try {
    await npm("publish", join(folder, "npm"), `--${registry.url.replace("http:", "")}:_authToken=none`);
    await npm("install", "--global", `--prefix=${given.cwd}`, name);
    expect(await npm("exec", "--yes", name, "--", "--version")).toContain(`version ${version} (`);
  } finally {
    registry.close();
  }
  const installed = join(given.cwd, "lib/node_modules", name);
  const { names, bytes } = await contentsOf(installed);
  expect(bytes).toBeLessThan(8e6);
  expect(
    names.filter((file) => /\.test\.|(^|\/)tests?\/|\.pem$|\.key$/.test(file) && !file.includes("bcrypt/")),
  ).toEqual([]);
  await useExporter(["env", `PATH=${withNode}`, join(given.cwd, "bin", name)], given.cwd);
});

test("the archive of the executable is laid out as those of Prometheus, and runs from any folder", async () => {
  const target = await temporaryFolder();
  const top = `${name}-${version}.linux-amd64`;
  await print("tar", ["-xf", join(artifacts, `${top}.tar.gz`), "-C", target]);
  expect(await readdir(target)).toEqual([top]);
  expect((await readdir(join(target, top))).sort()).toEqual([
    ...["LICENSE", "NOTICE", "avalanche-exporter", "avalanche-exporter.service", "bcrypt.node", "config.yml"],
  ]);
  const program = join(target, top, name);
  expect(await print(program, ["check-config", `--config.file=${join(target, top, "config.yml")}`])).toContain("node:");
  await useExporter([program], target);
});

test("its example configuration is valid with all comments removed", async () => {
  const text = await readFile("src/packaging/files/config.yml", "utf8");
  const [head = "", ...rest] = text.split("\nnode:");
  const file = join(await temporaryFolder(), "config.yml");
  await writeFile(join(dirname(file), "web.yml"), "{}\n");
  const all = `node:${rest.join("\nnode:")}`.replace(/^(\s*)# ( *#.*)$/gm, "").replace(/^( *)# /gm, "$1");
  await writeFile(file, all.replace(/credentials_file: .*/, "credentials: token"));
  expect(head).toContain("systemctl reload");
  expect(Object.keys(parse(all))).toEqual(["node", "watch", "web"]);
  expect(await print("node", ["src/main.ts", "check-config", `--config.file=${file}`])).toContain("my validator");
});

/** Runs commands as root on a copy of this machine's file system, in memory, with a shared folder at /mnt. */
async function onCopy(shared: string, commands: string) {
  const work = await temporaryFolder();
  await writeFile(join(shared, "commands"), commands);
  const script = `set -e
work=$1; mount -t tmpfs none "$work"; mkdir "$work/upper" "$work/work" "$work/root"
mount -t overlay overlay -o lowerdir=/,upperdir="$work/upper",workdir="$work/work" "$work/root"
mount --bind "$2" "$work/root/mnt"; mount -t proc proc "$work/root/proc"
exec chroot "$work/root" sh -e /mnt/commands`;
  return end("unshare", ["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script, "copy", work, shared]);
}

test("the deb is installed, keeps the configuration of its user in an upgrade, and is removed", async () => {
  const shared = await temporaryFolder();
  await cp(join(artifacts, `${name}_${version}_amd64.deb`), join(shared, "one.deb"));
  const commands = `
dpkg --install /mnt/one.deb >/dev/null
echo '# mine' >> /etc/${name}/config.yml
dpkg --install /mnt/one.deb >/dev/null
tail -n 1 /etc/${name}/config.yml
${name} --version
dpkg --purge ${name} >/dev/null
ls -d /etc/${name} /usr/bin/${name} /usr/lib/${name} 2>/dev/null || echo removed`;
  const { code, out, err } = await onCopy(shared, commands);
  expect([code, err]).toEqual([0, ""]);
  expect(out.split("\n")).toEqual([
    "# mine",
    expect.stringContaining(`version ${version} (`),
    ...Array(3).fill(expect.anything()),
    "",
  ]);
});

test("deb and rpm have the same files", async () => {
  const [deb, rpm] = [`${name}_${version}_amd64.deb`, `${name}-${version}-1.x86_64.rpm`].map((file) =>
    join(artifacts, file),
  );
  const paths = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, path]) => path).sort();
  const inDeb = paths(await print("dpkg-deb", ["--contents", deb ?? ""]), /\.(\/\S*[^/\s])(?: -> .*)?$/gm);
  const folders = ["/etc", "/usr", "/usr/bin", "/usr/lib", "/usr/share"];
  const inRpm = paths(await print("rpm", ["--query", "--package", "--list", rpm ?? ""]), /^(\/.*)$/gm);
  expect(inRpm.length).toBeGreaterThan(6);
  expect(inDeb.filter((path) => inRpm.includes(path) || !folders.includes(path ?? ""))).toEqual(
    expect.arrayContaining(inRpm),
  );
  expect((await print("rpm", ["--query", "--package", "--configfiles", rpm ?? ""])).trim()).toBe(
    `/etc/${name}/config.yml`,
  );
});

test("systemd accepts the unit, and rates its exposure as low", async () => {
  const file = join(await temporaryFolder(), `${name}.service`);
  const text = await readFile("src/packaging/files/avalanche-exporter.service", "utf8");
  await writeFile(file, text.replace(/(?<=ExecStart=)\S+/, "/bin/true"));
  await chmod(file, 0o644);
  expect(await end("systemd-analyze", ["verify", "--man=no", file])).toEqual({ code: 0, out: "", err: "" });
  const { code, out } = await end("systemd-analyze", [
    "security",
    "--offline=yes",
    "--no-pager",
    "--threshold=20",
    file,
  ]);
  expect([code, out]).toEqual([0, expect.stringMatching(/exposure level .*: 1\.\d OK/)]);
});

test("the archive for monitoring has the rules, dashboards, runbooks and the Alertmanager example", async () => {
  const target = await temporaryFolder();
  const top = `${name}-${version}.monitoring`;
  await print("tar", ["-xf", join(artifacts, `${top}.tar.gz`), "-C", target]);
  expect((await readdir(join(target, top))).sort()).toEqual([
    "LICENSE",
    "alertmanager.yaml",
    "dashboards",
    "rules",
    "runbooks",
  ]);
  expect((await readdir(join(target, top, "dashboards"))).length).toBeGreaterThan(5);
});

test("every file has a checksum", async () => {
  const out = await print("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: artifacts });
  const files = (await readdir(artifacts)).filter((file) => file !== "SHA256SUMS");
  expect(out.match(/: OK$/gm)).toHaveLength(files.length);
});
