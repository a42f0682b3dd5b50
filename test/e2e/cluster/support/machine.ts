/** A machine within this one: its own processes, mounts and network. All of it ends with the test's process, however that
 *  ends, and leaves no file, interface or control group. */
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { end, print } from "../../delivery/support/tools.ts";
import { eventually, type Running, run } from "../../support/programs.ts";

/** The first process, which ends with its standard input. Names resolve through the DNS of the cluster. The kubelet sets kernel
 *  parameters of the whole machine: it gets files in their place. */
const first = `
set -e
folder=$1 address=$2 services=$3
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /var/log
mount -t tmpfs tmpfs /var/lib
for parameter in vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops kernel/keys/root_maxkeys \\
  kernel/keys/root_maxbytes; do
  file="$folder/$(basename "$parameter")"
  cat "/proc/sys/$parameter" > "$file"
  mount --bind "$file" "/proc/sys/$parameter"
done
names=$(readlink --canonicalize-missing /etc/resolv.conf)
mkdir -p "$(dirname "$names")"
[ -e "$names" ] || touch "$names"
printf "nameserver %s\\nsearch cluster.local\\noptions ndots:5\\n" "$address" > "$folder/names"
mount --bind "$folder/names" "$names"
ip link set lo up
ip address add "$address/32" dev lo
ip route add "$services" dev lo src "$address"
echo 1 > /proc/sys/net/ipv4/ip_forward
echo ready
while read -r _; do :; done`;

/** Removes control groups and files at the end. The namespaces remove everything else. */
const script = `
unshare --mount --net --pid --ipc --uts --fork --kill-child --mount-proc bash -c '${first}' first "$@"
find /sys/fs/cgroup -depth -type d -path "*/$(basename "$1")*" -exec rmdir {} +
rm -rf "$1"`;

async function onlyChild(pid: number | undefined): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim();
  return Number(children);
}

export type Addresses = {
  /** Address of the machine. */
  readonly host: string;
  /** Range of the virtual addresses, which only the rules of kube-proxy translate. */
  readonly services: string;
};

export async function openMachine({ host, services }: Addresses) {
  const folder = await mkdtemp(join(tmpdir(), "avalanche-exporter-cluster-"));
  const outer = run("bash", ["-c", script, "machine", folder, host, services], { input: "pipe" });
  await eventually("namespaces", async () => outer.output() || outer.process.exitCode !== null || undefined);
  if (outer.output() !== "ready\n") throw new Error(`No namespaces can be made here: ${outer.output()}`);
  const pid = await onlyChild(await onlyChild(outer.process.pid));
  const into = [`--target=${pid}`, "--mount", "--net", "--pid", "--ipc", "--uts", "--wd"];
  return {
    folder,
    /** Path of its control groups. */
    controlGroup: `/${basename(folder)}`,
    start: (program: string, args: readonly string[], output?: string): Running =>
      run("nsenter", [...into, program, ...args], output === undefined ? {} : { output }),
    end: (program: string, args: readonly string[], input?: string) =>
      end("nsenter", [...into, program, ...args], input === undefined ? {} : { input }),
    print: (program: string, args: readonly string[], input?: string) =>
      print("nsenter", [...into, program, ...args], input === undefined ? {} : { input }),
    async close() {
      outer.process.stdin?.end();
      await eventually("the end of all that ran", async () => outer.process.exitCode ?? undefined);
    },
  };
}
export type Machine = Awaited<ReturnType<typeof openMachine>>;
