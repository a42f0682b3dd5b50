/** Folder of the compile cache of Node.js. Node.js runs the cached code, so no other user may have access to it. */
import { lstatSync, mkdirSync, realpathSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;
type Ownership = Pick<Stats, "uid" | "mode"> & { readonly isDirectory: () => boolean };

/** Returns the cache folder of systemd, or else of the user; undefined if the environment contains neither. */
export function cacheFolderOf(env: Environment): string | undefined {
  const { CACHE_DIRECTORY, XDG_CACHE_HOME, HOME } = env;
  const [systemd = ""] = CACHE_DIRECTORY?.split(":") ?? [];
  if (isAbsolute(systemd)) return join(systemd, "node");
  const base = XDG_CACHE_HOME || (HOME && join(HOME, ".cache"));
  return base && isAbsolute(base) ? join(base, "avalanche-exporter", "node") : undefined;
}

/** Returns whether only this user has access to the folder, and only this user or root can replace it or its parent. */
export function isPrivate(uid: number, folder: Ownership, parent: Ownership): boolean {
  const isOurs = folder.isDirectory() && folder.uid === uid && (folder.mode & 0o077) === 0;
  return isOurs && parent.isDirectory() && [0, uid].includes(parent.uid) && (parent.mode & 0o022) === 0;
}

/** Creates the cache folder if it is missing. Returns undefined if it is not private; the start then takes longer. */
export function compileCacheFolder(env: Environment, uid: number | undefined): string | undefined {
  const wanted = env["NODE_COMPILE_CACHE"] ? undefined : cacheFolderOf(env); // Node.js reads this variable
  if (wanted === undefined || uid === undefined) return undefined;
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    const folder = join(realpathSync(dirname(wanted)), "node");
    return isPrivate(uid, lstatSync(folder), lstatSync(dirname(folder))) ? folder : undefined;
  } catch {
    return undefined;
  }
}
