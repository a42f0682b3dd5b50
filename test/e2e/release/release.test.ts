/** A rehearsal of a release: types the commands of docs/development/releasing.md in a clone, makes the files as the workflow does, and
 *  installs each as a user would. */
import { spawnSync } from "node:child_process";
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { publish } from "../../../src/tools/packaging/publish.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { testLimit } from "../../support/limits.ts";
import { freePort } from "../../support/ports.ts";
import { anyUser, firstOf, start } from "../delivery/support/contained.ts";
import { end, print } from "../delivery/support/tools.ts";
import { openWorkshop, type Workshop } from "../delivery/support/workshop.ts";
import { run } from "../support/programs.ts";
import { useExporter, useProgram } from "./installed.ts";
import { startNpmRegistry } from "./npm-registry.ts";
import { startOciRegistry } from "./oci-registry.ts";

const { name, version } = packageJson;
const node = resolve("node_modules/.bin");
const withNode = `${node}:${process.env["PATH"]}`;

let folder: string;
/** The files of the release. */
let made: string;
let artifacts: string;
let workshop: Workshop;
let npmRegistry: Awaited<ReturnType<typeof startNpmRegistry>>;
/** Repository of the images and charts. */
let repository: string;
/** Types the documented commands in a clone, and makes the files of the tag there. GitHub is a program that records its calls. */
async function releaseClone(): Promise<string> {
  const [origin, clone] = [join(folder, "origin.git"), join(folder, "clone")];
  const text = await readFile("docs/development/releasing.md", "utf8");
  const [, commands = "false"] = /^```\n(.*?)^```/ms.exec(text) ?? [];
  await writeFile(join(folder, "gh"), `#!/bin/sh\necho "$*" >> ${folder}/github\n`, { mode: 0o755 });
  const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;
  const script = `git clone --quiet --bare . ${origin} && git clone --quiet ${origin} ${clone} && cd ${clone} && git checkout --quiet -B main
git config user.name rehearsal && git config user.email rehearsal@example.org
export PATH=${folder}:$PATH
npm ci --prefer-offline --no-audit --no-fund
${commands.replaceAll("X.Y.Z", version)}
git checkout --quiet v${version}
npm run build && npm run package -- --only amd64`;
  const { status, stdout, stderr } = spawnSync("bash", ["-e", "-c", script], {
    env,
    encoding: "utf8",
    timeout: testLimit,
  });
  if (status !== 0) throw new Error(`${script}\nended with ${status}: ${stdout}${stderr}`);
  return join(clone, "dist");
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "avalanche-exporter-release-"));
  made = await releaseClone();
  artifacts = join(made, "artifacts");
  npmRegistry = await startNpmRegistry(name, (await print("npm", ["config", "get", "registry"])).trim());
  const port = await freePort();
  repository = `localhost:${port}/owner`;
  await startOciRegistry(join(folder, "registry"), port);
  workshop = await openWorkshop();
  const image = `${repository}/${name}`;
  const args = { SOURCE_DATE_EPOCH: "1700000000", VERSION: version };
  const digest = await workshop.push(`${image}:unnamed`, args, ["amd64", "arm64"]);
  // the release workflow alone has an identity to sign with
  await writeFile(join(folder, "cosign"), `#!/bin/sh\necho "$*" >> ${folder}/signed\n`, { mode: 0o755 });
  vi.stubEnv("COSIGN", join(folder, "cosign"));
  await publish(
    { folder: made, image: `${image}@${digest}`, repository: `${repository}/charts` },
    {
      cosign: [],
      helm: ["--plain-http"],
      npm: [`--registry=${npmRegistry.url}`, `--${npmRegistry.url.replace("http:", "")}:_authToken=none`],
    },
  );
});
afterAll(async () => {
  npmRegistry?.close();
  await workshop?.close();
  await rm(folder, { recursive: true });
});

/** Total size of the files in bytes, and their names. */
async function contentsOf(root: string) {
  const names = await readdir(root, { recursive: true });
  const stats = await Promise.all(names.map((one) => stat(join(root, one))));
  return { names, bytes: stats.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0) };
}

test("the tag has the version and its date, and the nightly suites run on its commit", async () => {
  const git = (...args: readonly string[]) => print("git", ["-C", join(folder, "origin.git"), ...args]);
  expect(await readFile(join(folder, "github"), "utf8")).toBe("workflow run nightly.yml\n");
  expect(await git("rev-parse", `v${version}`)).toBe(await git("rev-parse", "main"));
  expect(await git("show", "main:CHANGELOG.md")).toMatch(new RegExp(`^## ${version} / \\d{4}-\\d\\d-\\d\\d$`, "m"));
});

