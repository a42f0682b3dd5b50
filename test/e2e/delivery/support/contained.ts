/** Runs a program of a file tree as in a container: read-only, as the first process of a PID namespace, without capabilities.
 *  It cannot gain any. The network is this machine's. */
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Running, run } from "../../support/programs.ts";
import { end } from "./tools.ts";
import type { Built } from "./workshop.ts";

/** What the change of root and user needs is kept until it has given the rights away. */
const script = `
root=$1 user=$2 shared=$3; shift 3
[ "$shared" = / ] || mkdir --parents "$root$shared" || exit 125
mount --bind "$root" "$root" && mount -o remount,bind,ro "$root" && mount -t proc proc "$root/proc" || exit 125
[ "$shared" = / ] || mount --bind "$shared" "$root$shared" || exit 125
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all,+setuid,+setgid,+sys_chroot \
  unshare --root="$root" --wd="$shared" --setgid="\${user#*:}" --setuid="\${user%:*}" "$@"`;

const nonroot = "65532:65532";
/** As OpenShift does: any user, in the group of root. */
export const anyUser = "1000660000:0";

type Given = {
  readonly user?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Working directory, which is that of this machine. */
  readonly shared?: string;
};

/** The arguments of env. */
function commandLine({ root, configuration: { config } }: Built, argv: readonly string[], given: Given): string[] {
  const env = Object.entries(given.env ?? {}).map(([name, value]) => `${name}=${value}`);
  return [
    ...["--ignore-environment", ...config.Env, ...env, "unshare", "--mount", "--pid", "--fork", "--kill-child"],
    ...["sh", "-c", script, "contained", root, given.user ?? nonroot, given.shared ?? "/", ...argv],
  ];
}

/** The arguments go to the image's entrypoint. */
export const start = (image: Built, args: readonly string[], given: Given = {}): Running =>
  run("env", commandLine(image, [...image.configuration.config.Entrypoint, ...args], given));

/** A command in the image, to its end. */
export const exec = (image: Built, argv: readonly string[], given: Given = {}) =>
  end("env", commandLine(image, argv, given));

/** The entrypoint with these arguments, to its end. */
export const toEnd = (image: Built, args: readonly string[], given: Given = {}) =>
  exec(image, [...image.configuration.config.Entrypoint, ...args], given);

const kindOf = (stat: { isDirectory(): boolean; isSymbolicLink(): boolean }) =>
  stat.isDirectory() ? "folder" : stat.isSymbolicLink() ? "link" : "file";

/** Returns the process ID of the first process, as this machine numbers it. */
export async function firstOf({ process: { pid } }: Running): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim());
}

export type Entry = {
  /** Absolute path. */
  readonly path: string;
  readonly kind: "file" | "folder" | "link";
  readonly mode: number;
  readonly uid: number;
  readonly size: number;
};

/** Returns all that is in it. */
export async function entriesOf({ root }: Built): Promise<readonly Entry[]> {
  const names = await readdir(root, { recursive: true });
  return Promise.all(
    names.sort().map(async (name) => {
      const stat = await lstat(join(root, name));
      return { path: `/${name}`, kind: kindOf(stat), mode: stat.mode & 0o7777, uid: stat.uid, size: stat.size };
    }),
  );
}
