/** A host with a new Debian 12, real systemd and only a loopback interface. It is a container whose files are in memory. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { end } from "../delivery/support/tools.ts";
import { eventually, type Running, run } from "./programs.ts";

/** Path of the clone on the host, which can change its copy. */
const clone = "/opt/avalanche-exporter";

function bareDebian(): string {
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const folder = join(cache, "avalanche-exporter", "bare-debian-12-npm");
  if (existsSync(join(folder, "complete"))) return join(folder, "root");
  throw new Error(`Debian is missing at ${folder}. Get it in 2 minutes: .ci/install systemd-nspawn bare-debian`);
}

/** Mounts copies of the file system, of the clone and of the packages that npm has, and boots. The host ends with the standard input. */
const script = `set -e
bare=$1 repository=$2 clone=$3 packages=$(npm config get cache) work=$(mktemp -d)
trap 'rmdir "$work"' EXIT
mount -t tmpfs none "$work"
mkdir "$work/root" "$work"/{system,clone,npm}-{upper,work}
mount -t overlay none -o "lowerdir=$bare,upperdir=$work/system-upper,workdir=$work/system-work" "$work/root"
mkdir "$work/root$clone" "$work/root/root/.npm"
mount -t overlay none -o "lowerdir=$repository,upperdir=$work/clone-upper,workdir=$work/clone-work" "$work/root$clone"
mount -t overlay none -o "lowerdir=$packages,upperdir=$work/npm-upper,workdir=$work/npm-work" "$work/root/root/.npm"
printf 'offline=true\\nregistry=%s\\n' "$(npm config get registry)" > "$work/root/root/.npmrc"
echo 127.0.0.1 localhost debian > "$work/root/etc/hosts"
echo debian > "$work/root/etc/hostname"
systemd-nspawn --quiet --register=no --keep-unit --console=pipe --private-network --directory="$work/root" --boot &
container=$!
(while read -r _; do :; done; kill "$container") <&0 &
wait "$container" || true
umount --recursive "$work"`;

const childrenOf = async (pid: number | undefined) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ").map(Number);

export type Host = {
  /** Types a script in the clone as root, and returns its output. Rejects if a command of it fails. */
  readonly type: (script: string) => Promise<string>;
  /** Starts a command line of this machine in the network of the host. */
  readonly startInNetwork: (line: string) => Running;
  readonly stop: () => Promise<unknown>;
};

/** Resolves once the host has booted. */
export async function startHost(): Promise<Host> {
  if (process.getuid?.() !== 0) throw new Error("Only root can start a host.");
  const container = run("unshare", ["--mount", "bash", "-c", script, "host", bareDebian(), resolve("."), clone], {
    input: "pipe",
  });
  const first = await eventually("a first process", async () => {
    if (container.process.exitCode !== null) throw new Error(`No host can be started here: ${container.output()}`);
    const parents = await childrenOf(container.process.pid);
    for (const parent of parents) {
      if ((await readFile(`/proc/${parent}/comm`, "utf8")).trim() !== "systemd-nspawn") continue;
      for (const child of await childrenOf(parent))
        if ((await readFile(`/proc/${child}/comm`, "utf8")).trim() === "systemd") return child;
    }
    return undefined;
  });
  const into = (...kinds: readonly string[]) => [`--target=${first}`, ...kinds];
  const path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  const env = ["env", "--ignore-environment", path, "HOME=/root", "DEBIAN_FRONTEND=noninteractive"];
  const typed = async (script: string) =>
    end("nsenter", [...into("--all"), ...env, "bash", "-o", "pipefail", "-e", "-c", `cd ${clone}\n${script}`]);
  await eventually("a booted host", async () => {
    const { out } = await typed("systemctl is-system-running || true");
    return /^(running|degraded)/.test(out) || undefined;
  });
  return {
    async type(script) {
      const { code, out, err } = await typed(script);
      if (code === 0) return out;
      throw new Error(`${script}\nended with ${code}: ${err}${out}`);
    },
    startInNetwork: (line) => run("nsenter", [...into("--net"), "bash", "-c", `exec ${line}`]),
    async stop() {
      container.process.stdin?.end();
      await eventually("the end of the host", async () => container.process.exitCode ?? undefined);
    },
  };
}