test("the npm package is installed from the registry, and run", async () => {
  const given = { cwd: await temporaryFolder() };
  const settings = [`--registry=${npmRegistry.url}`, "--no-audit", "--no-fund", "--ignore-scripts"];
  const npm = (...args: readonly string[]) => print("env", [`PATH=${withNode}`, "npm", ...settings, ...args], given);
  await npm("install", "--global", `--prefix=${given.cwd}`, name);
  expect(await npm("exec", "--yes", name, "--", "--version")).toContain(`version ${version} (`);
  const installed = join(given.cwd, "lib/node_modules", name);
  const { names, bytes } = await contentsOf(installed);
  expect(bytes).toBeLessThan(8e6);
  expect(
    names.filter((file) => /\.test\.|(^|\/)tests?\/|\.pem$|\.key$/.test(file) && !file.includes("bcrypt/")),
  ).toEqual([]);
  await useExporter(["env", `PATH=${withNode}`, join(given.cwd, "bin", name)], given.cwd);
});

test("the image is pulled by each of its names, and runs read-only as any user", async () => {
  const image = await workshop.pull(`${repository}/${name}:latest`);
  for (const tag of [version, version.replace(/\.\d+$/, "")])
    expect((await workshop.pull(`${repository}/${name}:${tag}`)).configuration).toEqual(image.configuration);
  expect(image.configuration.config.Labels["org.opencontainers.image.version"]).toBe(version);
  const begin = (args: readonly string[]) => start(image, args, { user: anyUser });
  await useProgram(begin, join(image.root, "tmp"), "/tmp", firstOf);
});

test("the archive of the executable is laid out as those of Prometheus, and runs from any folder", async () => {
  const target = await temporaryFolder();
  const top = `${name}-${version}.linux-amd64`;
  await print("tar", ["-xf", join(artifacts, `${top}.tar.xz`), "-C", target]);
  expect(await readdir(target)).toEqual([top]);
  expect((await readdir(join(target, top))).sort()).toEqual([
    ...["LICENSE", "NOTICE", "avalanche-exporter", "avalanche-exporter.service", "bcrypt.node", "config.yml"],
  ]);
  const program = join(target, top, name);
  expect(
    await print(program, ["check-config", "--print", `--config.file=${join(target, top, "config.yml")}`]),
  ).toContain("node:");
  await useExporter([program], target);
});

/** Returns the arguments of unshare that run commands as root on a copy of this machine's file system, in memory, with a shared
 *  folder at /mnt. */
