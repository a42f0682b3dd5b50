/** Runs a container of a Pod as a kubelet would have it run: its image's entrypoint, the Pod's user and group, its volumes where
 *  they are mounted, a file system that is read-only but for them, no capability. The network is this machine's. */
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { buildImage } from "../../../../src/packaging/image.ts";
import { type Running, run } from "../../support/programs.ts";
import { runtime } from "../support/stand-ins.ts";
import { end } from "../support/tools.ts";
import type { Manifest } from "./helm.ts";

/** What the cluster has: the data of ConfigMaps and Secrets, by name. */
type Cluster = {
  readonly configMaps: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly secrets?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Names that DNS answers, all of them this machine. */
  readonly services?: readonly string[];
};

const script = `
root=$1 user=$2 group=$3 groups=$4 mounts=$5; shift 5
mount --bind "$root" "$root" || exit 125
while read -r mode from to; do
  mount --bind "$from" "$root$to" && mount -o "remount,bind,$mode" "$root$to" || exit 125
done < "$mounts"
mount -o remount,bind,ro "$root" && mount -t proc proc "$root/proc" || exit 125
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all,+setuid,+setgid,+sys_chroot \\
  chroot --userspec="$user:$group" --groups="$groups" "$root" "$@"`;

async function contentOf(volume: Manifest, folder: string, group: number, cluster: Cluster) {
  await mkdir(folder);
  const { configMap, secret } = volume;
  const given = configMap ? cluster.configMaps[configMap.name] : secret ? cluster.secrets?.[secret.secretName] : {};
  const data = given ?? ((configMap ?? secret).optional ? {} : undefined);
  if (!data) throw new Error(`the volume ${volume.name} is of something that is not there`);
  for (const [name, text] of Object.entries(data)) {
    const file = join(folder, name);
    await writeFile(file, text);
    await chown(file, 0, group);
    await chmod(file, configMap ? 0o644 : secret.defaultMode);
  }
  if (volume.emptyDir) await chmod(folder, 0o777);
}

/** The image, as far as it matters here: the Dockerfile's entrypoint, and the program where the Dockerfile puts it. */
async function image(root: string, hosts: readonly string[]) {
  await runtime(root);
  await writeFile(join(root, "dev/null"), ""); // every container has one
  await buildImage(join(root, "app"), "amd64");
  await mkdir(join(root, "etc"), { recursive: true });
  await writeFile(join(root, "etc/hosts"), ["localhost", ...hosts].map((host) => `127.0.0.1 ${host}\n`).join(""));
  const [, entrypoint = ""] = /^ENTRYPOINT (.*)$/m.exec(await readFile("Dockerfile", "utf8")) ?? [];
  return JSON.parse(entrypoint) as string[];
}

const status = (url: string) =>
  new Promise<number | undefined>((answered) => {
    const asked = url.startsWith("https:") ? httpsRequest(url, { rejectUnauthorized: false }) : httpRequest(url);
    asked.on("response", (response) => answered(response.resume().statusCode));
    asked.on("error", () => answered(undefined)).end();
  });

/** Of the container that is called `name`, init containers too. */
export async function prepareContainer({ spec }: Manifest, name: string, cluster: Cluster) {
  const folder = await mkdtemp(join(tmpdir(), "pod-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const root = join(folder, "root");
  const entrypoint = await image(root, cluster.services ?? []);
  const container = [...(spec.initContainers ?? []), ...spec.containers].find((one: Manifest) => one.name === name);
  const { runAsUser = 65_532, runAsGroup = 0, fsGroup = 0 } = { ...spec.securityContext, ...container.securityContext };

  const mounts: string[] = [];
  for (const { name: of, mountPath, readOnly } of container.volumeMounts ?? []) {
    const volume = spec.volumes.find((one: Manifest) => one.name === of);
    await contentOf(volume, join(folder, of), fsGroup, cluster);
    await mkdir(join(root, mountPath), { recursive: true });
    mounts.push(`${readOnly ? "ro" : "rw"} ${join(folder, of)} ${mountPath}`);
  }
  const list = join(folder, "mounts");
  await writeFile(list, mounts.map((mount) => `${mount}\n`).join(""));

  const variables = (container.env ?? []).map((one: Manifest) => `${one.name}=${one.value}`);
  const commandLine = (argv: readonly string[]) => [
    ...["--ignore-environment", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "NODE_ENV=production", ...variables],
    ...["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script, "pod"],
    ...[root, String(runAsUser), String(runAsGroup), String(fsGroup), list, ...argv],
  ];
  const argv = [...(container.command ?? entrypoint), ...(container.args ?? [])];
  const portOf = (port: unknown) =>
    typeof port === "number" ? port : container.ports.find((one: Manifest) => one.name === port).containerPort;

  return {
    start: (): Running => run("env", commandLine(argv)),
    toEnd: () => end("env", commandLine(argv)),
    /** Whether a probe passes. */
    async passes({ httpGet, exec }: Manifest): Promise<boolean> {
      if (exec) return (await end("env", commandLine(exec.command))).code === 0;
      const { path, port, scheme = "HTTP" } = httpGet;
      const code = await status(`${scheme.toLowerCase()}://127.0.0.1:${portOf(port)}${path}`);
      return code !== undefined && code >= 200 && code < 400;
    },
    exec: (command: readonly string[]) => end("env", commandLine(command)),
    container,
  };
}
