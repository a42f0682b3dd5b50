/** The folder of Node.js's compile cache. Node.js runs the code that it finds there, so no other user may have access. */
import { lstatSync, mkdirSync, realpathSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;
type Ownership = Pick<Stats, "uid" | "mode"> & { readonly isDirectory: () => boolean };

/** The folder that the environment provides: systemd's, or the user's. */
export function cacheFolderOf(env: Environment): string | undefined {
  const { CACHE_DIRECTORY, XDG_CACHE_HOME, HOME } = env;
  const [systemd = ""] = CACHE_DIRECTORY?.split(":") ?? [];
  if (isAbsolute(systemd)) return join(systemd, "node");
  const base = XDG_CACHE_HOME || (HOME && join(HOME, ".cache"));
  return base && isAbsolute(base) ? join(base, "avalanche-exporter", "node") : undefined;
}

/** Whether only this user has access to the folder, and no other one but root can replace it or its parent. */
export function isPrivate(uid: number, folder: Ownership, parent: Ownership): boolean {
  const isOurs = folder.isDirectory() && folder.uid === uid && (folder.mode & 0o077) === 0;
  return isOurs && parent.isDirectory() && [0, uid].includes(parent.uid) && (parent.mode & 0o022) === 0;
}

/** The folder to use, which is created if it is missing. Without a private one there is none: the start takes longer then. */
export function compileCacheFolder(env: Environment, uid: number | undefined): string | undefined {
  const wanted = env["NODE_COMPILE_CACHE"] ? undefined : cacheFolderOf(env); // Node.js itself follows that variable
  if (wanted === undefined || uid === undefined) return undefined;
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    const folder = join(realpathSync(dirname(wanted)), "node");
    return isPrivate(uid, lstatSync(folder), lstatSync(dirname(folder))) ? folder : undefined;
  } catch {
    return undefined;
  }
}