async function onCopy(shared: string, commands: string): Promise<string[]> {
  const work = await temporaryFolder();
  await writeFile(join(shared, "commands"), commands);
  const script = `set -e
work=$1; mount -t tmpfs none "$work"; mkdir "$work/upper" "$work/work" "$work/root"
mount -t overlay overlay -o lowerdir=/,upperdir="$work/upper",workdir="$work/work" "$work/root"
mount --bind "$2" "$work/root/mnt"; mount -t proc proc "$work/root/proc"
shift 2; exec chroot "$work/root" sh -e /mnt/commands "$@"`;
  return ["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script, "copy", work, shared];
}

/** How the packages are installed, upgraded and removed. Debian's rpm has no database of the packages that another needs. */
const managers = {
  deb: {
    install: "dpkg --install",
    upgrade: "dpkg --install",
    abort: `sh /var/lib/dpkg/info/${name}.postinst abort-upgrade`,
    remove: "dpkg --purge",
  },
  rpm: {
    abort: "",
    install: "rpm --install --force-debian --nodeps",
    upgrade: "rpm --upgrade --replacepkgs --force-debian --nodeps",
    remove: "rpm --erase --force-debian",
  },
} as const;

describe.each(["deb", "rpm"] as const)("the %s", (kind) => {
  const { install, upgrade, abort, remove } = managers[kind];
  async function share(): Promise<string> {
    const shared = await temporaryFolder();
    const file = kind === "deb" ? `${name}_${version}_amd64.deb` : `${name}-${version}-1.x86_64.rpm`;
    await cp(join(artifacts, file), join(shared, "package"));
    return shared;
  }

  test("keeps the configuration of its user in an upgrade, and is removed, also while its unit is masked", async () => {
    const commands = `
mkdir -p /run/systemd/system
rm -f /usr/bin/systemctl /usr/sbin/policy-rc.d
echo '#!/bin/sh
echo "$*" >> /mnt/calls
case "$1" in daemon-reload) ;; *) echo "Unit ${name}.service is masked." >&2; exit 1 ;; esac' > /usr/bin/systemctl
chmod +x /usr/bin/systemctl
exec 2>/dev/null
${install} /mnt/package >/dev/null
echo '# mine' >> /etc/${name}/config.yml
${upgrade} /mnt/package >/dev/null
tail -n 1 /etc/${name}/config.yml
${name} --version | head -n 1
${abort}
${remove} ${name} >/dev/null
ls /etc/${name}/config.yml /usr/bin/${name} /usr/lib/${name} || echo removed`;
    const shared = await share();
    const { code, out } = await end("unshare", await onCopy(shared, commands));
    expect([code, out.trim().split("\n")]).toEqual([
      0,
      ["# mine", expect.stringContaining(`version ${version} (`), "removed"],
    ]);
    const installed = ["daemon-reload", `try-restart ${name}.service`];
    expect((await readFile(join(shared, "calls"), "utf8")).trim().split("\n")).toEqual([
      ...[...installed, ...installed],
      ...[`stop ${name}.service`, `disable ${name}.service`, "daemon-reload"],
    ]);
  });

  const functions = kind === "deb" ? "vendor-completions" : "site-functions";
  const help = {
    man: `/usr/share/man/man1/${name}.1.gz`,
    bash: `/usr/share/bash-completion/completions/${name}`,
    zsh: `/usr/share/zsh/${functions}/_${name}`,
    fish: `/usr/share/fish/vendor_completions.d/${name}.fish`,
  };
  const files = Object.values(help).join(" ");

  test("has a man page and completions, which work and are removed with it", async () => {
    // a container may leave out man pages
    const path = kind === "deb" ? "--path-include=/usr/share/man/*" : "";
    const commands = `
${install} ${path} /mnt/package >/dev/null
ls ${files} >/dev/null
gzip --test ${help.man}
LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings ${name} | sed -n "4s/^ *//p"
bash -c '. ${help.bash}; COMP_WORDS=(${name} heal); COMP_CWORD=1; _avalanche_exporter; echo "bash: $COMPREPLY"'
zsh -f -c 'fpath+=(/usr/share/zsh/site-functions); autoload -Uz compinit; compinit -u -D; echo zsh: $_comps[${name}]'
HOME=/tmp fish -c 'echo fish: (complete -C "${name} heal" | cut -f 1)'
${remove} ${name} >/dev/null 2>&1
ls ${files} 2>/dev/null || echo removed`;
    const { code, out, err } = await end("unshare", await onCopy(await share(), commands));
    expect([code, err, out.trim().split("\n")]).toEqual([
      0,
      "",
      [
        `${name} - Prometheus exporter for AvalancheGo nodes`,
        ...["bash: healthcheck", `zsh: _${name}`, "fish: healthcheck", "removed"],
      ],
    ]);
  });

  test("is installed and runs", async () => {
    const shared = await share();
    const installed = await onCopy(shared, `${install} /mnt/package >/dev/null\nexec ${name} "$@"`);
    await useProgram((args) => run("unshare", [...installed, ...args]), shared, "/mnt", firstOf);
  });
});

test("systemd accepts the unit, and rates its exposure as low", async () => {
  const file = join(await temporaryFolder(), `${name}.service`);
  const text = await readFile("src/tools/packaging/files/avalanche-exporter.service", "utf8");
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

test("the documented command verifies the checksum of every file", async () => {
  const [command = "false"] = /^sha256sum .*$/m.exec(await readFile("docs/deployment.md", "utf8")) ?? [];
  const out = await print("sh", ["-c", command], { cwd: artifacts });
  const files = (await readdir(artifacts)).filter((file) => !file.startsWith("SHA256SUMS"));
  expect(out.match(/: OK$/gm)).toHaveLength(files.length);
});

test("the image, the charts and the checksums are signed", async () => {
  const accept = "application/vnd.oci.image.manifest.v1+json, application/vnd.oci.image.index.v1+json";
  const signed = async (path: string, tag: string) => {
    const url = `http://${repository.replace("/", "/v2/")}/${path}/manifests/${tag}`;
    const digest = (await fetch(url, { method: "HEAD", headers: { accept } })).headers.get("docker-content-digest");
    return `${repository}/${path}@${digest} --yes`;
  };
  expect((await readFile(join(folder, "signed"), "utf8")).trim().split("\n")).toEqual([
    `sign --recursive ${await signed(name, "latest")}`,
    `sign ${await signed(`charts/${name}`, version)}`,
    `sign ${await signed(`charts/${name}-sidecar`, version)}`,
    `sign-blob --bundle ${artifacts}/SHA256SUMS.sigstore.json ${artifacts}/SHA256SUMS --yes`,
  ]);
});
